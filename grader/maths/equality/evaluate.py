"""The value of a formula at a point, as a ball that surely contains it.

Work is counted and bounded: a formula that needs more than `MAX_STEPS` steps at a point has no
value there. A step takes about a microsecond at 128 bits, and counts as two at twice the bits.
flint keeps the working precision in its own global context, so one thread evaluates at a time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from flint import acb, arb, ctx

from grader.maths.equality.balls import (
    Ball,
    Eye,
    Rows,
    TooMuchWork,
    Undefined,
    Unevaluable,
    Value,
    ball,
    collapsed,
    elementwise,
    inverse,
    plus,
    scalar,
    stacked,
    times,
    whole_number,
)
from grader.maths.equality.drawing import Point
from grader.maths.equality.exact import exactly
from grader.maths.equality.special import EACH, WHOLE
from grader.maths.equality.work import Work
from grader.maths.tree.domains import REAL
from grader.maths.tree.functions import words
from grader.maths.tree.nodes import (
    HALF,
    Add,
    Applied,
    Constant,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Identity,
    Matrix,
    Multiply,
    Name,
    Number,
    Power,
    Transpose,
)
from grader.maths.tree.shapes import ShapeError
from grader.maths.tree.symbols import Symbols

# Seven times the operations that are read: a sum repeats what is below it.
MAX_STEPS = 20_000
# Each is a product of matrices; nobody writes a higher one.
MAX_MATRIX_POWER = 32
# These take flint ten to forty times as long as an exponential.
_DEAR = frozenset(words("erf gamma factorial binomial"))
_DEAR_STEPS = 20
# To draw a number from a seed of its own, which happens once for each entry and each call of a
# function of which nothing is known.
_DRAWN_STEPS = 8
# Where these are not finite at an exact number they have no value; others may be merely huge.
_POLES = frozenset(words("log gamma factorial cot csc coth csch atanh acoth asec acsc asech acsch"))
# These jump: on a border their value is told by fractions, or not at all.
_JUMPS = frozenset(words("floor ceil sign delta"))
_EXACT_STEPS = 8  # fractions of Python take several times as long as balls
_STEP_BITS = 128  # the precision at which a step counts as one


def evaluate(expr: Expr, symbols: Symbols, point: Point, work: Work) -> Value:
    """The value, or Unevaluable; also where the value is not finite. What it took is charged."""
    evaluator = Evaluator(symbols, point)
    try:
        value = evaluator.value(expr)
    except (ZeroDivisionError, OverflowError, ValueError, ShapeError) as problem:
        raise Unevaluable(str(problem)) from None
    finally:
        # What was refused at once, such as a sum to 10^9, was asked for and not taken.
        taken = MAX_STEPS - max(0, evaluator.steps)
        work.numeric -= taken * ctx.prec // _STEP_BITS
    for entry in entries_of(value):
        if not entry.is_finite():
            raise (Undefined if evaluator.at_pole else Unevaluable)("not finite here")
    return value


def entries_of(value: Value) -> list[Ball]:
    if isinstance(value, Rows):
        return value.entries()
    return [value.scale] if isinstance(value, Eye) else [value]


class Evaluator:
    """One evaluation; counts its steps and knows the bound indices."""

    def __init__(self, symbols: Symbols, point: Point) -> None:
        self.symbols = symbols
        self.point = point
        self.steps = MAX_STEPS
        self.bound: dict[str, Ball] = {}
        self.at_pole = False  # surely, and not only by too little precision
        self.handlers: dict[type[Expr], Callable[..., Value]] = {
            Number: lambda node: ball(node.value),
            Constant: self._constant,
            Name: self._name,
            Identity: self._identity,
            Add: self._add,
            Multiply: self._multiply,
            Hadamard: self._hadamard,
            Power: self._power,
            Applied: self._call,
            Entry: self._entry,
            Transpose: self._transpose,
            Matrix: self._matrix,
            Fold: self._fold,
        }

    def value(self, expr: Expr) -> Value:
        self.charge(1)
        value = self.handlers[type(expr)](expr)
        if isinstance(value, Rows):
            self.charge(value.shape[0] * value.shape[1])
        return value

    def charge(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooMuchWork("more work than a formula deserves")

    def whole(self, expr: Expr) -> int:
        value = scalar(self.value(expr))
        found = whole_number(value.real) if value.imag.is_zero() else None
        if found is None:
            surely = not value.imag.contains(0) or not value.real.contains_integer()
            raise (Undefined if surely else Unevaluable)("a whole number was needed")
        return found

    def _constant(self, node: Constant) -> Ball:
        if node.name == "pi":
            return acb(arb.pi())
        return acb(1).exp() if node.name == "e" else acb(0, 1)

    def _name(self, node: Name) -> Value:
        key = node.key
        if key in self.bound:
            return self.bound[key]
        if key in self.point.scalars:
            value = self.point.scalars[key]
            return acb(value) if isinstance(value, complex) else ball(value)
        shape = self.symbols.matrices.get(key)
        if shape is not None:
            return self.array(key, (self.point.dim(shape.rows), self.point.dim(shape.cols)))
        family = self.symbols.indexed.get(key)
        if family is not None and family.shape is None and len(family.ranges) <= 2:
            dims = [self.point.dim(dim) for dim in family.ranges]
            return self.array(key, (dims[0], dims[1] if len(dims) == 2 else 1), len(dims))
        raise Unevaluable(f"{key} has no value")

    def array(
        self, key: str, shape: tuple[int, int], arity: int = 2, prefix: tuple[int, ...] = ()
    ) -> Value:
        rows, cols = shape
        first = self.symbols.first
        self.charge(rows * cols)
        family = self.symbols.indexed.get(key)
        domain = family.domain if family else REAL
        return collapsed(
            Rows(
                tuple(
                    tuple(
                        self.number(key, (*prefix, *((row + first, col + first)[:arity])), domain)
                        for col in range(cols)
                    )
                    for row in range(rows)
                )
            )
        )

    def number(self, key: str, indices: tuple[int, ...], domain: object) -> Ball:
        if (key, indices) not in self.point.touched:
            self.charge(_DRAWN_STEPS)
        value = self.point.entry(key, indices, domain)  # type: ignore[arg-type]
        return acb(value) if isinstance(value, complex) else ball(value)

    def _identity(self, node: Identity) -> Value:
        if node.size is None:
            return Eye(acb(1))
        size = self.point.dim(node.size)
        self.charge(size * size)  # before it is made: anyone can write I_{99999}
        return collapsed(Eye(acb(1)).sized(size))

    def _add(self, node: Add) -> Value:
        total = self.value(node.terms[0])
        for term in node.terms[1:]:
            total = plus(total, self.value(term))
        return total

    def _multiply(self, node: Multiply) -> Value:
        total = self.value(node.factors[0])
        for factor in node.factors[1:]:
            other = self.value(factor)
            if isinstance(total, Rows) and isinstance(other, Rows):
                self.charge(total.shape[0] * total.shape[1] * other.shape[1])
            total = times(total, other)
        return total

    def _hadamard(self, node: Hadamard) -> Value:
        total = self.value(node.factors[0])
        for factor in node.factors[1:]:
            total = elementwise(total, self.value(factor))
        return total

    def _power(self, node: Power) -> Value:
        base = self.value(node.base)
        if not isinstance(base, (Rows, Eye)):
            if node.exponent == HALF:
                # Not as a power, which goes by the logarithm and has no value around 0.
                return base.sqrt()
            exponent = scalar(self.value(node.exponent))
            if base.contains(0) and not base.is_zero() and self.exact(node.base) == 0:
                base = acb(0)
            return _raised(base, exponent)
        exponent = scalar(self.value(node.exponent))
        if isinstance(base, Eye):
            return Eye(_raised(base.scale, exponent))
        if base.shape[0] != base.shape[1]:
            return base.each(lambda entry: _raised(entry, exponent))
        found = whole_number(exponent.real) if exponent.imag.is_zero() else None
        if found is None or abs(found) > MAX_MATRIX_POWER:
            raise Unevaluable("a matrix power that is not a small whole number")
        if found < 0:
            base = inverse(base)
        total: Value = Eye(acb(1)).sized(base.shape[0])
        for _ in range(abs(int(found))):
            self.charge(base.shape[0] ** 3)
            total = times(total, base)
        return total

    def exact(self, expr: Expr) -> Fraction | None:
        """The value as a fraction, where it has one that few digits write."""
        self.charge(_EXACT_STEPS)
        return exactly(expr, self.exact_atom)

    def exact_atom(self, expr: Expr) -> Fraction | None:
        """Of a name, an entry or what else is no sum, product, power or bend."""
        self.charge(1)
        if isinstance(expr, Name):
            value = self.point.scalars.get(expr.key)
            if expr.key in self.bound:
                value = Fraction(whole_number(self.bound[expr.key].real) or 0)
            return value if isinstance(value, Fraction) else None
        if not isinstance(expr, Entry) or not isinstance(expr.of, Name):
            return None
        self.value(expr)  # which draws it
        indices = tuple(self.whole(index) for index in expr.indices)
        for place in (indices, (*indices, self.symbols.first)):  # a vector is one column
            value = self.point.touched.get((expr.of.key, place))
            if isinstance(value, Fraction):
                return value
        return None

    def _call(self, node: Applied) -> Value:
        if node.function in _JUMPS:
            try:
                return self._called(node)
            except TooMuchWork:
                raise
            except Unevaluable:
                found = self.exact(node)
                if found is None:
                    raise
                return ball(found)
        return self._called(node)

    def _called(self, node: Applied) -> Value:
        values = [self.value(argument) for argument in node.arguments]
        if node.function in _DEAR:
            self.charge(_DEAR_STEPS * sum(len(entries_of(value)) for value in values))
        each = EACH.get(node.function)
        if each is not None:
            (value,) = values
            if isinstance(value, Eye):
                raise Unevaluable("an identity matrix without a size")
            return self.each(node.function, each, value)
        whole = WHOLE.get(node.function)
        if whole is not None:
            return whole(values)
        if len(values) == 1 and isinstance(values[0], Rows):
            return values[0].each(lambda entry: self.opaque(node, [entry]))
        return self.opaque(node, [scalar(value) for value in values])

    def each(self, name: str, function: Callable[[Ball], Ball], value: Value) -> Value:
        found = value.each(function) if isinstance(value, Rows) else function(value)
        if name in _POLES:
            self.at_pole = self.at_pole or any(
                given.is_exact() and not made.is_finite()
                for given, made in zip(entries_of(value), entries_of(found), strict=True)
            )
        return found

    def opaque(self, node: Applied, values: list[Ball]) -> Ball:
        """A function of which nothing is known, as a·sin(b·x+c) + p·x² + q·x, or a derivative."""
        self.charge(_DRAWN_STEPS)
        a, c, p, q = opaque_coefficients(self.point, node.function)
        # Another slope for each argument: f(x, y) must not be f(y, x).
        slopes = [Fraction(place + 1, place + 2) + place for place in range(len(values))]
        phase = ball(c)
        for slope, value in zip(slopes, values, strict=True):
            phase += ball(slope) * value
        if node.primes and len(values) > 1:
            raise Unevaluable("a derivative of a function of several variables")
        (first, *_rest) = values
        turned = phase + acb(arb.pi()) / 2 * node.primes
        wave = ball(a * slopes[0] ** node.primes) * turned.sin()
        squares = sum((value * value for value in values[1:]), first * first)
        tail = (ball(p) * squares + ball(q) * first, 2 * ball(p) * first + ball(q), 2 * ball(p))
        return wave + (tail[node.primes] if node.primes < 3 else acb(0))

    def _entry(self, node: Entry) -> Value:
        indices = tuple(self.whole(index) for index in node.indices)
        family = self.symbols.indexed.get(node.of.key) if isinstance(node.of, Name) else None
        if family is None or not isinstance(node.of, Name):
            return self.entry_of(self.value(node.of), indices)
        for index, dim in zip(indices, family.ranges, strict=True):
            if not 0 <= index - self.symbols.first < self.point.dim(dim):
                raise Undefined("an index out of range")
        if family.shape is None:
            return self.number(node.of.key, indices, family.domain)
        shape = (self.point.dim(family.shape.rows), self.point.dim(family.shape.cols))
        return self.array(node.of.key, shape, prefix=indices)

    def entry_of(self, value: Value, indices: tuple[int, ...]) -> Ball:
        if not isinstance(value, Rows):
            raise Unevaluable("no entries here")
        height, width = value.shape
        places = [index - self.symbols.first for index in indices]
        if len(places) == 1:
            places = [places[0], 0] if width == 1 else [0, places[0]]
        row, col = places
        if not (0 <= row < height and 0 <= col < width):
            raise Undefined("an index out of range")
        return value.rows[row][col]

    def _transpose(self, node: Transpose) -> Value:
        value = self.value(node.of)
        return value.transposed() if isinstance(value, Rows) else value

    def _matrix(self, node: Matrix) -> Value:
        return collapsed(stacked([[self.value(entry) for entry in row] for row in node.rows]))

    def _fold(self, node: Fold) -> Value:
        low, high = self.whole(node.low), self.whole(node.high)
        self.charge(max(0, high - low))
        outer = self.bound.get(node.index)
        total: Value = None
        for index in range(low, high + 1):
            self.bound[node.index] = ball(index)
            value = self.value(node.body)
            if total is None:
                total = value
            else:
                total = plus(total, value) if node.kind == "sum" else times(total, value)
        if outer is None:
            self.bound.pop(node.index, None)
        else:
            self.bound[node.index] = outer
        if total is None:
            return acb(0) if node.kind == "sum" else acb(1)
        return total


def _raised(base: Ball, exponent: Ball) -> Ball:
    if base.is_zero() and not exponent.is_zero():
        if exponent.real > 0:
            return acb(0)
        if exponent.real < 0:
            raise Undefined("division by zero")
    return base**exponent


def opaque_coefficients(
    point: Point, function: str
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """What a function nobody knows is at this point: a, c, p, q of a·sin(x/2+c) + p·x² + q·x."""
    source = random.Random(f"{point.seed}/{function}()")
    a, c, p, q = (Fraction(source.randint(1, 5)) for _ in range(4))
    return a, c, p, q
