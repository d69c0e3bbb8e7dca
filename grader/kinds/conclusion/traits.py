"""What can be told of one statement by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.lefts import is_one_of
from grader.maths.tree.functions import function_named
from grader.maths.tree.names import key_of
from grader.maths.tree.spelling import tokens
from grader.writing import Role, Statement

# `equation 3.5`: its number, and no value.
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_REFERENCE = re.compile(
    r"(?:\b(?:eq(?:s|n|uation)?|formula|section|sec|table|fig(?:ure)?|chapter|page|step)\.?|"
    r"公式|[式表图節章页])\s*\(?$",
    re.IGNORECASE,
)
# `the output of head h's values`: only spoken of.
_OWNS = re.compile(r"['’]s\b")
# Where a formula goes in an extreme case, `J approaches 0`.
_TENDS_TO = re.compile(
    r"\b(?:approach\w*|tends? to|goes to|converges? to)\s*$|趋[近于]于?\s*$", re.I
)
# Of numbers alone: what is left of the arithmetic of one example.
_ARITHMETIC = re.compile(
    r"\\(?:sqrt|[dt]?frac|cdot|times|exp|ln|log|left|right|quad|,|text\{[^{}]*\})|"
    r"\b(?:math\.|np\.)?(?:sqrt|exp|ln|log)(?=\()|(?<=\d)[eE][-+]?\d+"
)
# `m, n`: what is spoken of, and no formula.
_NAMES = re.compile(r"\s*[A-Za-z](?:_\w)?(?:\s*,\s*[A-Za-z](?:_\w)?)+\s*")


def sides_in(one: Statement) -> tuple[str, ...]:
    """Without what says only what kind of thing it is: `A = XX^T \\in R^{n×n}`."""
    at = next((at for at, sign in enumerate(one.signs) if sign == "∈"), None)
    return one.sides if at is None else one.sides[: at + 1]


def has_answer(one: Statement) -> bool:
    sides = sides_in(one)
    if not sides[-1] or "≠" in one.signs[: len(sides) - 1]:
        return False
    return len(sides) > 1 or not ("∈" in one.signs and len(tokens(sides[0])) <= 4)


def is_update(one: Statement) -> bool:
    """`c = c + b`: what a name becomes, by what it was."""
    name, written = tokens(one.left), tokens(one.last)
    return bool(name) and any(written[at : at + len(name)] == name for at in range(len(written)))


def is_mention(one: Statement) -> bool:
    """A sign or a function alone, `⊙ is the elementwise product`, or a list of names."""
    written = tokens(one.last)
    if _NUMBER.fullmatch(one.written.strip(" ,.;")) and _REFERENCE.search(one.before.rstrip()):
        return True
    if len(one.sides) == 1 and _NAMES.fullmatch(one.last):
        return True
    if _NUMBER.fullmatch(one.written.strip(" ,.;")) and _TENDS_TO.search(one.before):
        return True
    if len(one.sides) == 1 and _OWNS.match(one.behind):
        return True
    alone = len(one.sides) == 1 and len(written) == 1 and written[0].startswith("\\")
    return alone and (function_named(written[0][1:]) is not None or key_of(one.last) is None)


def is_of_numbers(text: str) -> bool:
    """Whether no name stands in it."""
    return not re.search(r"[A-Za-z\\Ͱ-Ͽ]", _ARITHMETIC.sub("", text))


def has_substance(one: Statement) -> bool:
    """A name alone is mentioned, unless the words say that it is what comes out."""
    return len(one.sides) > 1 or one.role is Role.CONCLUDED or key_of(one.last) is None


def is_name_alone(one: Statement) -> bool:
    return len(one.sides) == 1 and key_of(one.last) is not None


def is_of(one: Statement, lefts: Sequence[str]) -> bool:
    return is_one_of(one.left, lefts)
