"""The expressions that a growth class is written in: a closed, frozen little tree.

Nothing here computes. Subtraction is a sum with a product by -1, division a power of -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Number:
    value: Fraction


@dataclass(frozen=True)
class Variable:
    name: str


@dataclass(frozen=True)
class Add:
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Multiply:
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Power:
    base: Expression
    exponent: Expression


@dataclass(frozen=True)
class Log:
    """A logarithm. `base` None means that the writer did not say, which O(.) forgives."""

    argument: Expression
    base: Fraction | None = None
    natural: bool = False


@dataclass(frozen=True)
class Exp:
    argument: Expression


@dataclass(frozen=True)
class Largest:
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Smallest:
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Ceiling:
    argument: Expression


@dataclass(frozen=True)
class Floor:
    argument: Expression


@dataclass(frozen=True)
class Factorial:
    argument: Expression


Expression = (
    Number
    | Variable
    | Add
    | Multiply
    | Power
    | Log
    | Exp
    | Largest
    | Smallest
    | Ceiling
    | Floor
    | Factorial
)

ONE = Number(Fraction(1))
MINUS_ONE = Number(Fraction(-1))


@dataclass(frozen=True)
class Growth:
    """A growth class: the expression inside O(...), and the text it was read from."""

    expression: Expression
    variables: tuple[str, ...]
    text: str = ""


def children(expression: Expression) -> tuple[Expression, ...]:
    """The direct parts of an expression, left to right."""
    match expression:
        case Number() | Variable():
            return ()
        case Add(parts) | Multiply(parts) | Largest(parts) | Smallest(parts):
            return parts
        case Power(base, exponent):
            return (base, exponent)
        case Log() | Exp() | Ceiling() | Floor() | Factorial():
            return (expression.argument,)


def rebuild(expression: Expression, parts: tuple[Expression, ...]) -> Expression:
    """The same node over other parts, as many as `children` gave."""
    match expression:
        case Number() | Variable():
            return expression
        case Add() | Multiply() | Largest() | Smallest():
            return type(expression)(parts)
        case Power():
            return Power(parts[0], parts[1])
        case Log(_, base, natural):
            return Log(parts[0], base, natural)
        case Exp() | Ceiling() | Floor() | Factorial():
            return type(expression)(parts[0])


def names_in(expression: Expression) -> Iterator[str]:
    """Every variable occurrence, left to right, repeats included."""
    if isinstance(expression, Variable):
        yield expression.name
    for part in children(expression):
        yield from names_in(part)


def substitute(expression: Expression, name: str, replacement: Expression) -> Expression:
    """`expression` with every occurrence of the variable `name` replaced."""
    if isinstance(expression, Variable):
        return replacement if expression.name == name else expression
    parts = tuple(substitute(part, name, replacement) for part in children(expression))
    return rebuild(expression, parts)


def reciprocal(expression: Expression) -> Expression:
    """One over the expression."""
    return Power(expression, MINUS_ONE)


def negated(expression: Expression) -> Expression:
    """The expression times -1."""
    return Multiply((MINUS_ONE, expression))
