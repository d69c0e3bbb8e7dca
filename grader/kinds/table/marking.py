"""`table`: rows of numbers, judged cell by cell; every right cell earns its share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.verdict import Verdict
from grader.course.parts import Part
from grader.kinds.marker import (
    Faulty,
    Line,
    Marked,
    Marker,
    Marking,
    Unclear,
    by_lines,
    listed_mistake,
)
from grader.kinds.quantity import exactly, read_quantity, same_quantity
from grader.kinds.snippets import plain, table_rows
from grader.kinds.table.keys import TablePart
from grader.maths import Expr, number

Row = list[int | float]


class TableMarker(Marker):
    def mark(self, part: TablePart, text: str, marking: Marking) -> Marked:
        rows = _rows(part, text)
        judged = [
            [_cell(part, cell, value) for cell, value in zip(cells, truth, strict=True)]
            for cells, truth in zip(rows, part.answer, strict=True)
        ]
        lines = [_line(at, cells) for at, cells in enumerate(judged, start=1)]
        marked = by_lines(lines)
        if marked.verdict is Verdict.CORRECT or marked.verdict.pending:
            return marked
        mistake = listed_mistake(part, lambda answer: _alike(part, rows, _rows(part, answer)))
        cells = [why for row in judged for why in row]
        share = sum(why == "" for why in cells) / len(cells)
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
                for row in _rows(part, mistake.answer):
                    for cell in row:
                        read_quantity(cell)
            except Unclear as error:
                yield ("mistakes",), f"`{mistake.answer}` cannot be read: {error}"


def _cell(part: TablePart, cell: str, value: int | float) -> str | None:
    """Empty if the cell is right, what is wrong with it if not, None if that is undecided."""
    if not cell:
        return "empty"
    try:
        given = read_quantity(cell, decimals=part.decimals)
    except Unclear as error:
        why = str(error).split("\n")[0]
        return f"`{cell[:20]}` cannot be read: {why}"
    same = same_quantity(given, number(exactly(value)), decimals=part.decimals)
    return None if same is None else "" if same else cell[:20]


def _line(at: int, cells: list[str | None]) -> Line:
    name = f"row {at}"
    bad = [f"column {column} ({why})" for column, why in enumerate(cells, start=1) if why]
    if bad:
        verdict = Verdict.WRONG if len(bad) == len(cells) else Verdict.PARTLY
        return Line(name, verdict, "not right in " + ", ".join(bad))
    if None in cells:
        where = f"column {cells.index(None) + 1}"
        return Line(name, Verdict.UNDECIDED, f"a person decides about {where}")
    return Line(name, Verdict.CORRECT, "")


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


def _rows(part: TablePart, text: str) -> list[list[str]]:
    """The student's rows, in the truth's shape; a first column of labels may stand before."""
    width = len(part.answer[0])
    rows = table_rows(text) or _latex(text) or _bracketed(text) or _lines(text)
    rows = [[plain(cell) for cell in row[-width:]] for row in rows if len(row) >= width]
    rows = [row for row in rows if any(re.search(r"\d", cell) for cell in row)]
    # Names of columns that have digits in them, such as `sin(pos/100)`, or are numbers themselves.
    if len(rows) == len(part.answer) + 1 and (
        any(re.search(r"[^\W\d]", cell) for cell in rows[0]) or _has_a_head(text)
    ):
        rows = rows[1:]
    if len(rows) != len(part.answer):
        raise Unclear(
            f"found {len(rows)} rows of {width} numbers; write a table of {len(part.answer)} rows, "
            "one line each: | 0.84 | 0.54 |"
        )
    return rows


def _has_a_head(text: str) -> bool:
    """Whether the second line of a Markdown table is its ruling."""
    lines = [line.strip() for line in text.split("\n") if "|" in line]
    return len(lines) > 1 and bool(re.fullmatch(r"[|:\-\s]+", lines[1]))


def _latex(text: str) -> list[list[str]]:
    inner = re.search(r"\\begin\{\w*(?:matrix|array)\}(?:\{[clr|]*\})?([^$]*?)\\end\{", text)
    rows = re.split(r"\\\\", inner[1]) if inner else []
    return [[cell.strip() for cell in row.split("&")] for row in rows if row.strip()]


def _bracketed(text: str) -> list[list[str]]:
    return [_split(row) for row in re.findall(r"\[([^\[\]]+)\]", text)]


def _lines(text: str) -> list[list[str]]:
    return [_split(line) for line in text.split("\n") if line.strip()]


def _split(row: str) -> list[str]:
    """Cells between commas or, as arrays are printed, between spaces."""
    cells = row.split(",") if "," in row else row.split()
    return [cell.strip() for cell in cells]
