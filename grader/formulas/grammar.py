"""The grammar of a formula above its primaries: sums of terms of powers.

Where people read the same writing in two ways (`1/2x`, `A*B` of matrices) it is refused, with the
two ways to write it plainly. Names and their indices are in `named`, other primaries in
`primaries`, and the way in is `read` in `reader`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from .cursor import MOST_DEPTH, Cursor
from .numerals import number_at
from .shapes import ShapeError, Shapes
from .symbols import Shape, Symbols
from .tree import (
    Add,
    Call,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Multiply,
    Name,
    Number,
    Power,
    add,
    divide,
    free_names,
    negate,
    walk,
)

MINUS = ("-", "−", "–")
_ELEMENTWISE = ("\\odot", "⊙", "\\circ", "∘")
_TIMES = ("\\cdot", "\\times", "\\ast", "·", "×", "⋅", "∙")
_DIVIDED = ("/", "÷", "\\div", "∕")


class Grammar(Cursor, ABC):
    """Sums, terms and powers. One instance reads one text."""

    def __init__(self, text: str, symbols: Symbols, *, latex: bool) -> None:
        super().__init__(text)
        self.symbols = symbols
        self.latex = latex
        self.shapes = Shapes(symbols)
        self.bound: list[str] = []
        self.bars = 0  # how many | … | we are inside, so that a bar can close one
        self.covered: dict[int, bool] = {}  # places from which a word is made of known names
        self.stacked_at: dict[int, bool] = {}  # places of brackets: do they hold vectors?
        self.commas = True  # whether a comma may separate thousands here

    # sums and terms

    def expression(self) -> Expr:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail(f"nested more than {MOST_DEPTH} deep: write it flatter")
        terms = [self.term()]
        while True:
            start = self.at
            if self.eat("+"):
                terms.append(self.term())
            elif self.eat(*MINUS):
                terms.append(negate(self.term()))
            else:
                break
            self.check(Add((add(*terms[:-1]), terms[-1])), start)
        self.depth -= 1
        return add(*terms)

    def term(self) -> Expr:
        left = self.signed()
        divisor: tuple[int, Expr, Expr] | None = None
        while True:
            self.skip()
            operator = self.at
            if self.eat(*_ELEMENTWISE):
                left = self.elementwise(left, self.signed(), operator)
            elif self.eat(*_TIMES):
                left = self.times(left, self.signed(), operator, dots=self.text[operator] != "×")
            elif self.eat("@"):
                left = self.times(left, self.signed(), operator)
            elif not self.peek("**") and self.eat("*"):
                left = self.star(left, self.signed(), operator)
            elif self.eat(*_DIVIDED):
                self.skip()
                place = self.at
                top, bottom = left, self.signed()
                if self.shape(bottom, place) is not None:
                    raise self.fail(
                        "cannot divide by a matrix: multiply by its inverse ^{-1}", place
                    )
                left = divide(top, bottom)
                divisor = (place, top, bottom)
                continue
            elif self.starts_factor():
                self.refuse_open_divisor(divisor)
                left = self.times(left, self.power(), operator)
            else:
                return self.contracted(left)
            divisor = None

    def refuse_open_divisor(self, divisor: tuple[int, Expr, Expr] | None) -> None:
        """`a/b c` is read as (a/b)c by some and as a/(bc) by others."""
        if divisor is None:
            return
        place, top, bottom = divisor
        if not isinstance(bottom, (Number, Name, Entry, Power)) or self.text[place] in "([{\\":
            return
        both = isinstance(top, Number) and isinstance(bottom, Number)
        if both and not (self.text[self.at].isalpha() and self.text[self.at - 1].isdecimal()):
            return
        raise self.fail(
            "a factor right after a/b can be read in two ways: write (a/b)*c or a/(b*c)", self.at
        )

    def signed(self) -> Expr:
        if self.eat(*MINUS):
            self.depth += 1
            if self.depth > MOST_DEPTH:
                raise self.fail("too many signs in a row")
            inner = negate(self.signed())
            self.depth -= 1
            return inner
        if self.eat("+"):
            return self.signed()
        return self.power()

    def times(self, left: Expr, right: Expr, at: int, *, dots: bool = False) -> Expr:
        shapes = (self.shape(left, at), self.shape(right, at))
        if dots and shapes[0] is not None and shapes[0] == shapes[1] and shapes[0].cols == 1:
            return Call("dot", (left, right))
        product = Multiply((*(left.factors if isinstance(left, Multiply) else (left,)), right))
        return self.check(product, at)

    def star(self, left: Expr, right: Expr, at: int) -> Expr:
        if self.shape(left, at) is not None and self.shape(right, at) is not None:
            raise self.fail(
                "* between two matrices can mean two things: write @ for the matrix product or "
                "\\odot for the elementwise one",
                at,
            )
        return self.times(left, right, at)

    def elementwise(self, left: Expr, right: Expr, at: int) -> Expr:
        if self.shape(left, at) is None or self.shape(right, at) is None:
            return self.times(left, right, at)
        factors = left.factors if isinstance(left, Hadamard) else (left,)
        return self.check(Hadamard((*factors, right)), at)

    def contracted(self, term: Expr) -> Expr:
        """Einstein's convention, for the indices the problem says it holds for."""
        for index in self.symbols.einstein:
            uses = sum(
                Name(index) in node.indices for node in walk(term) if isinstance(node, Entry)
            )
            if uses == 2 and index in free_names(term) and index not in self.bound:
                low, high = self.index_range(index, term)
                term = Fold("sum", term, index, low, high)
        return term

    # what the rooms above this one provide

    @abstractmethod
    def power(self) -> Expr:
        """A primary with what may follow it: exponents, transposes, factorials, indices."""

    @abstractmethod
    def starts_factor(self) -> bool:
        """Whether another factor follows without a sign for multiplication."""

    @abstractmethod
    def index_range(self, index: str, body: Expr) -> tuple[Expr, Expr]:
        """The range of an index for which no bounds are written."""

    # support

    def braced(self) -> Expr:
        self.skip()
        opened = self.at
        self.expect("{", opened, "brace")
        if self.peek("}"):
            raise self.fail("nothing stands between these braces", opened)
        inner = self.expression()
        self.expect("}", opened, "brace")
        return inner

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

    def check(self, expr: Expr, at: int) -> Expr:
        self.shape(expr, at)
        return expr
