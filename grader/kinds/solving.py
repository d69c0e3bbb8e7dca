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
# Of chains of products: what a sum runs over, and brackets.
_LIMITS = re.compile(
    r"\\sum(?:\\limits)?(?:\s*[_^]\s*(?:\{[^{}]{0,20}\}|\\?[A-Za-z0-9]+))*(?![A-Za-z])"
)
_BRACKETS = frozenset("()")
_CLOSES = re.compile(r"^(?:\s|\\right(?![A-Za-z])|\\[,;:! ]|\\cdot(?![A-Za-z])|\))+")
_RIGHT = re.compile(r"\\right\s*$")
_BEGINS = re.compile(r"[A-Za-z\\(]")
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


def solved_last(one: Statement, own: Sequence[str]) -> Statement:
    """`y = A (b c) = A r` as `r = b c`, where r is what is asked for: a chain whose last side
    has it behind what an earlier side has the answer behind. Brackets around products mean nothing.
    """
    if not one.is_equation or not any(len(tokens(name)) > 1 for name in own):
        return one
    last = tokens(_LIMITS.sub(r"\\sum ", one.last))
    name = next((it for it in map(tokens, own) if len(it) > 1 and last[-len(it) :] == it), None)
    head = _factors(last[: -len(name)]) if name else []
    if not head or not {"+", "-"}.isdisjoint(head):
        return one
    for side in reversed(one.sides[:-1]):
        rest = _behind(head, _LIMITS.sub(r"\\sum ", side))
        if rest and tokens(rest) != name:
            return replace(one, sides=(own[0], rest), signs=("=",))
    return one


def _factors(written: Sequence[str]) -> list[str]:
    return [it for it in written if it not in _BRACKETS]


def _behind(head: Sequence[str], side: str) -> str:
    """What stands in a product behind these factors, brackets aside; nothing where they do not
    begin it, or where a bracket that began among them goes on with something."""
    ends = (at for at in range(1, min(len(side), MAX_NAMED)) if _factors(tokens(side[:at])) == head)
    rests = (_CLOSES.sub("", side[at:]) for at in ends)
    rest = next((it for it in rests if _BEGINS.match(it)), "")
    depth = 0
    for at, sign in enumerate(rest):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return "" if _CLOSES.sub("", rest[at:]).strip(" .,") else _RIGHT.sub("", rest[:at])
    return rest


def names_in(text: str) -> set[str]:
    """The keys of all names that may stand in a formula; h is none of those in h_{t-1}."""
    text = text[:MAX_NAMED]
    return {
        key
        for start in _NAME.finditer(text)
        for key, end in candidates(text, start.start())
        if text[end : end + 1] != "_"
    }
