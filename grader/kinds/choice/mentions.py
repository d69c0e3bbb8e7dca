"""Where a sentence names which options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.kinds.choice.keys import ChoicePart
from grader.kinds.choice.phrases import WHERE, first_clause, phrases, places, said_places
from grader.kinds.choice.terms import (
    ARTICLES,
    LINKING,
    LINKS,
    OPPOSITE,
    PUNCTUATION,
    REASON,
    denies,
    terms,
)

# What is done to something that changes, what is said of what does not, and how far from its name.
_CHANGING = ("chang", "switch", "replac", "swap", "exchang", "modif", "differ", "alter")
STAYING = (
    "same",
    "shar",
    "keep",
    "kept",
    "frozen",
    "unchanged",
    "stay",
    "remain",
    "identical",
    "reus",
    "transferred",
    "common",
)
_NEAR = 4
_PARTING = PUNCTUATION | {"and", "but", "while", "only"}
_SEVERAL = re.compile(
    r"\band (?:the |its |an? )?(?:\w+ ){1,3}(?:are|were|get|both|all|must|have) (?:\w+ )??"
    r"(?!different (?!in |for |from |too |here |between |ones)\w)"  # they are two different tasks
    rf"(?:{'|'.join(_CHANGING)}|trained|new\b|learned)|"
    r"\band (?:the |its |an? )?(?:\w+ ){1,2}(?:change|differ)\b"
)
_ELSE = frozenset(("else", "different", "other", "new", "more"))
SIGNS = frozenset("∞<>^√")


@dataclass(frozen=True)
class Mention:
    """An option named by words `start` to `end` of a text; `firm` if they can hardly mean else."""

    key: str
    start: int
    end: int
    firm: bool
    loose: bool = False  # others may be named between its words


def mentions(part: ChoicePart, text: str, said: list[str]) -> list[Mention]:
    """All options that the words of a text name, whatever it says of them."""
    found = [
        Mention(one.key, start, end, one.firm)
        for one in phrases(part)
        for start, end in places(one.words, said)
    ]
    found += [
        Mention(key, start, end, firm=True, loose="…" in one)
        for key, them in part.said.items()
        for one in them
        for start, end in said_places(one, said)
    ]
    found += [*_openings(part, said), *_signs(part, said), *_excluded(part, said)]
    found = [one for one in found if one.firm or not _is_chance(one, part, said)]
    found = [one for one in found if not _stays(one, said, part.text)]
    found = [one for one in found if not _is_nothing_else(one, said)]
    marked = {key for key in part.options if _is_marked(key, text)}
    found = [
        replace(one, firm=one.firm or one.key in marked or _is_done_to(one, said, part.text))
        for one in found
        if one.key in marked or len(one.key) > 1 or one.firm
    ]
    found = [one for one in found if not any(_contains(other, one) for other in found)]
    # `Never exactly, but y comes close`: a word of what an option says is not another one's key.
    told = {word for one in found if one.firm for word in terms(part.options[one.key])}
    return [one for one in found if one.firm or not set(said[one.start : one.end]) <= told]


def _openings(part: ChoicePart, said: list[str]) -> Iterator[Mention]:
    """The one word with which an option begins, where the text begins with it."""
    firsts = Counter(first_clause(option) for option in part.options.values())
    for key, option in part.options.items():
        first = first_clause(option)
        if (
            len(first) == 1
            and len(first[0]) > 1
            and firsts[first] == 1
            and tuple(said[:1]) == first
        ):
            yield Mention(key, 0, 1, first[0] in OPPOSITE and len(said) > 1)


def _signs(part: ChoicePart, said: list[str]) -> Iterator[Mention]:
    """A sign that one option alone has, such as ∞, beside another of its words."""
    told = {key: set(terms(option)) - PUNCTUATION for key, option in part.options.items()}
    words = set(said)
    for key, its in told.items():
        others = set().union(*(them for other, them in told.items() if other != key))
        own = (its - others) & SIGNS
        if own and any(len(it) > 3 and it not in WHERE for it in its & words):
            yield from (
                Mention(key, at, at + 1, firm=True) for at, it in enumerate(said) if it in own
            )


def _excluded(part: ChoicePart, said: list[str]) -> Iterator[Mention]:
    """`neither this nor that`, where an option says neither and the others are this and that."""
    for key, option in part.options.items():
        if terms(option)[:1] != ["neither"] or "neither" not in said:
            continue
        at = said.index("neither")
        others = [tuple(terms(other)) for other in part.options if other != key]
        found = [list(places(other, said[at:])) for other in others]
        if "nor" in said[at:] and all(found):
            yield Mention(key, at, at + 1 + max(ends[-1][0] for ends in found), firm=True)


def _is_chance(one: Mention, part: ChoicePart, said: list[str]) -> bool:
    """Whether a word that is a key says something else here."""
    return (
        _is_attribute(one, said)
        or _is_before_another(one, part, said)
        or said[one.end : one.end + 1] == ["else"]
    )


def _is_nothing_else(one: Mention, said: Sequence[str]) -> bool:
    """`it learns nothing else`: something it does."""
    behind = said[one.end : one.end + 1]
    return said[one.end - 1] == "nothing" and not _ELSE.isdisjoint(behind)


def _is_attribute(one: Mention, said: Sequence[str]) -> bool:
    """`the invariant part`: a key before a noun, which says nothing of what is asked about."""
    return list(said[one.start - 1 : one.start]) == ["the"] and is_before_noun(one, said)


def is_before_noun(one: Mention, said: Sequence[str]) -> bool:
    after = said[one.end : one.end + 1]
    return bool(after) and after[0].isalpha() and after[0] not in (LINKING | LINKS | REASON)


def _is_before_another(one: Mention, part: ChoicePart, said: list[str]) -> bool:
    """`before the mask`, where the option says before what, and it is something else."""
    if said[one.start] not in WHERE:
        return False
    ends = PUNCTUATION | WHERE | {"and", "but"}
    clause = next((n for n in range(one.end, len(said)) if said[n] in ends), len(said))
    things = [word for word in said[one.end : clause] if word not in ARTICLES]
    return bool(things) and not {*things} & {*terms(part.options[one.key])}


def _is_done_to(one: Mention, said: list[str], question: str) -> bool:
    """`we replace the last part`, where the question is what changes: the key `part` is no word by
    chance."""
    if not asks_what_changes(question):
        return False
    clause = next((at for at in range(one.start, 0, -1) if said[at - 1] in PUNCTUATION), 0)
    if any(map(denies, said[clause : one.start])):
        return False
    return any(word.startswith(_CHANGING) for word in _beside(one, said))


def _stays(one: Mention, said: list[str], question: str) -> bool:
    """`the body is shared`, where the question is what changes."""
    return asks_what_changes(question) and any(
        word.startswith(STAYING) for word in _beside(one, said)
    )


def asks_what_changes(question: str) -> bool:
    said = terms(question)
    return said[:1] in (["what"], ["which"]) and any(it.startswith(_CHANGING) for it in said)


def keeps_the_rest(question: str, text: str) -> bool:
    """`the rest stays as it was`, where the question is what changes, and nothing is said to."""
    said = terms(text)
    stays = any(word.startswith(STAYING) for word in said)
    changes = any(word.startswith(_CHANGING) or denies(word) for word in said)
    return asks_what_changes(question) and stays and not changes


def changes_several(question: str, text: str) -> bool:
    """`the body and the part are replaced`, where the question is what changes."""
    return asks_what_changes(question) and _SEVERAL.search(" ".join(terms(text))) is not None


def _beside(one: Mention, said: list[str]) -> list[str]:
    """The words near it in its clause."""
    before = said[max(0, one.start - _NEAR) : one.start]
    cut = max((at + 1 for at, word in enumerate(before) if word in _PARTING), default=0)
    after = said[one.end : one.end + _NEAR]
    end = next((at for at, word in enumerate(after) if word in _PARTING), len(after))
    return [*before[cut:], *after[:end]]


def _is_marked(key: str, text: str) -> bool:
    """Whether the key stands out as one: in quotes, in bold, after `option`, before `because`."""
    name = re.escape(key).replace("_", "[ _]")
    marked = rf"[`*\"“'‘(\[]\s*{name}\s*[`*\"”'’)\]]"
    called = (
        rf"\b(?:option|choice|answer|choose|chose|pick|select)\b(?:\s+is|:)?\s+[`*(\"]*{name}\b"
    )
    if key.casefold() in ("a", "i"):  # `the answer is a sum`
        called += r"(?=\s*(?:$|[.,:;)`*\"]|because\b|since\b))"
    first = rf"^\W*{name}\s*(?:$|[.,:;)]|because\b|since\b)"
    return bool(re.search(f"{marked}|{called}|{first}", text, re.IGNORECASE))


def _contains(one: Mention, other: Mention) -> bool:
    if one.loose and one.key != other.key and one.end != other.end:
        return False
    return one.start <= other.start and other.end <= one.end and (
        one.end - one.start > other.end - other.start
        or (one.firm and not other.firm and one.key == other.key and one is not other)
    )  # fmt: skip
