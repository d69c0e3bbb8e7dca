"""Constants inside an expression: small ones are computed, large ones never are."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from grader.growth.terms import Add, Expression, Multiply, Number, Power, negated


def constant(expression: Expression) -> Fraction | None:
    """The value of an expression of small numbers only; None if it has anything else in it."""
    match expression:
        case Number(value):
            return value
        case Add(parts) | Multiply(parts):
            values = [constant(part) for part in parts]
            known = [v for v in values if v is not None]
            if len(known) < len(values):
                return None
            return (
                sum(known, Fraction(0))
                if isinstance(expression, Add)
                else prod(known, start=Fraction(1))
            )
        case Power(base, Number(exponent)) if exponent in (-1, 1):
            below = constant(base)
            return None if not below else below ** int(exponent)
    return None


def negated_number(expression: Expression) -> Expression:
    """The expression times -1, folded where it is a plain number."""
    if isinstance(expression, Number):
        return Number(-expression.value)
    return negated(expression)
