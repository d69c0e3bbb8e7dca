"""What a problem file may say of a part that asks for a ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field, model_validator

from grader.course.references import References
from grader.course.source import Path_
from grader.course.specs import Reference, Texts
from grader.course.strict import Strict
from grader.kinds.base import ComparedPart, Written
from grader.kinds.wording import (
    below_its_heading,
    bullets,
    codes,
    such_as,
    units_after,
)

if TYPE_CHECKING:
    from grader.kinds.marker import Marker


class LedgerLine(Strict):
    """One count of a ledger, or a total of others."""

    answer: Written = Field(description="a number, or a formula over symbols and other lines")
    text: str = Field("", description="Markdown: what is counted")
    weight: float = Field(1.0, ge=0, description="share of the part's points, relative")
    aliases: Texts = Field((), description="other names for the line")


class LedgerPart(ComparedPart):
    """A count as named lines and their totals, each judged on its own."""

    called: ClassVar[str] = "a count, line by line"
    on_several_lines: ClassVar[bool] = True

    asks: Literal["ledger"]
    values: dict[str, int] = Field(
        default_factory=dict, description="what the symbols of the lines are"
    )
    lines: dict[str, LedgerLine] = Field(min_length=1)
    units: Texts = Field((), description="words that may follow a number and are ignored")
    reference: Reference | None = Field(
        None, description="a function without arguments that returns {line: count}; lint compares"
    )

    @model_validator(mode="after")
    def _has_weight(self) -> LedgerPart:
        if not any(line.weight for line in self.lines.values()):
            raise ValueError("every line has weight 0, so that nothing can be earned")
        return self

    def how_to_answer(self, name: str, references: References, *, first: bool) -> Iterator[str]:
        yield f"{below_its_heading(name)}, write one line for each of these:"
        yield bullets({line: entry.text for line, entry in self.lines.items()})
        line = next(iter(self.lines))
        symbols = ""
        if self.values:
            known = codes(f"{symbol} = {value}" for symbol, value in self.values.items())
            symbols = f" It may use {known}, and other lines by their names."
        yield (
            f"A line is a number or a formula{such_as(line, '12 345', '3 * 4115')}."
            f"{symbols}{units_after(self.units)}"
        )

    def labels(self) -> Mapping[str, Sequence[str]]:
        return {name: line.aliases for name, line in self.lines.items()}

    def texts(self) -> Iterator[tuple[Path_, str]]:
        yield from super().texts()
        yield from ((("lines", name, "text"), line.text) for name, line in self.lines.items())

    def marker(self) -> Marker:
        from grader.kinds.ledger.marking import LedgerMarker

        return LedgerMarker()
