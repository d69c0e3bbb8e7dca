"""A question whether something can be done, answered by words that say that it cannot."""

from __future__ import annotations

import re

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.terms import PUNCTUATION, denies, terms
from grader.maths.tree.functions import words
from grader.writing.sentences import sentences

_PREVENTING = ("preven", "preclud", "prohibit", "imposs", "unable", "hinder", "forbid", "inhibit")
_ALLOWING = frozenset(words("can could yes but except unless however though although partly"))
_UNSURE = re.compile(r"\b(?:maybe|perhaps|possibly|might|not sure|guess|either)\b|\?", re.I)


def denies_what_is_asked(part: ChoicePart, text: str) -> str | None:
    """The one option that opens with `no`, where the question is whether something can be done and
    the text says that it cannot: `this precludes doing it in parallel`."""
    refusing = [key for key, option in part.options.items() if terms(option)[:1] == ["no"]]
    if not re.match(r"\s*(?:can|could)\b", part.text, re.IGNORECASE) or len(refusing) != 1:
        return None
    said = terms(text)
    done = set(terms(part.text)[-3:]) - PUNCTUATION
    at = [n for n, word in enumerate(said) if word in done]
    free = _ALLOWING & {*said} or _UNSURE.search(text) or _denies_twice(text)
    if not at or free or any(not _is_refused(said, n) for n in at):
        return None
    return refusing[0]


def _denies_twice(text: str) -> bool:
    """`nothing prevents`, `it is not true that it cannot`: what that comes to is not guessed."""
    pieces = [re.split(r"[.;,!?]", piece) for piece in sentences(text)]
    return any(sum(map(_refuses, terms(it))) > 1 for them in pieces for it in them)


def _refuses(word: str) -> bool:
    return denies(word) or word == "nothing" or word.startswith(_PREVENTING)


def _is_refused(said: list[str], at: int) -> bool:
    """Whether a word that refuses stands near it, in the same clause."""
    ends = [n for n, word in enumerate(said) if word in PUNCTUATION or word in ("and", "so")]
    begin = max((n for n in ends if n < at), default=-1)
    end = min((n for n in ends if n > at), default=len(said))
    return any(map(_refuses, said[begin + 1 : end]))
