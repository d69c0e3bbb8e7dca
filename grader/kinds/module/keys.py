"""What a problem file may say of a part that asks for a module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from grader.course.parts import CodePart
from grader.course.references import References
from grader.course.specs import Texts


class ModulePart(CodePart):
    """A class, a torch module, that is constructed and then called."""

    called: ClassVar[str] = "a class"
    defines: ClassVar[Literal["function", "class"]] = "class"

    asks: Literal["module"]
    forward: Texts = Field((), description="names of the inputs of the forward pass, in order")
    roles: dict[str, Texts] = Field(
        default_factory=dict,
        description="layers of one shape that are told apart by their names, in order: each with "
        "other names for it, such as {left: [l], right: [r]}",
    )

    @field_validator("roles")
    @classmethod
    def _told_apart(cls, roles: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        if len(roles) == 1:
            raise ValueError("names one role, from which there is nothing to tell; name the others")
        names = Counter(name for role, others in roles.items() for name in {role, *others})
        twice = next((name for name, count in names.items() if count > 1), "")
        if twice:
            raise ValueError(f"`{twice}` is a name of two roles; keep it in one")
        return roles

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        from grader.kinds.module.handout import how_to_write

        return how_to_write(self)

    def first_lines(self, references: References) -> str:
        from grader.kinds.module.handout import first_lines

        return first_lines(self)

    @property
    def forward_inputs(self) -> tuple[str, ...]:
        return self.forward

    @property
    def layer_names(self) -> Mapping[str, Sequence[str]]:
        return self.roles
