"""Values of formulas as plain numbers, and the first place where two of them differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.cases.edges import leaves
from grader.checks.describing import NDArray, as_array, form_of, number_text
from grader.checks.tolerance import Tolerance
from grader.maths import Grid, Rows, Unevaluable
from grader.maths.equality.balls import Ball, Eye
from grader.maths.equality.balls import Value as Balls
from grader.values import Value

SHARP = 1e-9  # a ball wider than this, next to 1 or to its middle, is no number


@dataclass(frozen=True)
class Difference:
    """Where two values differ and what they are there; no place where their shapes do."""

    left: str
    right: str
    place: tuple[int, ...] | None = None


def numbers_of(value: Balls) -> NDArray:
    """The middles of the balls; a number has no axes and a matrix two. Raises Unevaluable."""
    if isinstance(value, Grid):
        grid = np.empty(value.sizes, dtype=np.complex128)
        for place in np.ndindex(value.sizes):
            grid[place] = _number(value.at(place))
    elif isinstance(value, Rows):
        grid = np.array([[_number(ball) for ball in row] for row in value.rows])
    elif isinstance(value, Eye):
        raise Unevaluable("an identity matrix without a size")
    else:
        grid = np.asarray(_number(value))
    return grid.real if not np.iscomplexobj(grid) or not grid.imag.any() else grid


def _number(ball: Ball) -> Any:
    if ball.imag.contains(0):
        real = ball.real
        if real.is_nan():
            raise Unevaluable("not a number")
        # An infinity is a value of its own, as in a mask; a ball without end is only ignorance.
        if not real.is_finite():
            return float(real.mid()) if real.is_exact() else _unsharp()
        return float(real.mid()) if _sharp(real) else _unsharp()
    return complex(ball) if _sharp(ball.real) and _sharp(ball.imag) else _unsharp()


def _sharp(part: Ball) -> bool:
    return bool(part.rad() <= SHARP * (1 + abs(part.mid())))


def _unsharp() -> Any:
    raise Unevaluable("not sharp enough")


def first_difference(
    left: NDArray, right: NDArray, tolerance: Tolerance, scale: float, dtype: str = "float64"
) -> Difference | None:
    """None where they agree. `scale` is the size of the numbers that they come from, and `dtype`
    how exactly the coarser of them was worked out."""
    if left.shape != right.shape:
        return Difference(form_of(left), form_of(right))
    left, right = (one.astype(np.result_type(one, np.float64)) for one in (left, right))
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    size = np.where(np.isfinite(right), np.abs(right), 0.0)
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.where(same, 0.0, np.abs(left - right))
    # Written so that what cannot be compared, such as one NaN, differs.
    differs = ~(off <= tolerance.allowed(size, scale, dtype))
    if not differs.any():
        return None
    place = tuple(int(index) for index in np.argwhere(differs)[0])
    return Difference(number_text(left[place]), number_text(right[place]), place)


def scale_of(result: Value) -> float:
    """The largest finite magnitude in a result."""
    largest = 0.0
    for leaf in leaves(result):
        array = as_array(leaf)
        if array is not None and array.size:
            sizes = np.abs(array.astype(np.complex128))
            largest = max(largest, float(sizes[np.isfinite(sizes)].max(initial=0.0)))
    return largest
