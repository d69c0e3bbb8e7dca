"""Literal matrices: what can be done with them entry by entry, on the tree."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from grader.errors import NoValue
from grader.maths.algebra.calculus import plus, times
from grader.maths.tree.nodes import (
    MINUS_ONE,
    ONE,
    ZERO,
    Applied,
    Expr,
    Identity,
    Matrix,
    Multiply,
    Power,
    add,
    multiply,
    walk,
)

MAX_DETERMINANT = 5  # it is written out as a sum over all orders: 120 products


class NotExplicit(NoValue):
    """Something here cannot be written out: an open size, or too much to write."""


def rows_of(expr: Expr) -> tuple[tuple[Expr, ...], ...]:
    return expr.rows if isinstance(expr, Matrix) else ((expr,),)


def collapsed(matrix: Matrix) -> Expr:
    if len(matrix.rows) == 1 and len(matrix.rows[0]) == 1:
        return matrix.rows[0][0]
    return matrix


def flat(expr: Expr) -> tuple[Expr, ...]:
    return tuple(entry for row in rows_of(expr) for entry in row)


def softmax(first: Expr) -> Expr:
    if not isinstance(first, Matrix):
        raise NotExplicit("softmax of a number")
    column = len(first.rows[0]) == 1
    rows = tuple(zip(*first.rows, strict=True)) if column else first.rows
    result = []
    for row in rows:
        powers = [Applied("exp", (entry,)) for entry in row]
        total = Power(add(*powers), MINUS_ONE)
        result.append(tuple(multiply(power, total) for power in powers))
    return Matrix(tuple(zip(*result, strict=True)) if column else tuple(result))


def eye(size: int) -> Matrix:
    return Matrix(
        tuple(tuple(ONE if row == col else ZERO for col in range(size)) for row in range(size))
    )


def eye_scale(expr: Expr) -> Expr | None:
    """The factor before an identity without a size, or None for anything else."""
    if isinstance(expr, Identity):
        return ONE
    if isinstance(expr, Multiply) and any(isinstance(factor, Identity) for factor in expr.factors):
        return times(*(factor for factor in expr.factors if not isinstance(factor, Identity)))
    if any(isinstance(node, Identity) for node in walk(expr)):
        raise NotExplicit("an identity matrix without a size")
    return None


def each(matrix: Matrix, change: Callable[[Expr], Expr]) -> Matrix:
    return Matrix(tuple(tuple(change(entry) for entry in row) for row in matrix.rows))


def scaled(matrix: Matrix, by: Expr) -> Matrix:
    return each(matrix, lambda entry: times(by, entry))


def zipped(first: Expr, second: Expr, change: Callable[[Expr, Expr], Expr]) -> Expr:
    """Two matrices entry by entry; a number goes with every entry."""
    if not isinstance(first, Matrix):
        if not isinstance(second, Matrix):
            return change(first, second)
        return each(second, lambda entry: change(first, entry))
    if not isinstance(second, Matrix):
        return each(first, lambda entry: change(entry, second))
    return Matrix(
        tuple(
            tuple(change(a, b) for a, b in zip(left, right, strict=True))
            for left, right in zip(first.rows, second.rows, strict=True)
        )
    )


def determinant(rows: tuple[tuple[Expr, ...], ...]) -> Expr:
    size = len(rows)
    if size > MAX_DETERMINANT:
        raise NotExplicit("a determinant too large to write out")
    terms: list[Expr] = []
    for order in permutations(range(size)):
        turns = sum(order[a] > order[b] for a in range(size) for b in range(a + 1, size))
        sign = MINUS_ONE if turns % 2 else ONE
        terms.append(times(sign, *(rows[row][col] for row, col in enumerate(order))))
    return plus(*terms)
