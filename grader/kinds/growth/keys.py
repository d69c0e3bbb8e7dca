"""What a problem file may say of a part that asks for a growth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from grader.course.references import References
from grader.course.specs import Texts
from grader.kinds.base import ComparedPart, OtherWords, Written
from grader.kinds.kinds_of_size import with_kinds
from grader.kinds.wording import (
    after_its_name,
    codes,
    such_as,
    unlike,
)

if TYPE_CHECKING:
    from grader.course.specs import CourseSettings
    from grader.kinds.marker import Marker


class GrowthPart(ComparedPart):
    """A growth class in several variables."""

    called: ClassVar[str] = "an order of growth"
    keys_of_reading: ClassVar[tuple[str, ...]] = ("variables", "usual", "assume", "beside")

    asks: Literal["growth"]
    variables: Texts = Field(min_length=1, description="what grows")
    answer: Written = Field(description="the right class, such as n^2 * d")
    words: OtherWords
    usual: dict[str, Texts] = Field(
        default_factory=dict,
        description="a variable: usual names and words for it, or its kind among the sizes",
    )
    assume: Texts = Field((), description="such as k << n, k <= n, k constant")
    beside: Texts = Field(
        (), description="what texts speak of besides, so that the class of that is not taken"
    )

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        a, b = unlike(self.variables)
        how = such_as(name, f"O({a}^2 {b})") if first else ""
        assumed = f" You may assume {codes(self.assume)}." if self.assume else ""
        where = after_its_name(name)
        yield f"Write the order of growth in {codes(self.variables)} {where}{how}.{assumed}"

    def within(self, settings: CourseSettings) -> GrowthPart:
        beside = (*self.beside, *settings.beside)
        usual = with_kinds(self.usual, settings.sizes)
        return self.model_copy(update={"usual": usual, "beside": beside})

    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> GrowthPart:
        return cls.model_validate({**said, "answer": "1"})

    def marker(self) -> Marker:
        from grader.kinds.growth.marking import GrowthMarker

        return GrowthMarker()
