"""A linear programme over the rationals, solved exactly.

Two phases on a dense tableau. Bland's rule picks the pivots, so that it ends. Inside, fractions are
flint's, which count several times as fast as Python's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import fmpq

_ZERO, _ONE = fmpq(0), fmpq(1)


class Budget(Protocol):
    """What a programme may cost, in cells of its tableau that are looked at."""

    def spend(self, cells: int) -> None:
        """Raises an error of the caller's own where nothing is left."""


@dataclass(frozen=True)
class Solution:
    """A point of the greatest value."""

    value: Fraction
    point: tuple[Fraction, ...]


def maximise(
    objective: Sequence[Fraction],
    rows: Sequence[Sequence[Fraction]],
    right: Sequence[Fraction],
    budget: Budget,
) -> Solution | None:
    """Greatest objective·x with rows·x = right and x >= 0; None where no such x exists.

    The caller keeps the objective bounded; an unbounded one is an ArithmeticError. Raises what
    the budget raises where it does not last.
    """
    width = len(objective)
    budget.spend(len(rows) * (width + len(rows)))
    tableau = []
    for index, (row, value) in enumerate(zip(rows, right, strict=True)):
        *given, last = [_fmpq(a) for a in (*row, value)]
        if last < 0:
            *given, last = [-a for a in (*given, last)]
        artificial = [_ONE if i == index else _ZERO for i in range(len(rows))]
        tableau.append([*given, *artificial, last])
    basis = list(range(width, width + len(rows)))
    first = [_ZERO] * width + [-_ONE] * len(rows)
    if _climb(tableau, basis, first, width + len(rows), budget) < 0:
        return None
    _expel_artificials(tableau, basis, width)
    second = [*map(_fmpq, objective), *([_ZERO] * len(rows))]
    value = _climb(tableau, basis, second, width, budget)
    point = [_ZERO] * width
    for row, column in zip(tableau, basis, strict=True):
        if column < width:
            point[column] = row[-1]
    return Solution(_fraction(value), tuple(map(_fraction, point)))


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator) if value else _ZERO


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _climb(
    tableau: list[list[fmpq]],
    basis: list[int],
    objective: list[fmpq],
    usable: int,
    budget: Budget,
) -> fmpq:
    """Pivot to the optimum over the first `usable` columns; gives the value there."""
    costs = [*objective, _ZERO]
    for row, column in zip(tableau, basis, strict=True):
        if costs[column]:
            _subtract(costs, costs[column], row)
    while True:  # Bland's rule comes to no basis twice
        enter = next((j for j in range(usable) if costs[j] > 0), None)
        if enter is None:
            return -costs[-1]
        best: tuple[fmpq, int, int] | None = None
        for i, row in enumerate(tableau):
            if row[enter] > 0:
                ratio = (row[-1] / row[enter], basis[i], i)
                best = ratio if best is None or ratio < best else best
        if best is None:
            raise ArithmeticError("an unbounded linear programme")
        budget.spend(len(tableau) * len(costs))
        _pivot(tableau, basis, best[2], enter)
        _subtract(costs, costs[enter], tableau[best[2]])


def _expel_artificials(tableau: list[list[fmpq]], basis: list[int], width: int) -> None:
    """Swap artificial columns out of the basis, where a row allows it; they stand at zero."""
    for i in range(len(tableau)):
        if basis[i] >= width:
            column = next((j for j in range(width) if tableau[i][j]), None)
            if column is not None:
                _pivot(tableau, basis, i, column)


def _pivot(tableau: list[list[fmpq]], basis: list[int], row: int, column: int) -> None:
    pivot = tableau[row][column]
    if pivot != 1:
        tableau[row] = [a / pivot if a else a for a in tableau[row]]
    for i, other in enumerate(tableau):
        if i != row and other[column]:
            _subtract(other, other[column], tableau[row])
    basis[row] = column


def _subtract(target: list[fmpq], factor: fmpq, row: Sequence[fmpq]) -> None:
    for j, a in enumerate(row):
        if a:
            target[j] -= factor * a
