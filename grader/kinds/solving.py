"""Equations of an answer: the names in them, and what they give of what is asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from grader.maths.tree.names import candidates
from grader.maths.tree.spelling import tokens
from grader.writing import Statement

# Of a formula, in characters, where names are looked for that the answer defines: every name is
# tried at every place.
MAX_NAMED = 200
_NAME = re.compile(r"[A-Za-z\\Ͱ-Ͽ]")
_COLUMN = r"\\begin\{[pbvB]?matrix\}[^&]*?\\end\{[pbvB]?matrix\}"
_APPLIED = (
    r"(?:\\cdot(?![A-Za-z])|\\times(?![A-Za-z])|[·*×])?\s*"
    r"(?:\\(?:mathbf|boldsymbol|bm|mathrm|text|vec)\s*\{\s*[A-Za-z]+\s*\}|[A-Za-z]+)"
    r"(?:_\{?[^{}\s]*\}?)?\s*(?:\([^()]*\)|\[[^\[\]]*\])?"
)
_THING = re.compile(rf"\s*(?:{_COLUMN}|{_APPLIED})\s*", re.DOTALL)
_MATRIX = re.compile(r"\s*\\begin\{[pbvB]?matrix\}(?P<rows>.*?)\\end\{[pbvB]?matrix\}", re.DOTALL)


def solved(one: Statement, own: Sequence[str]) -> Statement:
    """`v(pos + k) = M v(pos)` as `r = M`, where r is what is asked for: a matrix before a column,
    or before the name of one, on the right of an equation for another."""
    found = _MATRIX.match(one.last) if len(one.sides) == 2 and one.is_equation else None
    if found is None or "&" not in found["rows"] or not own:
        return one
    rest = one.last[found.end() :]
    things = rest.strip() and _THING.fullmatch(rest) and _THING.fullmatch(one.left)
    if not things or len(tokens(one.left)) <= len(tokens(rest)):  # the other way round
        return one
    return replace(one, sides=(own[0], found.group().strip()))


def names_in(text: str) -> set[str]:
    """The keys of all names that may stand in a formula; h is none of those in h_{t-1}."""
    text = text[:MAX_NAMED]
    return {
        key
        for start in _NAME.finditer(text)
        for key, end in candidates(text, start.start())
        if text[end : end + 1] != "_"
    }
