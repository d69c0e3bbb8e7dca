"""Points at which a steep function turns, or a sum gets as far as its constants.

tanh(100 x) is sign(x) at every x that is not about 1/100, and σ(x - 500) is 0 at every x that is
not about 500: the points where an argument is about 1 are told by its constants.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from flint import fmpq

from grader.maths.algebra.linear import Atom, fraction_of, real_roots
from grader.maths.equality.bends import is_bend
from grader.maths.equality.drawing import Point
from grader.maths.equality.points import Plan, points
from grader.maths.tree.nodes import Add, Applied, Expr, Fold, Name, Number, Power, free_names, walk

# Arguments that are gone to; a formula of a course has one or two.
_MAX_TURNS = 6
# Around a turn: where it is steepest, and where it flattens out.
_AROUND = tuple(fmpq(n, 8) for n in (1, -1, 7, -7, 31, -31))
# Numbers up to this, and one over them, are met by the other points.
_USUAL = 4
# Terms of a sum that are added up to meet a bend in the middle of it.
_MAX_TERMS = 200


def turning_points(student: Expr, truth: Expr, plan: Plan, seed: int) -> Iterator[Point]:
    """None where all constants are usual."""
    arguments: list[Expr] = []
    reaches: list[int] = []
    for side in (student, truth):
        for node in walk(side):
            arguments += [one for one in _steep(node) if one not in arguments]
            if isinstance(node, Fold) and any(map(is_bend, walk(node.body))):
                reaches += _reaches(node.body)
    if not arguments and not reaches:
        return
    bases = list(islice(points(plan, seed), 3, 3 + len(_AROUND)))
    if not bases:
        return
    for argument in arguments[:_MAX_TURNS]:
        for at, level in enumerate(_AROUND):
            yield from _turned(argument, level, bases[at % len(bases)], plan)
    for reach in sorted(set(reaches)):
        for name in sorted(plan.counts - plan.sizes):
            value = Fraction(reach)
            if name in plan.names and plan.symbols.domain(name).contains(value):
                yield _with(bases[0], name, value)


def _steep(node: Expr) -> list[Expr]:
    """The arguments, exponents and terms of denominators in which a constant is unusual."""
    found: tuple[Expr, ...] = ()
    match node:
        case Applied():
            found = node.arguments
        case Power(base, exponent):
            found = (exponent, *(base.terms if isinstance(base, Add) else (base,)))
    return [one for one in found if free_names(one) and any(map(_unusual, walk(one)))]


def _unusual(node: Expr) -> bool:
    if not isinstance(node, Number) or not node.value:
        return False
    return not Fraction(1, _USUAL) <= abs(node.value) <= _USUAL


def _reaches(body: Expr) -> list[int]:
    """How many terms it takes to pass each constant."""
    found: list[int] = []
    for node in walk(body):
        if isinstance(node, Number) and _USUAL < abs(node.value) < _MAX_TERMS:
            whole = math.ceil(abs(node.value))
            found += [whole, whole + 1, whole + 2]
    return found


def _turned(argument: Expr, level: fmpq, base: Point, plan: Plan) -> Iterator[Point]:
    """The point with one number moved to where the argument has this value."""
    values: Mapping[Atom, Fraction] = {
        Name(key): value for key, value in base.scalars.items() if isinstance(value, Fraction)
    }
    for name in plan.names:
        if name in free_names(argument) and name not in plan.sizes | plan.counts:
            quotient = fraction_of(argument, Name(name), values)
            if quotient is None:
                continue
            above, below = quotient
            domain = plan.symbols.domain(name)
            for root, _ in real_roots(above - level * below)[:2]:
                value = Fraction(round(root)) if domain.kind == "integer" else _short(root)
                if domain.contains(value) and domain.kind != "complex":
                    yield _with(base, name, value)
            return


def _with(base: Point, name: str, value: Fraction) -> Point:
    return replace(base, scalars={**base.scalars, name: value}, touched={})


def _short(value: Fraction) -> Fraction:
    """About the same, in four digits: nobody reads more of a counterexample."""
    if not value:
        return value
    unit = Fraction(10) ** (math.floor(math.log10(abs(value))) - 3)
    return round(value / unit) * unit
