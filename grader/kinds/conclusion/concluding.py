"""The formula that an answer concludes with, and what is read beside it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from grader.kinds.conclusion.asked import Asked
from grader.kinds.conclusion.naming import DERIVATIVE
from grader.kinds.conclusion.pieces import pieces
from grader.kinds.conclusion.ranking import added_up, but_pieces, concluding_of
from grader.kinds.conclusion.torn import refuse_torn
from grader.kinds.conclusion.traits import sides_in
from grader.kinds.conclusion.usable import usable_in
from grader.kinds.lefts import is_one_of
from grader.kinds.marker import Unclear
from grader.maths.tree.spelling import tokens
from grader.writing import Role, Statement

T = TypeVar("T")

MAX_SIDES = 40
# Other formulas of an answer, which are judged as well where the one that concludes is wrong.
MAX_OTHERS = 20
_ARITHMETIC = re.compile(
    r"[+\-−*/·×]|\^\s*\{?\s*[-−\d]|\\(?:cdot|times|[dt]?frac|sqrt|ln|log|exp)(?![A-Za-z])"
)
_DECIMAL = re.compile(
    r"\s*[-−]?\d[\d\s.,{}\\]*(?:\\?%)?\s*(?:\\cdot\s*10.*|\\times\s*10.*|[eE][-+]?\d+)?"
)


@dataclass(frozen=True)
class Step(Generic[T]):
    """One side of a chain: what was written, and what was read; None where it was not."""

    text: str
    value: T | None
    sign: str = "="  # what stands before it


@dataclass(frozen=True)
class Conclusion(Generic[T]):
    """The formula that is the answer.

    `steps` are the sides before it in its chain, `rounded` the decimal after it, and `others` the
    formulas elsewhere in the answer that could be read and were not taken.
    """

    value: T
    text: str
    statement: Statement
    steps: tuple[Step[T], ...] = ()
    rounded: Step[T] | None = None
    others: tuple[Step[T], ...] = ()
    asides: tuple[Step[T], ...] = ()  # those said in passing
    beside: tuple[Statement, ...] = ()  # the other equations, read or not
    equation: str = ""  # the last side of a longer equation, where the answer itself is none


def conclude(
    text: str, read: Callable[[str], T], asked: Asked, is_name: Callable[[str], bool]
) -> Conclusion[T]:
    """The answer in `text`. `read` raises Unclear. Raises Unclear where nothing could be read, or
    where what concludes could not."""
    if not text.strip():
        raise Unclear("the answer is empty")
    found = pieces(text, is_name)
    usable = usable_in(text, found, asked)
    chosen = added_up(concluding_of(but_pieces(usable), asked), usable)
    refuse_torn(chosen, found, asked)
    value, at = _read_last(chosen, read, asked)
    sides = sides_in(chosen)
    steps = tuple(
        Step(side, _tried(side, read), sign)
        for side, sign in zip(sides[:at], ("", *chosen.signs), strict=False)
    )
    rounded = Step(sides[at + 1], _tried(sides[at + 1], read), "≈") if at + 1 < len(sides) else None
    said = [one for one in usable if one.role >= min(chosen.role, Role.STATED)]
    beside = [one for one in usable if one.role < min(chosen.role, Role.STATED)]
    others, asides = (_others(found, chosen, read) for found in (said, beside))
    longer = [one.last for one in said if one.is_equation and len(one.last) > len(chosen.last)]
    equation = longer[-1] if longer and len(chosen.sides) == 1 else ""
    more = tuple(one for one in usable if one.left and one is not chosen)
    return Conclusion(value, sides[at], chosen, steps, rounded, others, asides, more, equation)


def _others(
    found: Sequence[Statement], chosen: Statement, read: Callable[[str], T]
) -> tuple[Step[T], ...]:
    """The last sides of the others, each once, and of very many the last ones."""
    texts = dict.fromkeys(sides_in(one)[-1] for one in reversed(found) if one is not chosen)
    tried = [(text, _tried(text, read)) for text in itertools.islice(texts, MAX_OTHERS)]
    return tuple(Step(text, value) for text, value in reversed(tried) if value is not None)


def _read_last(chosen: Statement, read: Callable[[str], T], asked: Asked) -> tuple[T, int]:
    """The side that decides, and which it is: the last, unless that is a decimal that closes an
    exact chain. Raises Unclear."""
    sides = sides_in(chosen)[:MAX_SIDES]
    if len(sides) > 1 and _is_unsolved(sides[0], asked.own) and _tried(sides[0], read) is None:
        message = f"`{sides[0][:60]}` stands on the left side; write it solved for what is asked"
        raise Unclear(message, sides[0])
    if len(sides) > 2 and chosen.signs[len(sides) - 2] == "≈" and _DECIMAL.fullmatch(sides[-1]):
        exact = _tried(sides[-2], read)
        if exact is not None:
            return exact, len(sides) - 2
    return read(sides[-1]), len(sides) - 1


def _is_unsolved(left: str, own: Sequence[str]) -> bool:
    """Any name may stand on the left side. What is made of the name asked for, such as its inverse
    or its double, is an equation that somebody has to solve first."""
    if is_one_of(left, own) or DERIVATIVE.match(left):
        return False
    written = tokens(left)
    names = [tokens(name) for name in own]
    made = _ARITHMETIC.search(left) and any(
        written[at : at + len(name)] == name for name in names for at in range(len(written))
    )
    return bool(made or (written and written[0].isdecimal()))


def _tried(text: str, read: Callable[[str], T]) -> T | None:
    try:
        return read(text)
    except Unclear:
        return None
