"""What a problem file may say of a part that asks for a module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field

from grader.course.parts import CodePart
from grader.course.references import References
from grader.course.specs import Texts


class ModulePart(CodePart):
    """A class, a torch module, that is constructed and then called."""

    called: ClassVar[str] = "a class"
    defines: ClassVar[Literal["function", "class"]] = "class"

    asks: Literal["module"]
    forward: Texts = Field((), description="names of the inputs of the forward pass, in order")

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        from grader.kinds.module.handout import how_to_write

        return how_to_write(self)

    @property
    def forward_inputs(self) -> tuple[str, ...]:
        return self.forward
