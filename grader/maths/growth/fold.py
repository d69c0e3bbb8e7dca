"""Constants inside an expression: small ones are computed, large ones never are."""

from __future__ import annotations

from fractions import Fraction
from math import factorial, prod

from grader.errors import StudentError
from grader.maths import Add, Applied, Constant, Expr, Multiply, Name, Number, Power, number

# Beyond these no course has a growth class. They bound the numbers that the exact linear programme
# works with: 9^(9^9) has more digits than any machine has room for.
MAX_EXPONENT = 64
MAX_DENOMINATOR = 1000
MAX_CONSTANT = 10**12
MAX_FACTORIAL = 14  # the last one below MAX_CONSTANT

_FUNCTIONS = frozenset({"log", "exp", "max", "min", "ceil", "floor", "abs"})


class NotAGrowthError(StudentError):
    """A formula that is no growth class; the message is for its writer.

    `sign` is what it is about: a tree has no places, but a sign that stands once in a text has.
    """

    def __init__(self, message: str, sign: str) -> None:
        super().__init__(message)
        self.sign = sign


def folded(node: Expr) -> Expr:
    """One node over parts that are folded already, its constants computed.

    Raises NotAGrowthError where it does not belong in a growth class.
    """
    match node:
        case Number() | Name() | Constant() | Add() | Multiply():
            return node
        case Power(base, exponent):
            return _power(base, exponent)
        case Applied("factorial", (argument,)):
            return _factorial(argument)
        case Applied("max" | "min" as name, arguments) if len(arguments) < 2:
            raise NotAGrowthError(f"{name} of one thing: write {name}(a, b)", name)
        case Applied(name) if name in _FUNCTIONS:
            return node
        case Applied(name):
            raise NotAGrowthError(f"{name}(…) does not belong in a growth class", name)
    raise NotAGrowthError("a growth class has no sums over an index and no matrices in it", "sum")


def constant(expression: Expr) -> Fraction | None:
    """The value of a folded expression of numbers only; None if it has anything else in it."""
    match expression:
        case Number(value):
            return value
        case Add(parts) | Multiply(parts):
            values = [constant(part) for part in parts]
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                return None
            if isinstance(expression, Add):
                return sum(known, Fraction(0))
            return prod(known, start=Fraction(1))
    return None


def _power(base: Expr, exponent: Expr) -> Expr:
    value, below = constant(exponent), constant(base)
    if value is None:
        return Power(base, exponent)
    if abs(value) > MAX_EXPONENT or value.denominator > MAX_DENOMINATOR:
        raise NotAGrowthError(f"an exponent beyond {MAX_EXPONENT}", "^")
    if below is None:
        return Power(base, Number(value))
    if below == 0 and value < 0:
        raise NotAGrowthError("a division by zero", "/")
    if below <= 0 and value != -1:  # -1 is a division: n/(-2) is written by people
        raise NotAGrowthError("a power of zero or of a negative number", "^")
    if value.denominator != 1:
        return Power(base, Number(value))
    if max(abs(below.numerator), below.denominator) ** abs(value) > MAX_CONSTANT:
        raise NotAGrowthError("this constant is too large", "^")
    return Number(below ** int(value))


def _factorial(argument: Expr) -> Expr:
    value = constant(argument)
    if value is None:
        return Applied("factorial", (argument,))
    if value.denominator != 1 or not 0 <= value <= MAX_FACTORIAL:
        raise NotAGrowthError("this factorial is not a number, or too large", "!")
    return number(factorial(int(value)))
