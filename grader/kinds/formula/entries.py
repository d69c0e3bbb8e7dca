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
    r"\\[dt]?frac\s*\{\s*(?:\\partial|d)\s*\\?[A-Za-z]+_\{?([a-z])\}?\s*\}"
    r"\s*\{\s*(?:\\partial|d)\s*\\?[A-Za-z]+_\{?([a-z])\}?\s*\}"
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
        match = _SLOPE.fullmatch(one.left.strip()) or _BELOW.search(one.left)
        indices = tuple(index for index in match.groups() if index) if match else ()
        if len(indices) == wanted and not {*indices} & symbols.keys.keys():
            sizes = dict(zip(indices, (shape.rows, shape.cols), strict=False))
            around = symbols.declare(
                {index: Domain.parse(f"1..{size}") for index, size in sizes.items()}
            )
            delta = () if "delta" in symbols.keys else ("delta",)
            return Entries(indices, replace(around, kronecker=(*symbols.kronecker, *delta)))
    return None


def is_by_entries(part: FormulaPart, symbols: Symbols) -> bool:
    """Whether what is asked for has entries with indices."""
    return _shape(part, symbols) is not None


def _shape(part: FormulaPart, symbols: Symbols) -> Shape | None:
    try:
        return shape_of(meant(part.answer[0], symbols, part), symbols) if part.answer else None
    except Unclear:
        return None
