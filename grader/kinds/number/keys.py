"""What a problem file may say of a part that asks for a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from grader.course.references import References
from grader.course.specs import Texts
from grader.kinds.base import ComparedPart, Written
from grader.kinds.wording import (
    after_its_name,
    such_as,
    units_after,
)
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


class NumberPart(ComparedPart):
    """A value: exact, or to a declared precision."""

    called: ClassVar[str] = "a number"
    keys_of_reading: ClassVar[tuple[str, ...]] = ("decimals", "digits", "relative", "units")

    asks: Literal["number"]
    answer: Written = Field(description="a number, or arithmetic such as 6 * 6558720")
    decimals: int | None = Field(None, ge=0, le=12, description="places that must be right")
    digits: int | None = Field(
        None, ge=1, le=15, description="digits that must be right, from the first that is not 0"
    )
    relative: float | None = Field(None, gt=0, le=0.1, description="relative error allowed")
    units: Texts = Field((), description="words that may follow the number and are ignored")
    factors: dict[str, int] = Field(
        default_factory=dict, description="named factors, to say which one is missing"
    )
    follows: str = Field("", description="the formula part this is the value of")
    values: dict[str, int | float] = Field(
        default_factory=dict, description="what the formula's symbols are for this value"
    )

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        rounded = ("3.14159", "22 / 7")
        if self.decimals is not None:
            exact = f"It must be right to {counted(self.decimals, 'decimal')}."
            examples = rounded
        elif self.digits is not None:
            exact = f"It must be right to {counted(self.digits, 'digit')}."
            examples = rounded
        elif self.relative is not None:
            exact, examples = f"It must be right to {100 * self.relative:g} %.", rounded
        else:
            exact, examples = "It must be exact.", ("12 345", "3 * 4115")
        how = such_as(name, *examples) if first else ""
        where = after_its_name(name)
        yield f"Write a number {where}{how}. {exact}{units_after(self.units)}"

    @classmethod
    def without_answer(cls, said: Mapping[str, Any]) -> NumberPart:
        return cls.model_validate({**said, "answer": "0"})

    def marker(self) -> Marker:
        from grader.kinds.number.marking import NumberMarker

        return NumberMarker()
