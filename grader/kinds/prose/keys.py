"""What a problem file may say of a part that asks for prose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from grader.course.references import References
from grader.course.source import Path_
from grader.course.specs import as_tuple
from grader.kinds.base import WrittenPart
from grader.kinds.wording import (
    below_its_heading,
)

if TYPE_CHECKING:
    pass


class ProsePart(WrittenPart):
    """Free text, scored by a person against a rubric; the machine only says it is there."""

    called: ClassVar[str] = "in your own words"
    on_several_lines: ClassVar[bool] = True
    for_a_person: ClassVar[bool] = True

    asks: Literal["prose"]
    rubric: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = Field(
        min_length=1, description="what a person looks for"
    )

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        yield f"{below_its_heading(name)}, write a few sentences. A person reads them."

    def texts(self) -> Iterator[tuple[Path_, str]]:
        yield from super().texts()
        yield from ((("rubric", index), text) for index, text in enumerate(self.rubric))
