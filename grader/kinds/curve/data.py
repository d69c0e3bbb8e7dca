"""A data file as curves: exact numbers over ascending x, in the range that the part asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.kinds.curve.cells import BadCell, CellNumber, read_cell
from grader.kinds.curve.columns import Columns, Unfit, find_columns
from grader.kinds.curve.keys import CurvePart
from grader.submission.tables import Row, Table
from grader.values.counting import counted


@dataclass(frozen=True)
class Point:
    x: Fraction
    value: Fraction


@dataclass(frozen=True)
class CurveData:
    """`unit` is one of the last decimal; `scale` is 100 where the file has percent."""

    series: Mapping[str, tuple[Point, ...]]
    unit: Fraction
    scale: int = 1
    notes: tuple[str, ...] = ()

    def shown(self, value: Fraction) -> str:
        """A value as the file has it."""
        return f"{float(value * self.scale):.6g}" + (" %" if self.scale == 100 else "")


def shown_x(x: Fraction) -> str:
    return f"{float(x):.10g}"


def read_data(part: CurvePart, table: Table) -> CurveData:
    """The curves in the file. Raises Unfit with the line and what to write instead."""
    if table.fault:
        raise Unfit(table.line, table.fault)
    columns = find_columns(part, table)
    notes = list(columns.notes)
    rows = [_Read(part, row, columns, table.separator) for row in columns.rows]
    if len(rows) < part.at_least:
        last = rows[-1].line if rows else 1
        count = counted(len(rows), "row")
        raise Unfit(last, f"it has {count} of numbers, but at least {part.at_least} are asked for")
    rows = _ascending(part, rows, notes)
    if any(cell.comma for row in rows for cell in row.cells.values()):
        notes.append("decimal commas were read as points")
    scale = _scale(part, rows)
    if scale == 100:
        notes.append("percentages, from 0 to 100, were read as 0 to 1")
    series = {}
    unit = Fraction(1)
    for name in part.series:
        cells = [_scaled(row.cells[name], scale) for row in rows]
        points = zip(rows, cells, strict=True)
        series[name] = tuple(Point(row.x, cell.value) for row, cell in points)
        unit = min(unit, *(cell.unit for cell in cells))  # trailing zeros are often left out
    _within_range(part, rows, series, scale)
    return CurveData(series, unit, scale, tuple(notes))


class _Read:
    """One row: its x and the cells of its series. Raises Unfit."""

    def __init__(self, part: CurvePart, row: Row, columns: Columns, separator: str) -> None:
        self.line = row.line
        cells = list(row.cells)
        while len(cells) > columns.width and not cells[-1]:
            cells.pop()
        if len(cells) != columns.width:
            split = separator == "," and len(cells) > columns.width
            hint = "; write decimals with a point" if split else ""
            raise Unfit(
                row.line,
                f"it has {counted(len(cells), 'cell')}, but the header has {columns.width}{hint}",
            )
        largest = None if part.bounds is None else part.bounds[1] * (100 if part.percent else 1)
        self.x = self._cell(part.x[0], cells[columns.x], None).value
        self.cells = {
            name: self._cell(name, cells[column], largest)
            for name, column in columns.series.items()
        }
        signed = next((name for name, cell in self.cells.items() if cell.percent), None)
        if signed and not part.percent:
            raise Unfit(row.line, f"{signed} has a % sign; write the number alone")

    def _cell(self, name: str, text: str, largest: Fraction | None) -> CellNumber:
        try:
            return read_cell(text, largest)
        except BadCell as bad:
            raise Unfit(self.line, f"{name} {bad}") from bad


def _ascending(part: CurvePart, rows: Sequence[_Read], notes: list[str]) -> list[_Read]:
    seen: dict[Fraction, int] = {}
    for row in rows:
        if row.x in seen:
            name = f"{part.x[0]} {shown_x(row.x)}"
            raise Unfit(row.line, f"{name} is in line {seen[row.x]} too; write each one once")
        seen[row.x] = row.line
    ordered = sorted(rows, key=lambda row: row.x)
    if ordered != list(rows):
        notes.append(f"the rows were sorted by {part.x[0]}")
    return ordered


def _scale(part: CurvePart, rows: Sequence[_Read]) -> int:
    """100 where the values are percentages; those with a % sign are none of the question."""
    if not part.percent:
        return 1
    bare = [
        (row.line, name, cell.value)
        for row in rows
        for name, cell in row.cells.items()
        if cell.value and not cell.percent
    ]
    large = [found for found in bare if found[2] > 1]
    small = [found for found in bare if found[2] <= 1]
    if large and small:
        line, name, value = min(small if len(small) < len(large) else large)
        raise Unfit(
            line,
            f"{name} is {float(value):g}, and others are "
            f"{'above' if value <= 1 else 'below'} 1; write all values from 0 to 1, or all from "
            "0 to 100",
        )
    return 100 if large else 1


def _scaled(cell: CellNumber, scale: int) -> CellNumber:
    return cell if cell.percent else CellNumber(cell.value / scale, cell.unit / scale)


def _within_range(
    part: CurvePart,
    rows: Sequence[_Read],
    series: Mapping[str, Sequence[Point]],
    scale: int,
) -> None:
    if part.bounds is None:
        return
    low, high = part.bounds
    for index, row in enumerate(rows):
        for name, points in series.items():
            if not low <= points[index].value <= high:
                ends = f"{float(low * scale):g} and {float(high * scale):g}"
                value = float(points[index].value * scale)
                raise Unfit(row.line, f"{name} is {value:g}, which is not between {ends}")
