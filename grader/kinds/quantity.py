"""Written numbers compared and shown, for the forms that ask for them."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.maths import (
    Add,
    Decided,
    Equality,
    Expr,
    Multiply,
    Number,
    Power,
    Symbols,
    Tolerance,
    compare,
    free_names,
    number,
    to_text,
)

# Bits of a power that is worked out: more digits than a number may be written with.
MAX_BITS = 4096
# Half a unit of the last place, and a little for answers rounded half up or half even.
_ROUNDED = Fraction(51, 100)


def exactly(value: int | float | Fraction) -> Fraction:
    """0.1 as one tenth: what the author wrote, not what the machine keeps."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def value_of(expr: Expr) -> Expr:
    """The number that arithmetic with fractions comes to; anything else stays as it is."""
    found = _exact(expr)
    return number(found) if found is not None else expr


def _exact(node: Expr) -> Fraction | None:
    if isinstance(node, Number):
        return node.value
    parts = [_exact(child) for child in node.children]
    values = [value for value in parts if value is not None]
    if len(values) != len(parts) or not parts:
        return None
    if isinstance(node, Add):
        return sum(values, Fraction(0))
    if isinstance(node, Multiply):
        product = Fraction(1)
        for value in values:
            product *= value
        return product
    if isinstance(node, Power) and values[1].denominator == 1:
        base, exponent = values[0], int(values[1])
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if abs(exponent) * bits > MAX_BITS:
            return None
        return Fraction(base**exponent) if base or exponent > 0 else None
    return None


def shown(value: Expr) -> str:
    """A number as people write it: 0.86, not 43/50."""
    value = value_of(value) if not free_names(value) else value
    if isinstance(value, Number):
        places = next((n for n in range(13) if (value.value * 10**n).denominator == 1), None)
        if places:
            return f"{float(value.value):.{places}f}"
    return to_text(value, Symbols())


def why_undecided(found: Equality) -> str:
    """The reason without the words about points: a number has none."""
    reason = re.search(r"\(([^()]+)\)$", found.reason)
    return f"it could not be worked out ({reason[1]})" if reason else found.reason


def decide(
    given: Expr,
    truth: Expr,
    *,
    decimals: int | None = None,
    digits: int | None = None,
    relative: float | None = None,
) -> Equality:
    """Whether two numbers are equal to the precision asked for."""
    tolerance = None
    if decimals is not None:
        tolerance = Tolerance(absolute=_ROUNDED * Fraction(1, 10**decimals))
    elif digits is not None:
        tolerance = Tolerance(units=_ROUNDED, digits=digits)
    elif relative is not None:
        tolerance = Tolerance(relative=exactly(relative))
    return compare(given, truth, Symbols(), tolerance=tolerance, proof=False)


def same_quantity(
    given: Expr,
    truth: Expr,
    *,
    decimals: int | None = None,
    digits: int | None = None,
    relative: float | None = None,
) -> bool | None:
    """The same as a truth value; None if it is undecided."""
    found = decide(given, truth, decimals=decimals, digits=digits, relative=relative)
    return None if found.verdict is Decided.UNDECIDED else found.equal
