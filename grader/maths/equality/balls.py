"""Values as balls: numbers with a proven error, and matrices of them.

A scalar is a flint `acb`, a complex ball that surely contains the value. Matrices are small lists
of rows; an identity without a size is kept as a multiple of it until a neighbour gives the size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from operator import add, mul
from typing import Any

from flint import acb, arb, fmpq

from grader.errors import NoValue

Ball = Any  # flint has no types
Value = Any  # Ball, Rows or Eye


class Unevaluable(NoValue):
    """No value here: a pole, an index out of range, or more work than a formula deserves."""


class Undefined(Unevaluable):
    """Surely no value here, as at a pole: not one that is merely hard to work out."""


class TooClose(Unevaluable):
    """On a border, or so near it that its side is not known: the value may be either."""


class TooMuchWork(Unevaluable):
    """More steps than a formula deserves."""


# Of what is counted to: a bound of a sum, an index, a size. Far smaller ones are too much work.
MAX_COUNTED = 2**31


def whole_number(real: Ball) -> int | None:
    """The only whole number in a ball of real numbers, if there is one. Raises TooMuchWork.

    The size is looked at before the number is made: a ball holds 2^(2^40) in a few bytes, and the
    number itself has a trillion bits.
    """
    if real.abs_upper() > MAX_COUNTED:
        raise TooMuchWork("a number that nobody can count to")
    found = real.unique_fmpz()
    return None if found is None else int(found)


@dataclass(frozen=True, slots=True)
class Rows:
    """A matrix of balls."""

    rows: tuple[tuple[Ball, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    def each(self, function: Callable[[Ball], Ball]) -> Rows:
        return Rows(tuple(tuple(function(entry) for entry in row) for row in self.rows))

    def transposed(self) -> Rows:
        return Rows(tuple(zip(*self.rows, strict=True)))

    def entries(self) -> list[Ball]:
        return [entry for row in self.rows for entry in row]


@dataclass(frozen=True, slots=True)
class Eye:
    """A multiple of the identity matrix, its size still open."""

    scale: Ball

    def sized(self, size: int) -> Rows:
        zero = acb(0)
        return Rows(
            tuple(
                tuple(self.scale if row == col else zero for col in range(size))
                for row in range(size)
            )
        )


def ball(value: Fraction | int) -> Ball:
    if isinstance(value, int):
        return acb(value)
    if value.denominator == 1:
        return acb(value.numerator)
    return acb(arb(fmpq(value.numerator, value.denominator)))


def scalar(value: Value) -> Ball:
    """The value itself where it is a number, else Unevaluable."""
    if isinstance(value, (Rows, Eye)):
        raise Unevaluable("a number was needed and a matrix came")
    return value


def collapsed(value: Value) -> Value:
    """A 1×1 matrix is a number."""
    if isinstance(value, Rows) and value.shape == (1, 1):
        return value.rows[0][0]
    return value


def plus(first: Value, second: Value) -> Value:
    """The sum; a number is added to every entry, and an open identity takes its neighbour's size.

    Unevaluable where the shapes do not fit: the reader refuses that, but not every tree was read.
    """
    if isinstance(first, Eye) and isinstance(second, Eye):
        return Eye(first.scale + second.scale)
    first, second = _sized_alike(first, second)
    if isinstance(first, Rows) and isinstance(second, Rows):
        return _paired(first, second, add)
    if isinstance(first, Rows):
        return first.each(lambda entry: entry + scalar(second))
    if isinstance(second, Rows):
        return second.each(lambda entry: scalar(first) + entry)
    if isinstance(first, Eye) or isinstance(second, Eye):
        raise Unevaluable("a number and an identity matrix cannot be added")
    return first + second


def times(first: Value, second: Value) -> Value:
    """The product: of two matrices the matrix product, else every entry times the number."""
    if isinstance(first, Rows) and isinstance(second, Rows):
        if first.shape[1] != second.shape[0]:
            raise Unevaluable("shapes do not fit")
        columns = tuple(zip(*second.rows, strict=True))
        return collapsed(
            Rows(tuple(tuple(_dot(row, col) for col in columns) for row in first.rows))
        )
    if isinstance(first, Eye):
        return (
            _scaled(second, first.scale)
            if isinstance(second, (Rows, Eye))
            else Eye(first.scale * second)
        )
    if isinstance(second, Eye):
        return (
            _scaled(first, second.scale) if isinstance(first, Rows) else Eye(first * second.scale)
        )
    if isinstance(first, Rows):
        return _scaled(first, second)
    if isinstance(second, Rows):
        return _scaled(second, first)
    return first * second


def _scaled(value: Value, by: Ball) -> Value:
    if isinstance(value, Eye):
        return Eye(value.scale * by)
    return value.each(lambda entry: entry * by)


def _dot(row: tuple[Ball, ...], col: tuple[Ball, ...]) -> Ball:
    total = row[0] * col[0]
    for a, b in zip(row[1:], col[1:], strict=True):
        total += a * b
    return total


def elementwise(first: Value, second: Value) -> Value:
    """Entry by entry; with a number, the same as `times`."""
    first, second = _sized_alike(first, second)
    if isinstance(first, Rows) and isinstance(second, Rows):
        return _paired(first, second, mul)
    return times(first, second)


def _sized_alike(first: Value, second: Value) -> tuple[Value, Value]:
    """Beside a matrix an open identity has its size."""
    if isinstance(first, Eye) and isinstance(second, Rows):
        first = first.sized(second.shape[0])
    if isinstance(second, Eye) and isinstance(first, Rows):
        second = second.sized(first.shape[0])
    return first, second


def _paired(first: Rows, second: Rows, join: Callable[[Ball, Ball], Ball]) -> Rows:
    if first.shape != second.shape:
        raise Unevaluable("shapes do not fit")
    pairs = zip(first.rows, second.rows, strict=True)
    return Rows(tuple(tuple(map(join, left, right)) for left, right in pairs))


def stacked(blocks: list[list[Value]]) -> Rows:
    """Blocks side by side and on top of each other; numbers are 1×1 blocks."""
    rows: list[tuple[Ball, ...]] = []
    for line in blocks:
        parts = [block.rows if isinstance(block, Rows) else ((scalar(block),),) for block in line]
        if len({len(part) for part in parts}) != 1:
            raise Unevaluable("blocks of different heights stand side by side")
        rows += [sum(strips, ()) for strips in zip(*parts, strict=True)]
    if len({len(row) for row in rows}) != 1:
        raise Unevaluable("rows of different lengths")
    return Rows(tuple(rows))


def determinant(matrix: Rows) -> Ball:
    from flint import acb_mat

    return acb_mat([list(row) for row in matrix.rows]).det()


def inverse(matrix: Rows) -> Rows:
    from flint import acb_mat

    try:
        found = acb_mat([list(row) for row in matrix.rows]).inv()
    except ZeroDivisionError:
        raise Unevaluable("no inverse here") from None
    size = matrix.shape[0]
    return Rows(tuple(tuple(found[row, col] for col in range(size)) for row in range(size)))
