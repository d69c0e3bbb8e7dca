"""A formula with a brace: one statement for each of its cases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.maths.tree.spelling import tokens
from grader.writing.statements import Statement, sides_of

_CASES = re.compile(
    r"\s*(?:\\left\s*\\\{)?\s*\\begin\{d?cases\}((?:(?!\\begin\{d?cases).)*)\\end\{d?cases\}"
    r"\s*(?:\\right\s*\.)?\s*",
    re.DOTALL,
)
_WORDS = re.compile(
    r"\\(?:text|mathrm|textrm|mbox)\s*\{[^{}]*\}|\\quad|\\[,;: ]|\b(?:if|for|when)\b"
)
_EQUAL = re.compile(r"\s*([A-Za-z]'?)\s*=\s*([A-Za-z]'?)\s*[.,]?\s*")


def by_cases(one: Statement, own: Sequence[str]) -> Iterator[Statement]:
    """The statement itself; of one with a brace on its last side, each row as a statement.

    `a_{nm}` in the case n = m is `a_{nn}`: so a case can be told by its left side. Where no row has
    one of the left sides asked for, the two cases of equal and unequal indices are one formula.
    """
    brace = _CASES.fullmatch(one.last)
    if brace is None:
        yield one
        return
    rows = [_row(one, row) for row in re.split(r"\\\\(?:\[[^\]]*\])?", brace[1]) if row.strip()]
    names = [tokens(left) for left in own]
    equal = [pair for _, pair in rows if pair]
    if len(rows) == 2 and len(equal) == 1 and not any(tokens(r.left) in names for r, _ in rows):
        same, other = sorted(rows, key=lambda row: row[1] is None)
        delta = f"\\delta_{{{equal[0][0]} {equal[0][1]}}}"
        joined = f"{delta} ({same[0].last}) + (1 - {delta}) ({other[0].last})"
        yield replace(one, sides=(*one.sides[:-1], joined))
        return
    yield from (row for row, _ in rows)


def _row(one: Statement, row: str) -> tuple[Statement, tuple[str, str] | None]:
    """One case, and the two indices that are equal in it."""
    value, _, condition = row.partition("&")
    equal = _EQUAL.fullmatch(_WORDS.sub(" ", condition))
    left = one.left
    if equal:
        name, other = equal[1], equal[2]
        left = re.sub(rf"(?<![A-Za-z\\]){re.escape(other)}(?![A-Za-z'])", name, _apart(left))
    chain, signs = sides_of(value)
    case = replace(one, sides=(left, *chain), signs=("=", *signs))
    return case, (equal[1], equal[2]) if equal else None


def _apart(left: str) -> str:
    """Indices that touch, apart: `a_{nm}` as `a_{n m}`."""
    return re.sub(r"(_\s*\{)([A-Za-z]+)(\})", lambda m: f"{m[1]}{' '.join(m[2])}{m[3]}", left)
