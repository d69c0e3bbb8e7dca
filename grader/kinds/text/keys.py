"""What a problem file may say of a part that asks for text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from grader.course.references import References
from grader.course.specs import Texts
from grader.kinds.base import ComparedPart
from grader.kinds.wording import (
    after_its_name,
)

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


class TextPart(ComparedPart):
    """A word or two, matched after folding case, spaces and punctuation."""

    called: ClassVar[str] = "a word or two"

    asks: Literal["text"]
    answer: Texts = Field(min_length=1, description="every wording that is right")
    otherwise: Literal["wrong", "person"] = Field(
        "wrong", description="what any other wording is: wrong, or for a person to decide"
    )

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        yield f"Write a word or two {after_its_name(name)}."

    def marker(self) -> Marker:
        from grader.kinds.text.marking import TextMarker

        return TextMarker()
