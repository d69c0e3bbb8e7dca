"""Pictures as structure: the numbers and the words of one, which every renderer draws its own way.

The numbers come from students. They are few, finite, or a gap (None); the report's model escapes
the words like everything else that a student wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

# More than a terminal or a page can show; what is larger is thinned out or cut, and says so.
MAX_SERIES = 8
MAX_POINTS = 400
MAX_ROWS = 40
MAX_COLUMNS = 60
MAX_LABEL = 60
MAX_TITLE = 120
LARGEST = 1e100  # beyond it no axis has room

Finite = Annotated[float, Field(allow_inf_nan=False)]
# Escaping makes text longer: \u202e for one character.
Label = Annotated[str, Field(max_length=8 * MAX_LABEL)]
Title = Annotated[str, Field(max_length=8 * MAX_TITLE)]


class Figure(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Title = ""


class Series(BaseModel):
    """One line of a plot, its points in the order of x; a value of None is a gap."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Label
    points: tuple[tuple[Finite, Finite | None], ...] = Field(max_length=MAX_POINTS)


class Mark(BaseModel):
    """A place on the x-axis that something is said about."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: Finite
    label: Label


class Curves(Figure):
    """Lines over a common x-axis."""

    kind: Literal["curves"] = "curves"
    x: Label = Field(description="what the x-axis is")
    series: tuple[Series, ...] = Field(min_length=1, max_length=MAX_SERIES)
    marks: tuple[Mark, ...] = Field((), max_length=MAX_SERIES)


class HeatMap(Figure):
    """A matrix of numbers, one shaded cell each; a value of None is a gap."""

    kind: Literal["heat map"] = "heat map"
    row_name: Label = Field("", description="what a row is, where its label is a number")
    column_name: Label = ""
    rows: tuple[Label, ...] = Field(min_length=1, max_length=MAX_ROWS)
    columns: tuple[Label, ...] = Field(min_length=1, max_length=MAX_COLUMNS)
    values: tuple[tuple[Finite | None, ...], ...]
    beside: tuple[Finite | None, ...] = Field(
        (), description="one number more for each row, drawn before it"
    )

    @model_validator(mode="after")
    def _is_rectangular(self) -> HeatMap:
        if [len(row) for row in self.values] != [len(self.columns)] * len(self.rows):
            raise ValueError("a heat map has one value for each row and column")
        if self.beside and len(self.beside) != len(self.rows):
            raise ValueError("a heat map has one number beside each row, or none")
        return self


AnyFigure = Annotated[Curves | HeatMap, Field(discriminator="kind")]


def label(text: str, most: int = MAX_LABEL) -> str:
    """One line of at most so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def finite(value: Any) -> float | None:
    """The number, or a gap for what cannot be drawn."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if abs(number) <= LARGEST else None  # not so of NaN


def curve(name: str, points: Iterable[tuple[Any, Any]]) -> Series:
    """A series of at most `MAX_POINTS`, thinned out evenly, its ends kept."""
    placed = [(x, finite(y)) for x, y in ((finite(x), y) for x, y in points) if x is not None]
    if len(placed) > MAX_POINTS:
        step = (len(placed) - 1) / (MAX_POINTS - 1)
        placed = [placed[round(index * step)] for index in range(MAX_POINTS)]
    return Series(name=label(name), points=tuple(placed))


class Labels(NamedTuple):
    """The labels along one side of a heat map, and what they number, if they are numbers."""

    texts: Sequence[str]
    name: str = ""


def heat_map(
    title: str,
    rows: Labels,
    columns: Labels,
    values: Sequence[Sequence[Any]],
    beside: Sequence[Any] = (),
) -> HeatMap:
    """A heat map of the first `MAX_ROWS` rows and `MAX_COLUMNS` columns."""
    height, width = min(len(rows.texts), MAX_ROWS), min(len(columns.texts), MAX_COLUMNS)
    if (height, width) != (len(rows.texts), len(columns.texts)):
        whole = f"{len(rows.texts)} × {len(columns.texts)}"
        title += f" (the first {height} × {width} of {whole})"
    return HeatMap(
        title=label(title, MAX_TITLE),
        row_name=label(rows.name),
        column_name=label(columns.name),
        rows=tuple(map(label, rows.texts[:height])),
        columns=tuple(map(label, columns.texts[:width])),
        values=tuple(tuple(map(finite, row[:width])) for row in values[:height]),
        beside=tuple(map(finite, beside[:height])),
    )
