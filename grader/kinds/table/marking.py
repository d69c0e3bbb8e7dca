"""`table`: rows of numbers, judged cell by cell; every right cell earns its share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from grader.checks.verdict import Verdict, worst
from grader.course.parts import Part
from grader.kinds.marker import (
    Faulty,
    Line,
    Marked,
    Marker,
    Marking,
    Passage,
    Unclear,
    by_lines,
    listed_mistake,
    placed,
)
from grader.kinds.quantity import exactly, same_quantity
from grader.kinds.stated import Reading, read_quantity, stated_numbers, the_one
from grader.kinds.table.keys import TablePart
from grader.kinds.table.rows import rows_of
from grader.maths import Expr, number
from grader.writing import Role
from grader.writing.numerals import open_numeral

# Of a cell, in words about it.
MAX_SHOWN = 30


class TableMarker(Marker):
    def mark(self, part: TablePart, text: str, marking: Marking) -> Marked:
        rows = rows_of(part, text)
        judged = [
            [_cell(part, cell, value) for cell, value in zip(cells, truth, strict=True)]
            for cells, truth in zip(rows, part.answer, strict=True)
        ]
        marked = by_lines([_line(at, cells) for at, cells in enumerate(judged, start=1)])
        cells = [cell for row in judged for cell in row]
        share = sum(cell.verdict is Verdict.CORRECT for cell in cells) / len(cells)
        waiting = sum(cell.verdict.pending for cell in cells) / len(cells)
        unread = tuple(placed(passage, text) for passage in marked.unread)
        marked = replace(marked, share=share, waiting=waiting, unread=unread)
        if marked.verdict is Verdict.CORRECT or marked.verdict.pending:
            return marked
        mistake = listed_mistake(part, lambda answer: _alike(part, rows, rows_of(part, answer)))
        share = max(share, mistake.credit if mistake else 0.0)
        verdict = Verdict.PARTLY if share else Verdict.WRONG
        return replace(marked, verdict=verdict, share=share, mistake=mistake)

    def right_answer(self, part: TablePart) -> str:
        rows = [[f"{value:.{part.decimals}f}" for value in row] for row in part.answer]
        ruling = "|" + "---|" * len(rows[0])
        head = "|" + " |" * len(rows[0])
        return "\n".join([head, ruling, *("| " + " | ".join(row) + " |" for row in rows)])

    def faults(self, part: TablePart, parts: Mapping[str, Part]) -> Iterator[Faulty]:
        for mistake in part.mistakes:
            try:
                for row in rows_of(part, mistake.answer):
                    for cell in row:
                        read_quantity(cell)
            except Unclear as error:
                yield ("mistakes",), f"`{mistake.answer}` cannot be read: {error}"


@dataclass(frozen=True)
class _Cell:
    verdict: Verdict
    written: str
    why: str = ""


def _cell(part: TablePart, cell: str, value: int | float) -> _Cell:
    written = cell if len(cell) <= MAX_SHOWN else cell[: MAX_SHOWN - 1] + "…"
    if not cell:
        return _Cell(Verdict.WRONG, "empty")
    truth = number(exactly(value))

    def is_right(given: Expr) -> bool | None:
        return same_quantity(given, truth, decimals=part.decimals)

    reading = Reading(thousands=part.decimals == 0)
    try:
        stated = stated_numbers(cell, reading)
        if any(one.role is Role.DENIED for one in stated):
            return _Cell(Verdict.UNREAD, written, "it says what it is not; write what it is")
        given = the_one(stated, is_right)
        same = is_right(given.value)
        if same is False and open_numeral(cell):
            other = replace(reading, thousands=not reading.thousands, by_habit=False)
            if is_right(the_one(stated_numbers(cell, other), is_right).value):
                return _Cell(Verdict.UNREAD, written, "it can be meant with decimals or without")
    except Unclear as error:
        return _Cell(Verdict.UNREAD, written, str(error).split("\n")[0])
    if same is None:
        return _Cell(Verdict.UNDECIDED, written)
    shown = given.written if len(given.written) <= MAX_SHOWN else written
    return _Cell(Verdict.CORRECT if same else Verdict.WRONG, shown)


def _line(at: int, cells: list[_Cell]) -> Line:
    """A row is named after what is worst in it; what is right in it keeps its points."""
    said: list[str] = []
    bad = _columns(cells, Verdict.WRONG)
    if bad:
        said.append("not right in " + ", ".join(f"column {n} ({it.written})" for n, it in bad))
    said += [f"column {n} cannot be read: {it.why}" for n, it in _columns(cells, Verdict.UNREAD)]
    unsure = _columns(cells, Verdict.UNDECIDED)
    if unsure:
        said.append(f"a person decides about column {unsure[0][0]}")
    verdict = worst([cell.verdict for cell in cells])
    if verdict is Verdict.WRONG and len(bad) < len(cells):
        verdict = Verdict.PARTLY
    passages = tuple(
        Passage(cell.written, f"row {at}, column {n}: {cell.why}")
        for n, cell in _columns(cells, Verdict.UNREAD)
    )
    return Line(f"row {at}", verdict, "; ".join(said), unread=passages)


def _columns(cells: list[_Cell], verdict: Verdict) -> list[tuple[int, _Cell]]:
    return [(n, cell) for n, cell in enumerate(cells, start=1) if cell.verdict is verdict]


def _alike(part: TablePart, rows: list[list[str]], others: list[list[str]]) -> bool:
    try:
        pairs: list[tuple[Expr, Expr]] = [
            (read_quantity(mine), read_quantity(other))
            for row, other_row in zip(rows, others, strict=True)
            for mine, other in zip(row, other_row, strict=True)
        ]
    except Unclear:
        return False
    return all(same_quantity(a, b, decimals=part.decimals) for a, b in pairs)
