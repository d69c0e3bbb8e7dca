"""Points near another one: simpler ones to show, and others in general position to try."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from grader.maths.equality.drawing import Point, Scalar, is_bounded
from grader.maths.equality.points import Plan

# To which a counterexample is rounded, as long as it stays one.
_UNITS = (Fraction(1), Fraction(1, 10), Fraction(1, 1000))


def rounded(point: Point, plan: Plan) -> Iterator[Point]:
    """Simpler neighbours of a point: its values rounded, all together and one by one."""
    for unit in _UNITS:
        for cut in (round, math.floor, math.ceil):
            scalars = {
                name: value if name in plan.sizes else _cut(value, unit, cut)
                for name, value in point.scalars.items()
            }
            touched = {key: _cut(value, unit, cut) for key, value in point.touched.items()}
            if _all_inside(scalars, plan):
                yield replace(point, scalars=scalars, touched=touched)
                for name in set(plan.names) - plan.sizes - plan.counts:
                    for value in (Fraction(1), Fraction(2), Fraction(0)):
                        if unit == 1 and _all_inside({**scalars, name: value}, plan):
                            changed = {**scalars, name: value}
                            yield replace(point, scalars=changed, touched=dict(touched))


def _cut(value: Scalar, unit: Fraction, cut: Callable[[Fraction], int]) -> Scalar:
    return cut(value / unit) * unit if isinstance(value, Fraction) else value


def _all_inside(scalars: Mapping[str, Scalar], plan: Plan) -> bool:
    return all(
        plan.symbols.domain(name).contains(value)
        and is_bounded(plan.symbols.domain(name), value, scalars)
        for name, value in scalars.items()
        if isinstance(value, Fraction)
    )


def nudged(point: Point, plan: Plan, times: int) -> Iterator[Point]:
    """Neighbours of a point in general position: every value a little off, whole ones by a few."""
    for attempt in range(times):
        source = random.Random(f"{point.seed}/nudged/{attempt}")
        scalars = dict(point.scalars)
        for name in plan.names:
            value = scalars[name]
            if name in plan.sizes or not isinstance(value, Fraction):
                continue
            whole = plan.symbols.domain(name).kind == "integer"
            # Binary fractions, of which sums are exact: x - x is 0 there and not merely near it.
            step = Fraction(source.randint(1, 9), 1 if whole else 128)
            for moved in (value + step, value - step):
                if _all_inside({**scalars, name: moved}, plan):
                    scalars[name] = moved
                    break
        yield Point(scalars, f"{point.seed}/nudged/{attempt}", point.simple, point.scale)
