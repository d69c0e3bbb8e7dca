"""One reading of one text: the place in it, and what is declared and open at that place."""

from __future__ import annotations

from grader.maths.grammar.cursor import MAX_NODES, Cursor
from grader.maths.grammar.numerals import number_at
from grader.maths.tree.nodes import Expr, Number, Sizes
from grader.maths.tree.shapes import ShapeError, Shapes
from grader.maths.tree.symbols import Shape, Symbols


class Reading(Cursor):
    """The cursor, and what every part of the reader must know of the place it is at."""

    def __init__(self, text: str, symbols: Symbols, *, latex: bool) -> None:
        super().__init__(text)
        self.symbols = symbols
        self.latex = latex
        self.shapes = Shapes(symbols)
        self.sizes = Sizes()
        self.bound: list[str] = []  # the indices of the sums around this place
        self.bars = 0  # how many | … | we are inside, so that a bar can close one
        self.commas = True  # whether a comma may separate thousands here

    def numeral(self, *, separators: bool = True) -> Expr:
        try:
            found = number_at(self.text, self.at, commas=self.commas, separators=separators)
        except ValueError as problem:
            raise self.fail(str(problem)) from None
        if found is None:
            raise self.fail(f"expected a number, found {self.found()}")
        value, self.at = found
        return Number(value)

    def shape(self, expr: Expr, at: int) -> Shape | None:
        try:
            return self.shapes.of(expr)
        except ShapeError as problem:
            raise self.fail(str(problem), at) from None

    def bounded(self, expr: Expr, at: int) -> Expr:
        """The same, or a refusal of what has too many nodes.

        Only where one writing is put into the tree several times, as in a derivative, does the tree
        outgrow the text: there it must be looked at before it is built upon.
        """
        if self.sizes.of(expr) > MAX_NODES:
            raise self.fail(f"more than {MAX_NODES} operations", at)
        return expr

    def check(self, expr: Expr, at: int) -> Expr:
        self.shape(expr, at)
        return expr

    def is_declared(self, key: str) -> bool:
        return key in self.bound or key in self.symbols.keys or key in self.symbols.einstein
