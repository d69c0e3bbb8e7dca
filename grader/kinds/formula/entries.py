"""Answers that give every entry of a matrix or a vector by its indices: `J_{ij} = …`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.kinds.formula.keys import FormulaPart
from grader.kinds.formula.meanings import meant
from grader.kinds.marker import Unclear
from grader.maths import Domain, Shape, Symbols, shape_of
from grader.writing import Statement

_BELOW = re.compile(r"[_\[]\s*\{?\s*([a-z])\s*,?\s*([a-z])?\s*[}\]]?\s*$")
_SLOPE = re.compile(
    r"\\[dt]?frac\s*\{\s*(?:\\partial|d)\s*(?:\\(?:hat|tilde|bar)\s*\{?\\?[A-Za-z]+\}?|\\?[A-Za-z]+)_\{?([a-z])\}?\s*\}"
    r"\s*\{\s*(?:\\partial|d)\s*\\?[A-Za-z]+_\{?([a-z])\}?\s*\}"
)
_PLAIN_SLOPE = re.compile(
    r"(?:∂|d)\s*[A-Za-z]+_\{?([a-z])\}?\s*/\s*(?:∂|d)\s*[A-Za-z]+_\{?([a-z])\}?"
)
# What the Kronecker delta is, said in words: no case of the formula.
_SAID = re.compile(
    r"\(?\s*\$?(?:\\delta|δ)_\{?(?P<a>[a-z])\s*,?\s*(?P<b>[a-z])\}?\$?\s*(?:=|is)\s*\$?\s*1\s*\$?"
    r"\s*(?:if|when|for|where)\s*\$?\s*(?P=a)\s*==?\s*(?P=b)\s*\$?[\s,;]*(?:and|else|otherwise)[\s,]*"
    r"(?:otherwise[\s,]*)?(?:is\s*)?\$?\s*0\s*\$?\s*(?:otherwise|else)?\s*\)?"
)
# The loss by an entry of a weight, whose indices are the last ones below it: ∂L/∂b_{y,i}.
_OF_LOSS = re.compile(
    r"(?:\\[dt]?frac\s*\{\s*(?:\\partial|∂|d)(?:[^{}]|\{[^{}]*\})*\}\s*\{\s*(?:\\partial|∂|d)\s*"
    r"|(?:\\partial|∂|d)\s*\S+?\s*/\s*(?:\\partial|∂|d)\s*)(?P<by>\S.*)"
)
_LAST = re.compile(r"_\s*\{?(?:[A-Za-z]{1,2}\s*(?:,|_\s*\{?)\s*)?([a-z])\s*,?\s*([a-z])?\s*\}*\s*$")
# A step of time beside such an index, where the answer is for one step.
_TIME = (
    (re.compile(r"_\s*\{\s*t\s*,\s*([a-z])\s*\}"), r"_{\1}"),
    (re.compile(r"_\s*\{\s*([a-z])\s*,\s*t\s*\}"), r"_{\1}"),
    (re.compile(r"\^\s*\{?\s*[<(\[]\s*t\s*[>)\]]\s*\}?\s*(?=_\s*\{?[a-z])"), ""),
    (re.compile(r"(_\s*(?:[a-z]|\{\s*[a-z]\s*\}))\s*\^\s*\{?\s*[<(\[]\s*t\s*[>)\]]\s*\}?"), r"\1"),
)
# One where two indices are equal and zero elsewhere: a bold or a plain 1 with that below or behind
# it, or that alone in square brackets.
_EQUAL = r"\s*(?P<{0}>[a-z])\s*==?\s*(?P<{1}>[a-z])\s*"
_ONE = r"(?:\\(?:mathbb|mathbf|mathds|mathrm|bm)\s*\{?\s*[1I]\s*\}?|[𝟙𝟏]|(?<![\w.])1)\s*"
_INDICATOR = re.compile(
    rf"{_ONE}_\s*\{{?\s*\\?[\[({{]?{_EQUAL.format('a', 'b')}\\?[\])}}]?\s*\}}"
    rf"|{_ONE}(?:\\left\s*)?\\?[\[({{]{_EQUAL.format('c', 'd')}(?:\\right\s*)?\\?[\])}}]"
    rf"|(?<![\w\])}}\s])\s*\[{_EQUAL.format('e', 'f')}\]"
)


def with_deltas(text: str) -> str:
    """The text with the Kronecker delta for it, in every writing of that."""
    text = _SAID.sub(lambda found: " " * len(found.group()), text)
    return _INDICATOR.sub(
        lambda found: "\\delta_{{{} {}}}".format(*(it for it in found.groups() if it)), text
    )


@dataclass(frozen=True)
class Entries:
    """The indices of an entry, and the problem's symbols with them and the Kronecker delta."""

    indices: tuple[str, ...]
    symbols: Symbols


def by_entries(part: FormulaPart, found: Sequence[Statement], symbols: Symbols) -> Entries | None:
    """The indices on the left side of what the answer states, if the problem does not use them and
    asks for something that has such entries."""
    shape = _shape(part, symbols)
    if shape is None:
        return None
    wanted = 1 if shape.cols == 1 else 2
    for one in reversed(found):
        slope = _SLOPE.fullmatch(one.left.strip()) or _PLAIN_SLOPE.fullmatch(one.left.strip())
        match = slope or _of_loss(one.left) or _BELOW.search(one.left)
        indices = tuple(index for index in match.groups() if index) if match else ()
        if len(indices) == wanted and not {*indices} & symbols.keys.keys():
            sizes = dict(zip(indices, (shape.rows, shape.cols), strict=False))
            around = symbols.declare(
                {index: Domain.parse(f"1..{size}") for index, size in sizes.items()}
            )
            delta = () if "delta" in symbols.keys else ("delta",)
            return Entries(indices, replace(around, kronecker=(*symbols.kronecker, *delta)))
    return None


def timeless(text: str) -> str:
    """A formula for an entry at one step of time without that step beside the indices."""
    for pattern, plain in _TIME:
        text = pattern.sub(plain, text)
    return text


def _of_loss(left: str) -> re.Match[str] | None:
    found = _OF_LOSS.fullmatch(left.strip())
    return _LAST.search(found["by"]) if found else None


def is_by_entries(part: FormulaPart, symbols: Symbols) -> bool:
    """Whether what is asked for has entries with indices."""
    return _shape(part, symbols) is not None


def _shape(part: FormulaPart, symbols: Symbols) -> Shape | None:
    try:
        return shape_of(meant(part.answer[0], symbols, part), symbols) if part.answer else None
    except Unclear:
        return None
