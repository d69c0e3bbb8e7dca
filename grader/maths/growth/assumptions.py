"""What a problem may assume about its variables, and how that is written.

Without an assumption every variable tends to infinity on its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.maths import Expr, Multiply, Name, Number, Power, Unreadable
from grader.maths.growth.growth import names_in
from grader.maths.growth.reader import read_growth

# A line of a problem file, and never a student's; the patterns below try each place of it.
MAX_TEXT = 200

Powers = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class AtMost:
    """smaller <= larger, or smaller = o(larger) if `strict`: both products of powers."""

    smaller: Powers
    larger: Powers
    strict: bool
    text: str = ""


@dataclass(frozen=True)
class Constant:
    """The variable is a fixed number, at least 2."""

    name: str
    text: str = ""


@dataclass(frozen=True)
class Equal:
    """The variable is this expression of the others."""

    name: str
    value: Expr
    text: str = ""


Assumption = AtMost | Constant | Equal

_CONSTANT = re.compile(
    r"\s*(?P<name>.+?)\s*(?:\bis\b\s*)?"
    r"(?:\bconstant\b|\bfixed\b|=\s*(?:O|\\mathcal\{O\}|Θ)\(1\))\s*\Z"
)
_LITTLE_O = re.compile(r"\s*(?P<small>.+?)\s*=\s*o\((?P<large>.+)\)\s*\Z")
_RELATION = re.compile(
    r"<<|>>|<=|>=|≪|≫|≤|≥|\\ll(?![A-Za-z])|\\gg(?![A-Za-z])|\\leq?(?![A-Za-z])|"
    r"\\geq?(?![A-Za-z])|<|>|="
)
_STRICT = {"<<", ">>", "≪", "≫", "\\ll", "\\gg"}
_TURNED = {">>", ">=", "≫", "≥", "\\gg", "\\ge", "\\geq", ">"}


def read_assumption(text: str, variables: Sequence[str]) -> Assumption:
    """Read `k << n`, `k = o(n)`, `k <= n`, `k constant`, `d = h*k` and their LaTeX writings.

    Raises Unreadable for anything else.
    """
    text = text.strip().strip("$")
    if len(text) > MAX_TEXT:
        raise Unreadable(f"longer than {MAX_TEXT} characters", text, MAX_TEXT)
    constant = _CONSTANT.match(text)
    if constant:
        return Constant(_name(text, constant.group("name"), 0, variables), text)
    little = _LITTLE_O.match(text)
    if little:
        small = _powers(text, little.group("small"), little.start("small"), variables)
        large = _powers(text, little.group("large"), little.start("large"), variables)
        return AtMost(small, large, True, text)
    relation = _RELATION.search(text)
    if relation is None:
        raise Unreadable("an assumption reads k << n, k <= n, k constant or d = h*k", text, 0)
    left, right, sign = text[: relation.start()], text[relation.end() :], relation.group()
    again = _RELATION.search(right)
    if again:
        where = relation.end() + again.start()
        raise Unreadable("one relation at a time: write two assumptions", text, where)
    if sign == "=":
        name = _name(text, left, 0, variables)
        return Equal(name, _part(text, right, relation.end(), variables), text)
    ends = (
        _powers(text, left, 0, variables),
        _powers(text, right, relation.end(), variables),
    )
    small, large = reversed(ends) if sign in _TURNED else ends
    return AtMost(small, large, sign in _STRICT, text)


def _part(text: str, piece: str, offset: int, variables: Sequence[str]) -> Expr:
    try:
        return read_growth(piece, variables).expression
    except Unreadable as fault:
        raise Unreadable(fault.message, text, offset + fault.position) from None


def _name(text: str, piece: str, offset: int, variables: Sequence[str]) -> str:
    expression = _part(text, piece, offset, variables)
    if not isinstance(expression, Name):
        raise Unreadable("one variable belongs here", text, offset)
    return expression.key


def _powers(text: str, piece: str, offset: int, variables: Sequence[str]) -> Powers:
    found = as_powers(_part(text, piece, offset, variables))
    # A constant in front would move the border of the region: k <= n/4 forbids k = n.
    if found is None or found[0] != 1 or not found[1]:
        raise Unreadable("only products of variables can be compared here", text, offset)
    return found[1]


def names_assumed(assumption: Assumption) -> tuple[str, ...]:
    """The variables that an assumption is about."""
    match assumption:
        case AtMost(smaller, larger):
            return tuple(name for name, _ in (*smaller, *larger))
        case Constant(name):
            return (name,)
        case Equal(name, value):
            return (name, *names_in(value))


def as_powers(expression: Expr) -> tuple[Fraction, Powers] | None:
    """A product of powers as (constant, powers), or None if it is anything more."""
    match expression:
        case Number(value) if value > 0:
            return value, ()
        case Name(name):
            return Fraction(1), ((name, Fraction(1)),)
        case Power(base, Number(power)):
            inner = as_powers(base)
            if inner is None or (inner[0] != 1 and abs(power) != 1):
                return None
            factor = inner[0] if power > 0 else 1 / inner[0]
            return factor, tuple((name, p * power) for name, p in inner[1] if power)
        case Multiply(parts):
            total, factor = dict[str, Fraction](), Fraction(1)
            for part in parts:
                inner = as_powers(part)
                if inner is None:
                    return None
                factor *= inner[0]
                for name, power in inner[1]:
                    total[name] = total.get(name, Fraction(0)) + power
            return factor, tuple(sorted((n, p) for n, p in total.items() if p))
    return None
