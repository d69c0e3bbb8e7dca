"""Random pairs against random rays: no verdict may contradict the numbers.

Everything is done on logarithms, where a variable is e^u with u up to 10^40, in whole
numbers: in floats the difference of two such sizes would be noise.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction

from grader.maths import Add, Applied, Expr, Multiply, Name, Number, Power
from grader.maths.growth import AtMost, GrowthVerdict, Path, Relation, compare_growth
from grader.maths.growth.growth import Growth

NAMES = ("n", "d", "k")
PAIRS, RAYS = 300, 1500
# A ray reaches ln u = 92, so that one power of a logarithm too many shows as 92 (46 for a
# root); the constants that O(.) hides stay far below 40 for the powers drawn here.
UNIT = 10**6
TOO_MUCH = 40 * UNIT

Powers = tuple[int, ...]
"""Twice the power of each variable, then the power of each variable's logarithm."""
Ray = tuple[int, ...]
"""Half of each ln x, then each ln ln x, in units of 10^-6: whole numbers, so nothing is lost."""


def draw_sum(rng: random.Random) -> list[Powers]:
    return [
        (
            *(rng.choice((0, 0, 1, 2, 2, 3, 4, -1)) for _ in NAMES),
            *(rng.choice((0, 0, 0, 1, 2)) for _ in NAMES),
        )
        for _ in range(rng.randint(1, 3))
    ]


def expression_of(terms: list[Powers]) -> Expr:
    parts: list[Expr] = []
    for powers in terms:
        factors: list[Expr] = [Number(Fraction(1))]
        for index, name in enumerate(NAMES):
            factors.append(Power(Name(name), Number(Fraction(powers[index], 2))))
            factors.append(
                Power(Applied("log", (Name(name),)), Number(Fraction(powers[index + 3])))
            )
        parts.append(Multiply(tuple(factors)))
    return Add(tuple(parts))


def ray_of(us: tuple[int, ...]) -> Ray:
    return (*(u * UNIT // 2 for u in us), *(int(math.log(u) * UNIT) for u in us))


def draw_ray(rng: random.Random) -> Ray:
    if rng.random() < 0.5:  # all on one scale
        scale = 10 ** rng.choice((2, 20, 39))
        return ray_of(tuple(rng.randint(1, 9) * scale for _ in NAMES))
    return ray_of(tuple(rng.randint(1, 9) * 10 ** rng.randint(0, 39) + 2 for _ in NAMES))


def size(terms: list[Powers], ray: Ray) -> int:
    """ln of the largest term, in units."""
    a, b, c, x, y, z = ray
    return max(p * a + q * b + r * c + s * x + t * y + w * z for p, q, r, s, t, w in terms)


def end_of(path: Path) -> Ray:
    """A point far out on a path; where the fixed variables matter, much further out."""
    digits, slow = (100_000, 10_000) if path.slow_matters else (60, 3)
    growing, fixed = dict(path.growing), dict(path.fixed)
    us = []
    for name in NAMES:
        if name not in growing:
            us.append(int(slow * fixed[name]))
        elif path.of_logs:
            us.append(10 ** int(digits * growing[name]))
        else:
            us.append(int(growing[name] * 10**digits))
    return ray_of(tuple(us))


def test_no_verdict_contradicts_the_numbers() -> None:
    rng = random.Random(20240611)
    rays = [draw_ray(rng) for _ in range(RAYS)]
    relations: Counter[Relation] = Counter()
    for index in range(PAIRS):
        student, truth = draw_sum(rng), draw_sum(rng)
        if index % 3 == 0:  # a pair that is often the same: permuted, with terms it dominates
            truth = [*reversed(student), tuple(p - 1 for p in student[0][:3]) + student[0][3:]]
        limits = [("k", "n")] if index % 2 else []
        verdict = compare_growth(
            Growth(expression_of(student), NAMES),
            Growth(expression_of(truth), NAMES),
            [AtMost(((s, Fraction(1)),), ((g, Fraction(1)),), False) for s, g in limits],
        )
        relations[verdict.relation] += 1
        inside = [ray for ray in rays if not limits or ray[2] <= ray[0]]
        check(verdict, student, truth, inside)
    assert relations[Relation.UNDECIDED] <= PAIRS // 50
    assert min(relations[r] for r in Relation if r is not Relation.UNDECIDED) >= 10


def check(
    verdict: GrowthVerdict, student: list[Powers], truth: list[Powers], rays: list[Ray]
) -> None:
    excesses = [size(student, ray) - size(truth, ray) for ray in rays]
    if verdict.upper is not None:
        assert max(excesses) < TOO_MUCH
    if verdict.lower is not None:
        assert min(excesses) > -TOO_MUCH
    for path, sign in ((verdict.above, 1), (verdict.below, -1)):
        if path is not None:
            far = end_of(path)
            assert sign * (size(student, far) - size(truth, far)) > TOO_MUCH / 4
