"""What a problem file may say of a part that asks for a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from grader.course.references import References
from grader.kinds.base import ComparedPart
from grader.kinds.wording import (
    below_its_heading,
    code,
)
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


class TablePart(ComparedPart):
    """Rows of numbers, judged cell by cell."""

    called: ClassVar[str] = "a table of numbers"
    on_several_lines: ClassVar[bool] = True

    asks: Literal["table"]
    answer: list[Annotated[list[int | float], Field(min_length=1)]] = Field(
        min_length=1, description="row by row"
    )
    decimals: int = Field(2, ge=0, le=12, description="places that must be right")

    @model_validator(mode="after")
    def _is_rectangular(self) -> TablePart:
        widths = sorted({len(row) for row in self.answer})
        if len(widths) > 1:
            raise ValueError(f"the rows of `answer` have {widths[0]} to {widths[-1]} numbers")
        return self

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        rows, columns = len(self.answer), len(self.answer[0])
        yield (
            f"{below_its_heading(name)}, write a Markdown table or "
            f"{code('[[1.5, 2], [0.25, 3]]')}: {counted(rows, 'row')} of "
            f"{counted(columns, 'number')}, right to {counted(self.decimals, 'decimal')}."
        )

    def marker(self) -> Marker:
        from grader.kinds.table.marking import TableMarker

        return TableMarker()
