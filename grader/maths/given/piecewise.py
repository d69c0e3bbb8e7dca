"""A right-hand side by cases, and infinity in it: what a mask is made of.

Students write neither, so that the reader of formulas refuses both; a prompt's own formula may.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flint import acb, arb

from grader.maths.equality.balls import Ball, Unevaluable, Value, scalar
from grader.maths.equality.special import real
from grader.maths.given.values import Formula, Given, Meaning
from grader.maths.grammar.cursor import Unreadable
from grader.maths.grammar.reader import read
from grader.maths.tree.nodes import Expr
from grader.maths.tree.spelling import tokens
from grader.maths.tree.symbols import Symbols

_CASES = re.compile(r"\s*\\begin\{cases\}(.*)\\end\{cases\}\s*", re.DOTALL)
_INFINITE = re.compile(r"\s*([-+−]?)\s*(?:\\infty|∞)\s*")
_RELATIONS: dict[str, Callable[[Ball, Ball], bool]] = {
    "\\leq": operator.le, "\\le": operator.le, "≤": operator.le, "\\leqslant": operator.le,
    "\\geq": operator.ge, "\\ge": operator.ge, "≥": operator.ge, "\\geqslant": operator.ge,
    "\\neq": operator.ne, "\\ne": operator.ne, "≠": operator.ne,
    "<": operator.lt, ">": operator.gt, "=": operator.eq,
}  # fmt: skip
_RELATION = re.compile(
    "|".join(
        re.escape(sign) + (r"(?![A-Za-z])" if sign[0] == "\\" else "")
        for sign in sorted(_RELATIONS, key=len, reverse=True)
    )
)
_OTHERWISE = ("otherwise", "else", "")
_WORDS = re.compile(r"\\(?:text|mathrm|textrm)\s*\{([^{}]*)\}")


@dataclass(frozen=True)
class Infinite(Meaning):
    sign: int

    def value(self, at: Given) -> Value:
        return acb(arb("inf") * self.sign)


@dataclass(frozen=True)
class Compared(Meaning):
    """1 where the relation holds between its sides, else 0."""

    left: Expr
    right: Expr
    holds: Callable[[Ball, Ball], bool]
    symbols: Symbols

    def value(self, at: Given) -> Value:
        with at.under(self.symbols):
            left, right = (real(scalar(at.value(side))) for side in (self.left, self.right))
        if left.overlaps(right) and not (left.is_exact() and right.is_exact()):
            raise Unevaluable("too close to compare")
        return acb(int(self.holds(left, right)))


@dataclass(frozen=True)
class Piecewise(Meaning):
    """The value of the first line whose condition holds; a condition of None always does."""

    lines: tuple[tuple[Meaning, Meaning | None], ...]

    def value(self, at: Given) -> Value:
        for value, condition in self.lines:
            if condition is None or not scalar(condition.value(at)).is_zero():
                return value.value(at)
        raise Unevaluable("none of the cases holds here")


def read_side(text: str, symbols: Symbols, conditions: Mapping[str, Meaning]) -> Meaning:
    """A side of an equation: a formula, an infinity, or such by cases. Raises Unreadable.

    `conditions` gives the meaning of conditions in words, 0 where they do not hold.
    """
    cases = _CASES.fullmatch(text)
    if cases is None:
        return _value(text, symbols)
    lines = []
    for line in re.split(r"\\\\", cases[1]):
        value, _, condition = line.partition("&")
        if line.strip():
            lines.append((_value(value, symbols), _condition(condition, symbols, conditions)))
    return Piecewise(tuple(lines))


def _value(text: str, symbols: Symbols) -> Meaning:
    text = text.strip().removesuffix(",").strip()
    infinite = _INFINITE.fullmatch(text)
    if infinite:
        return Infinite(-1 if infinite[1] in ("-", "−") and infinite[1] else 1)
    return Formula(read(text, symbols), symbols)


def _condition(text: str, symbols: Symbols, known: Mapping[str, Meaning]) -> Meaning | None:
    spoken = _spoken(text)
    if spoken in _OTHERWISE:
        return None
    for words, meaning in known.items():
        if spoken == _spoken(words):
            return meaning
    plain = re.sub(r"^\s*(?:if|for|when|where)\b", "", _WORDS.sub(r"\1", text)).strip()
    plain = plain.removesuffix(",").removesuffix(".").strip()
    relation = _RELATION.search(plain)
    if relation is None:
        raise Unreadable(
            f"the condition `{' '.join(text.split())}` is in words: say under `conditions` what "
            "it means",
            text,
            0,
        )
    left, right = plain[: relation.start()], plain[relation.end() :]
    return Compared(
        read(left, symbols), read(right, symbols), _RELATIONS[relation.group()], symbols
    )


def _spoken(text: str) -> str:
    """The words of a condition run together: how they are spaced and cut up does not matter."""
    plain = "".join(tokens(_WORDS.sub(r"\1", text))).removesuffix(",").removesuffix(".")
    return re.sub(r"^(?:if|for|when|where)", "", plain)
