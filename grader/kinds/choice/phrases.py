"""The words by which an option is named: its key, its text, clauses of it, and what its author says
that people call it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.terms import ARTICLES, PUNCTUATION, denies, terms
from grader.maths.tree.functions import words
from grader.writing.scripts import FOREIGN

# Words that say where something is done, and how many may stand between one and the thing.
WHERE = frozenset(words("before after at inside behind"))
MAX_BETWEEN = 3
# Words between those of a phrase that change nothing.
_PASSED_OVER = ARTICLES | frozenset(
    words("of its their already simply also then directly indirectly trivially easily essentially "
          "basically effectively exactly practically always really actually thus now would will")
)  # fmt: skip
# Words that `…` stands for, at most.
MAX_GAP = 6
# What parts it from what comes next, or leaves it open.
_PARTING = frozenset(words("or but then maybe perhaps possibly might probably"))
# `*` and `…` of a phrase, as letters that a text is not written in.
_REST, _GAP = "ǂ", "ǁ"


@dataclass(frozen=True)
class Phrase:
    """Words that name an option; `firm` if they can hardly mean else."""

    key: str
    words: tuple[str, ...]
    firm: bool


def phrases(part: ChoicePart) -> list[Phrase]:
    """Those of the options' keys and texts; what two options share names neither."""
    found = list(_phrases(part))
    times = Counter(one.words for one in found)
    return [
        one
        for one in found
        if times[one.words] == 1
        and (len(one.words) > 1 or one.firm or one.words == tuple(terms(one.key)))
    ]


def _phrases(part: ChoicePart) -> Iterator[Phrase]:
    for key, option in part.options.items():
        whole = tuple(word for word in terms(option) if word not in PUNCTUATION)
        yield Phrase(key, tuple(terms(key)), firm=False)
        if whole and whole != tuple(terms(key)):
            yield Phrase(key, whole, firm=True)
        for at, clause in enumerate(re.split(r"[,:;(]", option)):
            phrase = tuple(word for word in terms(clause) if word not in PUNCTUATION)
            long_enough = len(phrase) >= (2 if at == 0 else 3)
            if long_enough and phrase != whole and _is_own(part, key, phrase):
                yield Phrase(key, phrase, firm=True)


def _is_own(part: ChoicePart, key: str, phrase: tuple[str, ...]) -> bool:
    others = (terms(text) for other, text in part.options.items() if other != key)
    return not any(list(places(phrase, other)) for other in others)


def first_clause(option: str) -> tuple[str, ...]:
    return tuple(word for word in terms(re.split(r"[,:;.(]", option)[0]))


def places(phrase: Sequence[str], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the words of a phrase begin and end, one after the other, commas between them aside.
    After a word that says where, `before the softmax`, others may stand before the thing itself."""
    kept = [(at, word) for at, word in enumerate(said) if word not in PUNCTUATION]
    flat = [word for _, word in kept]
    for at in range(len(flat) - len(phrase) + 1):
        if flat[at : at + len(phrase)] == list(phrase):
            yield kept[at][0], kept[at][0] + len(phrase)
    thing = [word for word in phrase[1:] if word not in ARTICLES]
    if not phrase or phrase[0] not in WHERE or not thing:
        return
    for at, word in enumerate(said):
        if word == phrase[0] and list(said[at + 1 : at + len(phrase)]) != list(phrase[1:]):
            near = said[at + 1 : at + 1 + MAX_BETWEEN + len(thing)]
            found = [n for n in range(len(near)) if list(near[n : n + len(thing)]) == thing]
            if found and not any(map(_interrupts, near[: found[0]])):
                yield at, at + 1 + found[0] + len(thing)


def _interrupts(word: str) -> bool:
    return word in PUNCTUATION or word in WHERE or word in _PARTING or denies(word)


def said_places(phrase: str, said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where a phrase of `said` begins and ends: `*` in it is the rest of a word or any word, `…` a
    few words of a clause that neither deny nor say where."""
    patterns = _patterns(phrase)
    for at in range(len(said)):
        end = _matched(patterns, said, at)
        if end is not None:
            yield at, end


@lru_cache(maxsize=1024)
def _patterns(phrase: str) -> tuple[re.Pattern[str] | None, ...]:
    """Of each word the pattern; None for a gap."""
    lettered = phrase.replace("*", _REST).replace("…", f" {_GAP} ")
    # Where words are not parted by blanks, a piece of one is asked for as it stands.
    written = lettered.casefold().split() if FOREIGN.search(phrase) else terms(lettered)
    return tuple(
        None if word == _GAP else re.compile(re.escape(word).replace(_REST, r"\w*"))
        for word in written
        if word not in PUNCTUATION
    )


def _matched(
    patterns: Sequence[re.Pattern[str] | None], said: Sequence[str], at: int
) -> int | None:
    """Where the words end that the patterns fit from a place on; None if they do not."""
    if not patterns:
        return at
    first, *rest = patterns
    if first is None:
        for end in range(at, min(len(said), at + MAX_GAP) + 1):
            found = _matched(rest, said, end)
            if found is not None:
                return found
            if end < len(said) and _interrupts(said[end]):
                return None
        return None
    if at < len(said) and first.fullmatch(said[at]):
        end = at + 1
        while rest and rest[0] and end < len(said) and _is_between(said[end], rest[0]):
            end += 1
        return _matched(rest, said, end)
    return None


def _is_between(word: str, following: re.Pattern[str]) -> bool:
    """Whether a word between two of a phrase changes nothing, and is not the second."""
    passed = word in _PASSED_OVER or word in ("(", ")", ",", "cdot")
    return passed and following.fullmatch(word) is None
