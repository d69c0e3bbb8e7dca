"""Matrices, cases and aligned equations: their cells as a grid, or one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from grader.typeset.boxes import Align, Box, grid

Rows = Sequence[Sequence[Box]]
_READS_ON = ("if ", "otherwise", "for ", "else", "=", "<", ">", "≤", "≥", "≈")


def table_line(rows: Rows) -> str:
    """On one line: `a, b; c, d`, `0 if j ≤ i; −∞ otherwise`, `a = b; c = d`."""
    return "; ".join(_row_line([cell.lines[0].strip() for cell in row]) for row in rows)


def _row_line(cells: Sequence[str]) -> str:
    """A comma between two cells, unless they read on by themselves."""
    text = cells[0]
    for cell in cells[1:]:
        text += f" {cell}" if cell.startswith(_READS_ON) or not text else f", {cell}"
    return text.strip()


def table_box(table: Element, rows: Rows) -> Box:
    """In two dimensions, with the columns aligned as the MathML says."""
    count = max(map(len, rows))
    aligns: list[Align] = [_align(list(table[0]), column) for column in range(count)]
    return grid(rows, aligns, _spacing(table, count))


def _align(cells: Sequence[Element], column: int) -> Align:
    given = cells[column].get("columnalign", "center") if column < len(cells) else "center"
    return "left" if given == "left" else "right" if given == "right" else "center"


def _spacing(table: Element, count: int) -> list[int]:
    given = table.get("columnspacing", "").split()
    if not given:
        return [2] * (count - 1)
    # The columns of an alignment touch: the relation between them brings its own space.
    return [0 if given[column % len(given)] == "0em" else 4 for column in range(count - 1)]
