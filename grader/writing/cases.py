"""A formula with a brace: one statement for each of its cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from grader.writing.statements import Statement

_CASES = re.compile(
    r"\s*(?:\\left\s*\\\{)?\s*\\begin\{d?cases\}((?:(?!\\begin\{d?cases).)*)\\end\{d?cases\}"
    r"\s*(?:\\right\s*\.)?\s*",
    re.DOTALL,
)
_WORDS = re.compile(
    r"\\(?:text|mathrm|textrm|mbox)\s*\{[^{}]*\}|\\quad|\\[,;: ]|\b(?:if|for|when)\b"
)
_EQUAL = re.compile(r"\s*([A-Za-z]'?)\s*=\s*([A-Za-z]'?)\s*[.,]?\s*")


def by_cases(one: Statement) -> Iterator[Statement]:
    """The statement itself, or one for each row of the brace on its last side.

    `a_{nm}` in the case n = m is `a_{nn}`: so a case can be told by its left side.
    """
    brace = _CASES.fullmatch(one.last)
    if brace is None:
        yield one
        return
    for row in re.split(r"\\\\(?:\[[^\]]*\])?", brace[1]):
        value, _, condition = row.partition("&")
        if not value.strip():
            continue
        equal = _EQUAL.fullmatch(_WORDS.sub(" ", condition))
        left = one.left
        if equal:
            name, other = equal[1], equal[2]
            left = re.sub(rf"(?<![A-Za-z\\]){re.escape(other)}(?![A-Za-z'])", name, _apart(left))
        value = value.strip().rstrip(",;. ")
        yield replace(one, sides=(left, *one.sides[1:-1], value))


def _apart(left: str) -> str:
    """Indices that touch, apart: `a_{nm}` as `a_{n m}`."""
    return re.sub(r"(_\s*\{)([A-Za-z]+)(\})", lambda m: f"{m[1]}{' '.join(m[2])}{m[3]}", left)
