"""Matrices and columns that are written out: lists, lists of lists, environments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.maths.grammar.dots import DOTS, Cell
from grader.maths.grammar.part import Part
from grader.maths.tree.nodes import Applied, Expr, Matrix, column

if TYPE_CHECKING:
    from grader.maths.grammar.reader import Reader

# Products and determinants of larger ones would be worked out entry by entry for minutes.
MAX_ROWS = 16  # nobody writes a larger one out
_SPACING = re.compile(r"\s*\[[^\]]{1,8}\]")  # \\[2pt] after a row
_END = re.compile(r"\\end\{(b|p|v|B|V|small)?(matrix|array)\*?\}")
_MATRIX = re.compile(r"\\begin\{(b|p|v|B|V|small)?(matrix|array)\*?\}(?:\{[clr| ]*\})?")


class Matrices(Part):
    """What is written entry by entry."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.listed: list[Expr] = []  # columns that are written as rows, `[a, b]`

    def is_listed(self, expr: Expr) -> bool:
        return expr in self.listed

    def tuple_(self, opened: int, close: str) -> Expr:
        entries = self.reader.brackets.entries(close, opened)
        return self.stacked(entries, opened)

    def list_(self, opened: int) -> Expr:
        """`[x]` groups; `[a, b]` and `[a; b]` stand for a column; a list of lists for a matrix."""
        nested = bool(self.here.peek("["))
        rows: list[list[Expr]] = [[]]
        bars, commas = self.here.bars, self.here.commas
        self.here.bars, self.here.commas = 0, False
        parted = ""
        while True:
            if nested and self.here.peek("[") and (inner := self.row()) is not None:
                rows.append(inner)
            else:
                nested = False
                rows.append([self.reader.terms.expression()])
            mark = self.here.eat(",", ";", "\\\\")
            if mark is None:
                break
            parted = parted or mark
        self.here.bars, self.here.commas = bars, commas
        self.here.expect("]", opened, "bracket")
        rows = rows[1:]
        if nested:
            return self.grid(rows, opened)
        if len(rows) == 1:
            return rows[0][0]
        found = self.stacked([row[0] for row in rows], opened)
        self.listed += [found] if parted == "," else []
        return found

    def row(self) -> list[Expr] | None:
        """An inner list of a list of lists; None where the bracket only starts a factor."""
        start = self.here.at
        self.here.eat("[")
        found = [self.reader.terms.expression()]
        while self.here.eat(","):
            found.append(self.reader.terms.expression())
        self.here.expect("]", start, "bracket")
        if self.here.peek(",", "]", ";"):
            return found
        self.here.at = start
        return None

    def stacked(self, entries: list[Expr], at: int) -> Expr:
        wide = [
            shape for entry in entries if (shape := self.here.shape(entry, at)) and shape.cols != 1
        ]
        if wide:
            raise self.here.fail(
                f"a list with a matrix ({wide[0]}) in it can be stacked two ways: "
                "write \\begin{bmatrix} with & and \\\\",
                at,
            )
        return self.here.check(column(*entries), at)

    def grid(self, rows: list[list[Expr]], at: int) -> Expr:
        if len(rows) > MAX_ROWS or max(len(row) for row in rows) > MAX_ROWS:
            raise self.here.fail(f"a matrix of more than {MAX_ROWS} rows or columns", at)
        lengths = sorted({len(row) for row in rows})
        if len(lengths) > 1:
            listed = " and ".join(str(length) for length in lengths)
            raise self.here.fail(f"the rows of this matrix have {listed} entries", at)
        return self.here.check(Matrix(tuple(tuple(row) for row in rows)), at)

    def cell(self) -> Cell:
        if self.here.peek("&", "\\\\", "\\cr", "\\end"):
            return None
        place = self.here.at
        if self.here.eat(*DOTS) and self.here.peek("&", "\\\\", "\\cr", "\\end"):
            return "dots"
        self.here.at = place
        return self.reader.terms.expression()

    def environment(self) -> Expr:
        start = self.here.at
        match = _MATRIX.match(self.here.text, start)
        if not match:
            raise self.here.fail(
                "only matrix environments can be read here, such as \\begin{bmatrix}"
            )
        self.here.at = match.end()
        rows: list[list[Cell]] = [[]]
        bars, commas = self.here.bars, self.here.commas
        self.here.bars, self.here.commas = 0, True
        while True:
            if self.here.peek("\\end") and not rows[-1]:
                break
            rows[-1].append(self.cell())
            if self.here.eat("&"):
                continue
            if self.here.eat("\\\\", "\\cr"):
                spacing = self.here.match(_SPACING)
                self.here.at = (
                    spacing.end() if spacing and "pt" in spacing.group() else self.here.at
                )
                rows.append([])
                continue
            if self.here.peek("\\end"):
                break
            raise self.here.fail("expected &, \\\\ or \\end here")
        self.here.bars, self.here.commas = bars, commas
        closing = self.here.match(_END)
        if not closing or closing.groups() != match.groups():
            raise self.here.fail(f"expected \\end{{{match[1] or ''}{match[2]}}} here")
        self.here.at = closing.end()
        if not rows[-1]:
            rows.pop()
        if not rows or not all(rows):
            raise self.here.fail("this matrix has an empty row", start)
        if any("dots" in row for row in rows):
            return self.reader.dots.diagonal(rows, start)
        if any(None in row for row in rows):
            raise self.here.fail("this matrix has an empty entry: write 0 there", start)
        written = [[cell for cell in row if isinstance(cell, Expr)] for row in rows]
        grid = self.grid(written, start)
        return self.here.check(Applied("det", (grid,)), start) if match[1] == "v" else grid
