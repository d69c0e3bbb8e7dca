"""The grammar above the factors: sums of terms, terms of factors.

Where people read the same writing in two ways (`1/2x`, `A*B` of matrices) it is refused, with the
two ways to write it plainly.
"""

from __future__ import annotations

from grader.maths.grammar.cursor import MAX_DEPTH
from grader.maths.grammar.dots import DOTS
from grader.maths.grammar.part import Part
from grader.maths.tree.nodes import (
    MINUS_ONE,
    Add,
    Applied,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Name,
    Number,
    Power,
    Transpose,
    add,
    divide,
    free_names,
    multiply,
    negate,
    walk,
)
from grader.maths.tree.shapes import ShapeError
from grader.maths.tree.symbols import Shape

MINUS = ("-", "−", "–")
_ELEMENTWISE = ("\\odot", "⊙", "\\circ", "∘")
_TIMES = ("\\cdot", "\\times", "\\ast", "·", "×", "⋅", "∙")
_DIVIDED = ("/", "÷", "\\div", "∕")


class Terms(Part):
    """Sums and products, by precedence."""

    def expression(self) -> Expr:
        self.here.depth += 1
        if self.here.depth > MAX_DEPTH:
            raise self.here.fail(f"nested more than {MAX_DEPTH} deep: write it flatter")
        terms = [self.term()]
        # The first term of each shape stands for the others in a check: a sum is read in as many
        # steps as it has terms.
        unlike: dict[Shape | None, Expr] = {}
        while sign := self.here.peek("+", *MINUS):
            start = self.here.at
            self.here.eat(sign)
            if sign == "+" and self.here.eat(*DOTS):
                if not self.here.eat("+"):
                    raise self.here.fail("after the dots the last term is missing: write … + a_n")
                terms = [self.reader.dots.sum(terms, self.term(), start)]
                continue
            unlike.setdefault(self.here.shape(terms[-1], start), terms[-1])
            term = self.term()
            terms.append(term if sign == "+" else negate(term))
            self.here.check(Add((*unlike.values(), terms[-1])), start)
        self.here.depth -= 1
        return add(*terms)

    def term(self) -> Expr:
        left = self.signed()
        divisor: tuple[int, Expr, Expr] | None = None
        while True:
            self.here.skip()
            operator = self.here.at
            if self.here.eat(*_ELEMENTWISE):
                left = self.elementwise(left, self.signed(), operator)
            elif self.here.eat(*_TIMES):
                left = self.times(
                    left, self.signed(), operator, dots=self.here.text[operator] != "×"
                )
            elif self.here.eat("\\otimes", "⊗"):
                left = self.outer(left, self.signed(), operator)
            elif self.here.eat("@"):
                left = self.times(left, self.signed(), operator)
            elif not self.here.peek("**") and self.here.eat("*"):
                left = self.star(left, self.signed(), operator)
            elif self.here.eat(*_DIVIDED):
                self.here.skip()
                place = self.here.at
                top, bottom = left, self.signed()
                left = self.quotient(top, bottom, place)
                divisor = (place, top, bottom)
                continue
            elif self.reader.scripts.starts_factor():
                self.refuse_open_divisor(divisor)
                left = self.times(left, self.reader.scripts.power(), operator)
            else:
                return self.contracted(left)
            divisor = None

    def refuse_open_divisor(self, divisor: tuple[int, Expr, Expr] | None) -> None:
        """`a/b c` is read as (a/b)c by some and as a/(bc) by others."""
        if divisor is None:
            return
        place, top, bottom = divisor
        if not isinstance(bottom, (Number, Name, Entry, Power)) or self.here.text[place] in "([{\\":
            return
        both = isinstance(top, Number) and isinstance(bottom, Number)
        if both and not (
            self.here.ahead().isalpha() and self.here.text[self.here.at - 1].isdecimal()
        ):
            return
        raise self.here.fail(
            "a factor right after a/b can be read in two ways: write (a/b)*c or a/(b*c)",
            self.here.at,
        )

    def signed(self) -> Expr:
        sign = self.here.eat("+", *MINUS)
        if sign is None:
            return self.reader.scripts.power()
        self.here.depth += 1
        if self.here.depth > MAX_DEPTH:
            raise self.here.fail("too many signs in a row")
        inner = self.signed()
        self.here.depth -= 1
        return inner if sign == "+" else negate(inner)

    def times(self, left: Expr, right: Expr, at: int, *, dots: bool = False) -> Expr:
        shapes = (self.here.shape(left, at), self.here.shape(right, at))
        if dots and shapes[0] is not None and shapes[0] == shapes[1] and shapes[0].cols == 1:
            return Applied("dot", (left, right))
        try:
            return self.here.shapes.times(left, right)
        except ShapeError as problem:
            if isinstance(right, Transpose) and self.reader.matrices.is_listed(right.of):
                return self.times(left, right.of, at)  # W [a, x]^T: upright what is written flat
            raise self.here.fail(str(problem), at) from None

    def quotient(self, top: Expr, bottom: Expr, at: int) -> Expr:
        """By a number; by a vector entry by entry, for there is nothing else it could mean."""
        below = self.here.shape(bottom, at)
        if below is None:
            return divide(top, bottom)
        if 1 not in (below.rows, below.cols):
            raise self.here.fail("cannot divide by a matrix: multiply by its inverse ^{-1}", at)
        inverse = Power(bottom, MINUS_ONE)
        if self.here.shape(top, at) is None:
            return self.here.check(multiply(top, inverse), at)
        return self.here.check(Hadamard((top, inverse)), at)

    def outer(self, left: Expr, right: Expr, at: int) -> Expr:
        """The product of two columns, each entry of one with each of the other. With a number there
        is but one product."""
        shapes = (self.here.shape(left, at), self.here.shape(right, at))
        if None in shapes:
            return self.times(left, right, at)
        if any(shape is None or shape.cols != 1 for shape in shapes):
            raise self.here.fail("an outer product needs a vector on both sides", at)
        return self.times(left, Transpose(right), at)

    def star(self, left: Expr, right: Expr, at: int) -> Expr:
        shapes = (self.here.shape(left, at), self.here.shape(right, at))
        if shapes[0] is not None and shapes[0] == shapes[1] and shapes[0].cols == 1:
            return self.elementwise(left, right, at)  # of two columns there is no other product
        if shapes[0] is not None and shapes[1] is not None:
            if shapes[0].cols == 1 == shapes[1].rows:  # a column by a row, whichever is meant
                return self.times(left, right, at)
            fits = shapes[0].rows != 1 and shapes[0].cols == shapes[1].rows
            if fits and shapes[1].cols == 1:
                return self.times(left, right, at)  # a matrix by a column: entry by entry is none
            raise self.here.fail(
                "* between two matrices can mean two things: write @ for the matrix product or "
                "\\odot for the elementwise one",
                at,
            )
        return self.times(left, right, at)

    def elementwise(self, left: Expr, right: Expr, at: int) -> Expr:
        if self.here.shape(left, at) is None or self.here.shape(right, at) is None:
            return self.times(left, right, at)
        factors = left.factors if isinstance(left, Hadamard) else (left,)
        return self.here.check(Hadamard((*factors, right)), at)

    def contracted(self, term: Expr) -> Expr:
        """Einstein's convention, for the indices the problem says it holds for."""
        for index in self.here.symbols.einstein:
            uses = sum(
                Name(index) in node.indices for node in walk(term) if isinstance(node, Entry)
            )
            if uses == 2 and index in free_names(term) and index not in self.here.bound:
                low, high = self.reader.indices.index_range(index, term)
                term = Fold("sum", term, index, low, high)
        return term
