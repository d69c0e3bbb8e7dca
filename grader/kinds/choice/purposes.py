"""What a text says of a purpose or a consequence, `…, so that after it they vanish`: when that has
come about, and not where something is done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.kinds.choice.mentions import SIGNS, Mention
from grader.kinds.choice.passing import MADE, sentence_of
from grader.kinds.choice.phrases import WHERE
from grader.kinds.choice.terms import PUNCTUATION

# Words between `so that` and what says when.
_MAX_BETWEEN = 8
# What is done there and does not come about: `so that after it we mask them`.
_DONE = re.compile(
    r"mask\w*|hid(?:e|es|ing)|add\w*|subtract\w*|do|does|done|enters?|happens?|we|you"
)


def without_purposes(live: list[Mention], said: Sequence[str]) -> list[Mention]:
    """The mentions without those in a clause of purpose, where nothing is done in it and another
    option is named before it in the same sentence by a sign of its own. Words alone may say what is
    not done yet: `before it they stay as they are, so that after it …`."""
    kept = [one for one in live if not _is_purpose(one, live, said)]
    return kept if any(one.firm for one in kept) else live


def _is_purpose(one: Mention, live: list[Mention], said: Sequence[str]) -> bool:
    if said[one.start] not in WHERE:
        return False
    begin, end = sentence_of(one, said)
    opened = _opened(said, max(begin, one.start - _MAX_BETWEEN), one.start)
    if opened is None:
        return False
    clause = next((at for at in range(one.end, end) if said[at] in PUNCTUATION), end)
    done = any(MADE.fullmatch(word) or _DONE.fullmatch(word) for word in said[opened + 2 : clause])
    named = any(
        other.firm and other.key != one.key and SIGNS & {*said[other.start : other.end]}
        for other in live
        if begin <= other.start < opened
    )  # fmt: skip
    return named and not done


def _opened(said: Sequence[str], first: int, last: int) -> int | None:
    """Where the last `so that` stands among some words."""
    return next(
        (at for at in range(last - 2, first - 1, -1) if tuple(said[at : at + 2]) == ("so", "that")),
        None,
    )
