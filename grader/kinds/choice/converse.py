"""Two cases told side by side: `the one is faster when n < d, and the other when n > d`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.relations import better_of, called_in, relations, things_compared
from grader.kinds.choice.terms import denies, terms
from grader.writing.concluding import HEDGED

_CASES = re.compile(
    r"[.;；。\n](?=\s|$)|,?\s*\b(?:while|whereas|but|and|conversely|otherwise)\b|[；。\n]",
    re.IGNORECASE,
)
_REVERSED = re.compile(
    r"\b(?:the )?(?:other way (?:a?round|about)|reverse|opposite|vice versa)\b", re.IGNORECASE
)
_IS_REVERSED = re.compile(
    rf"\b(?:is|are|but|rather|actually|exactly|just)\s+{_REVERSED.pattern}", re.I
)
Relation = tuple[str, str]


def says_the_reverse(text: str) -> bool:
    """`…, but it is the other way round`: of what it is said is not guessed."""
    return _IS_REVERSED.search(text) is not None


def same_both_ways(part: ChoicePart, text: str, prompt: str) -> str | None:
    """The option whose condition the text gives for the thing that is asked about, where it gives
    the opposite one for the other thing; None where a case is left open, or they do not fit."""
    if HEDGED.search(text) or "?" in text or any(map(denies, terms(text))):
        return None
    cases = list(_cases(part, text, prompt))
    if len({asked for _, asked in cases}) < 2 or any(asked is None for _, asked in cases):
        return None
    conditions = {(small, large) if asked else (large, small) for (small, large), asked in cases}
    if len(conditions) != 1:
        return None
    found = [key for key, option in part.options.items() if relations(option, {}) == conditions]
    return found[0] if len(found) == 1 else None


def _cases(part: ChoicePart, text: str, prompt: str) -> Iterator[tuple[Relation, bool | None]]:
    """Each condition, with whether the thing asked about is the better one in it; None where that
    is not told."""
    asked, other = things_compared(part.text)
    called = called_in(prompt)
    for piece in _CASES.split(text):
        told = relations(piece, called)
        if not told:
            continue
        better = False if _REVERSED.search(piece) else better_of(piece, asked, other)
        yield from ((one, better if len(told) == 1 else None) for one in told)
