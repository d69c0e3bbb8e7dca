"""The value of a formula as a fraction, where it has one: on a border a ball never tells the side.

3·(1/3) is a ball around 1, of which no precision says whether it is rounded down to 0 or to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from grader.maths.tree.nodes import MINUS_ONE, Add, Applied, Expr, Multiply, Number, Power

# Of a number that is on a border there are few digits; longer ones are left to the balls.
_MAX_BITS = 2048


def exactly(expr: Expr, atom: Callable[[Expr], Fraction | None]) -> Fraction | None:
    """The value, `atom` giving those of names and entries; None where none is exact."""
    found = _value(expr, atom)
    if found is None or max(found.numerator.bit_length(), found.denominator.bit_length()) > (
        _MAX_BITS
    ):
        return None
    return found


def _value(expr: Expr, atom: Callable[[Expr], Fraction | None]) -> Fraction | None:
    match expr:
        case Number(value):
            return value
        case Multiply(factors) if any(_is_log(factor) for factor in factors):
            return _logarithm(factors, atom)
        case Add() | Multiply():
            parts = _all(expr.children, atom)
            if parts is None:
                return None
            total = sum(parts) if isinstance(expr, Add) else math.prod(parts)
            return Fraction(total)
        case Power(base, exponent):
            return _power(exactly(base, atom), exactly(exponent, atom))
        case Applied(function, arguments, 0) if function in _FUNCTIONS:
            parts = _all(arguments, atom)
            return None if parts is None else Fraction(_FUNCTIONS[function](*parts))
    return atom(expr)


def _all(parts: tuple[Expr, ...], atom: Callable[[Expr], Fraction | None]) -> list[Fraction] | None:
    found = [exactly(part, atom) for part in parts]
    kept = [part for part in found if part is not None]
    return kept if len(kept) == len(found) else None


def _is_log(expr: Expr) -> bool:
    return isinstance(expr, Applied) and expr.function == "log" and len(expr.arguments) == 1


def _logarithm(
    factors: tuple[Expr, ...], atom: Callable[[Expr], Fraction | None]
) -> Fraction | None:
    """log(8)/log(2) is 3, times what else there is."""
    above = [factor for factor in factors if _is_log(factor)]
    below = [
        factor
        for factor in factors
        if isinstance(factor, Power) and factor.exponent == MINUS_ONE and _is_log(factor.base)
    ]
    others = _all(tuple(f for f in factors if f not in above and f not in below), atom)
    if len(above) != 1 or len(below) != 1 or others is None:
        return None
    of, base = exactly(above[0].children[0], atom), exactly(below[0].children[0].children[0], atom)
    if of is None or base is None or of <= 0 or base <= 0 or base == 1:
        return None
    times = round(_log(of) / _log(base))
    return math.prod(others, start=Fraction(times)) if _power(base, Fraction(times)) == of else None


def _log(value: Fraction) -> float:
    return math.log(value.numerator) - math.log(value.denominator)


def _power(base: Fraction | None, exponent: Fraction | None) -> Fraction | None:
    if base is None or exponent is None or exponent.denominator != 1:
        return None
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > _MAX_BITS or (not base and exponent < 0):
        return None
    return base ** int(exponent)


_FUNCTIONS: dict[str, Callable[..., Fraction | int]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "relu": lambda value: max(value, Fraction(0)),
    "sign": lambda value: (value > 0) - (value < 0),
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
    "delta": lambda first, second: int(first == second),
}
