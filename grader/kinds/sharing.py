"""Which piece of a text that answers several parts is about one of them, by the words of its text.

A line that ends with a colon and has all the words of one part heads what stands below it. Else
a sentence is about the one part all of whose words it has, or about the one part of which it has
words that no other part has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.kinds.marker import Marking
from grader.maths.tree.functions import words
from grader.writing.sentences import sentences

_SMALL = frozenset(
    words("a an the of in on to for and or that is are it its by with at as one each this all must "
          "what how which does do be where when")
)  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_OTHERWISE = re.compile(r"([^\W_]+)\s*\((?:an?\s+)?([^\W_]+)\)")
_HEAD = re.compile(r"^(?P<indent>[ \t]*)(?P<bullet>[-*+•]\s+)?.{3,200}:[ \t]*[*_]{0,2}[ \t]*$")
_PRONOUN = re.compile(r"\W*(?:they|it|this|these|those|both|here|there)\b", re.IGNORECASE)
# So many letters in common make two words one: recurrence and recurrent, operation and operations.
_STEM = 6
_SHORT = 4
# Lines and sentences of an honest answer; each is compared with each part.
MAX_PIECES = 200
Wanted = Sequence[frozenset[str]]  # of each word its spellings
_Top = tuple[int, str, re.Match[str]]  # a line that heads something: its place, the part


@dataclass(frozen=True)
class Piece:
    """`headed`: a line of the answer says what it is about."""

    text: str
    headed: bool


def own_piece(part: Any, text: str, marking: Marking, *, by_sentences: bool) -> Piece | None:
    """What is about this part alone; None where nothing says so."""
    sharing = {
        name: other
        for name, other in marking.parts.items()
        if marking.others.get(name) == text or other is part
    }
    me = next((name for name, other in sharing.items() if other is part), "")
    if len(sharing) < 2 or not me:
        return None
    if below := _below_head(me, {name: wanted_words(one) for name, one in sharing.items()}, text):
        return Piece(below, headed=True)
    if not by_sentences:
        return None
    alike = {name: wanted_words(one) for name, one in sharing.items() if type(one) is type(part)}
    mine = [it for it, owner in _owned(alike, text) if owner == me] if len(alike) > 1 else []
    return Piece("\n\n".join(mine), headed=False) if mine else None


def wanted_words(part: Any) -> Wanted:
    """The words that say what a part asks for: of the first sentence of its text."""
    first = next(sentences(part.text), "")
    first = re.sub(r"\\[A-Za-z]+|[$`{}]", " ", first)
    also: dict[str, set[str]] = {}
    for match in _OTHERWISE.finditer(first):
        also.setdefault(match[1].casefold(), set()).add(match[2].casefold())
    plain = _OTHERWISE.sub(r"\1", first).casefold()
    found = dict.fromkeys(word for word in _WORD.findall(plain) if word not in _SMALL)
    return [frozenset({word, *also.get(word, ())}) for word in found]


def _below_head(me: str, parts: Mapping[str, Wanted], text: str) -> str:
    """What stands below the one line that heads this part."""
    lines = text.split("\n")
    tops: list[_Top] = []
    for at, line in enumerate(lines[:MAX_PIECES]):
        if head := _HEAD.match(line):
            tops.append((at, _owner(parts, line), head))
    tops = _with_the_last_one(tops, parts)
    if [owner for _, owner, _ in tops].count(me) != 1:
        return ""
    at, _, head = next(one for one in tops if one[1] == me)
    end = next((other for other, _, _ in tops if other > at), len(lines))
    below = []
    for line in lines[at + 1 : end]:
        indent = len(line) - len(line.lstrip())
        if head["bullet"] and line.strip() and indent <= len(head["indent"]):
            break
        below.append(line)
    return "\n".join(below).strip("\n")


def _with_the_last_one(tops: list[_Top], parts: Mapping[str, Wanted]) -> list[_Top]:
    """Where as many items of one list head something as there are parts, and one of them says
    nothing of which part, it is the part that is left; other lines that head no part are none."""
    told = [one for one in tops if one[1]]
    left = [name for name in parts if name not in [owner for _, owner, _ in told]]
    form = {(head["bullet"], head["indent"]) for _, _, head in told}
    alike = [one for one in tops if {(one[2]["bullet"], one[2]["indent"])} == form]
    if len(alike) == len(parts) and len(left) == 1:
        return [(at, owner or left[0], head) for at, owner, head in alike]
    return told


def _owned(parts: Mapping[str, Wanted], text: str) -> list[tuple[str, str]]:
    """Sentences, each with the one part that it is about; empty where there is none."""
    found: list[tuple[str, str]] = []
    for sentence in list(sentences(text))[:MAX_PIECES]:
        owner = _owner(parts, sentence)
        if not owner:
            told = [name for name in parts if _tells(_own_words(name, parts), sentence)]
            owner = told[0] if len(told) == 1 else ""
            if not told and found and _PRONOUN.match(sentence):
                owner = found[-1][1]
        found.append((sentence, owner))
    return found


def _owner(parts: Mapping[str, Wanted], sentence: str) -> str:
    """The part all of whose words are there; of several the one that has those of the others."""
    said = words_said(sentence)
    fits = {
        name: set(wanted)
        for name, wanted in parts.items()
        if len(wanted) > 1 and all(is_there(word, said) for word in wanted)
    }
    most = max(fits, key=lambda name: len(fits[name]), default="")
    alone = all(them < fits[most] for name, them in fits.items() if name != most)
    return most if alone else ""


def _own_words(name: str, parts: Mapping[str, Wanted]) -> list[frozenset[str]]:
    others = [word for other, wanted in parts.items() if other != name for word in wanted]
    return [word for word in parts[name] if not any(_overlap(word, other) for other in others)]


def _overlap(one: frozenset[str], other: frozenset[str]) -> bool:
    return any(_alike(word, another) for word in one for another in other)


def _tells(own: Sequence[frozenset[str]], sentence: str) -> bool:
    said = words_said(sentence)
    return any(is_there(word, said) for word in own)


def words_said(sentence: str) -> list[str]:
    plain = re.sub(r"\\[A-Za-z]+|[$`{}]", " ", sentence)
    return list(dict.fromkeys(_WORD.findall(plain.casefold())))


def is_there(word: frozenset[str], said: Sequence[str]) -> bool:
    return any(_alike(one, other) for one in word for other in said)


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if long == f"{short}s":  # RNNs
        return True
    if len(short) >= _SHORT and long.startswith(short):
        return True
    return len(short) >= _STEM and short[:_STEM] == long[:_STEM]
