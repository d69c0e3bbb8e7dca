"""`table`: rows of numbers, judged cell by cell."""

from __future__ import annotations

import re
from typing import ClassVar

from grader.checks.verdict import Verdict
from grader.course.written import TablePart
from grader.forms.base import Form, Line, Marked, Marking, Unclear, by_lines
from grader.forms.quantity import read_quantity, same_quantity
from grader.forms.snippets import table_rows


class Table(Form):
    asks: ClassVar[str] = "table"

    def mark(self, part: TablePart, text: str, marking: Marking) -> Marked:
        rows = _rows(part, text)
        lines = [
            _row(part, number, cells, truth)
            for number, (cells, truth) in enumerate(zip(rows, part.answer, strict=True), start=1)
        ]
        return by_lines(lines)

    def right_answer(self, part: TablePart) -> str:
        rows = [[f"{value:.{part.decimals}f}" for value in row] for row in part.answer]
        ruling = "|" + "---|" * len(rows[0])
        head = "|" + " |" * len(rows[0])
        return "\n".join([head, ruling, *("| " + " | ".join(row) + " |" for row in rows)])


def _row(part: TablePart, number: int, cells: list[str], truth: list[int | float]) -> Line:
    bad = []
    for column, (cell, value) in enumerate(zip(cells, truth, strict=True), start=1):
        try:
            given = read_quantity(re.sub(r"[$`*]", "", cell))
        except Unclear:
            bad.append(f"column {column} (`{cell[:20]}` is not a number)")
            continue
        if not same_quantity(given, read_quantity(repr(value)), decimals=part.decimals):
            bad.append(f"column {column} ({cell[:20]})")
    if not bad:
        return Line(f"row {number}", Verdict.CORRECT, "")
    return Line(f"row {number}", Verdict.WRONG, "not right in " + ", ".join(bad))


def _rows(part: TablePart, text: str) -> list[list[str]]:
    """The student's rows, in the truth's shape; a first column of labels may stand before."""
    width = len(part.answer[0])
    rows = table_rows(text) or _bracketed(text)
    rows = [row[-width:] for row in rows if len(row) >= width and _has_numbers(row[-width:])]
    if len(rows) != len(part.answer):
        raise Unclear(
            f"found {len(rows)} rows of {width} numbers; write a table of {len(part.answer)} rows, "
            "one line each: | 0.84 | 0.54 |"
        )
    return rows


def _bracketed(text: str) -> list[list[str]]:
    inner = re.findall(r"\[([^\[\]]+)\]", text)
    return [[cell.strip() for cell in row.split(",")] for row in inner]


def _has_numbers(cells: list[str]) -> bool:
    return any(re.search(r"\d", cell) for cell in cells)
