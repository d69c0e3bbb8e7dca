"""Letters that a student brings along: which of the problem's symbols they stand for.

Chosen without looking at the right answer: by an equation in the answer itself (`with N = n`), or
because kinds, indices and places leave room for one renaming only. A declared symbol is never
renamed, and none that the answer uses itself is a letter's meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from grader.maths import UnknownName, Unreadable
from grader.maths.tree.names import candidates, key_of
from grader.maths.tree.spelling import GREEK_NAMES

T = TypeVar("T")

# Each is one reading of a formula; an answer with two letters of its own among five symbols takes
# some twenty.
MAX_READINGS = 120
MAX_LETTERS = 6


# A step of time below or above a name, in signs or in words.
_STEP = re.compile(
    r"[_^]\s*\{?\s*(?:[<(\[]|\\langle)?\s*(?:t\s*(?P<moved>[-+−]\s*1)?(?![A-Za-z])|"
    r"(?P<word>prev|next))"
)
_STEP_WORDS = {"prev": "-1", "next": ""}


@dataclass(frozen=True)
class Renamed(Generic[T]):
    """A reading of a formula, and what each letter of the student's was taken for."""

    expr: T
    letters: Mapping[str, str]
    said: bool = False  # the answer itself says what they are
    usual: bool = False  # the course says that they are usual names for it
    unknown: Unreadable | None = None  # the refusal without any renaming

    @property
    def note(self) -> str:
        if not self.letters:
            return ""
        pairs = ", ".join(f"{letter} as {name}" for letter, name in self.letters.items())
        why = "no other reading fits"
        if self.said or self.usual:
            why = "as your answer says" if self.said else "so it is usually called"
        return f"read {pairs}: {why}"


@dataclass
class Readings:
    """How often an answer may still be read with other letters; one for all its formulas."""

    left: int = MAX_READINGS


@dataclass
class Search(Generic[T]):
    """Tries every way to give the unknown names of a text a meaning, a bounded number of times.

    `read` reads it with some letters renamed, and `names_used` says which of the problem's symbols
    it has when the letters stand for themselves; both raise Unreadable.
    """

    text: str
    targets: Sequence[str]
    read: Callable[[Mapping[str, str]], T]
    names_used: Callable[[Mapping[str, str]], Collection[str]]
    readings: Readings
    # What a name surely is, given its place: nothing else is tried for it.
    surely: Callable[[int], tuple[str, str] | None] = lambda at: None
    may_be: Callable[[str, str], bool] = lambda letter, target: True

    def renamings(
        self, unknown: UnknownName, letters: Mapping[str, str] | None = None
    ) -> Iterator[Renamed[T]]:
        letters = letters or {}
        if len(letters) >= MAX_LETTERS or unknown.text != self.text:
            return
        sure = self.surely(unknown.position)
        for letter, target in [sure] if sure else self._pairs(unknown.position):
            if target in letters.values() or (self.readings.left <= 0 and not sure):
                continue
            tried = {**letters, letter: target}
            self.readings.left -= not sure
            try:
                found = self.read(tried)
            except UnknownName as another:
                if another.position != unknown.position:
                    yield from self.renamings(another, tried)
                continue
            except Unreadable:
                continue
            if self._is_apart(tried):
                yield Renamed(found, tried)

    def _pairs(self, at: int) -> Iterator[tuple[str, str]]:
        """What the name at a place may be, each as (letter, target)."""
        slopes = any(re.match(r"d(?:[A-Za-z]|_|\\)", it) for it in self.targets)
        for letter in _spellings(self.text, at, slopes=slopes):
            yield from ((letter, it) for it in self.targets if self.may_be(letter, it))

    def _is_apart(self, letters: Mapping[str, str]) -> bool:
        """Whether the answer uses none of the targets under its own name as well."""
        try:
            return set(letters.values()).isdisjoint(self.names_used(letters))
        except Unreadable:
            return False


@dataclass(frozen=True)
class StepsOf:
    """Whether a letter may be a symbol by the step of time that it has: `h_t` is not what the
    problem calls `a_{t-1}`."""

    aliases: Mapping[str, str]  # spelling -> declared name

    def __call__(self, letter: str, target: str) -> bool:
        step = _step_of(letter)
        spelled = [target, *(it for it, name in self.aliases.items() if name == target)]
        steps = {found for it in spelled if (found := _step_of(it)) is not None}
        return step is None or not steps or step in steps


def _step_of(name: str) -> str | None:
    found = _STEP.search(name)
    if found is None:
        return None
    if found["word"]:
        return _STEP_WORDS[found["word"]]
    return re.sub(r"\s", "", found["moved"] or "").replace("−", "-")


def _spellings(text: str, at: int, *, slopes: bool) -> list[str]:
    """The name at a place, with and without what is below and above it: `s_1` may be a name, or
    the first of the family s. A transpose or a power is no part of a name, nor is, where there are
    `slopes`, a d before a letter that it touches: dc is a differential, and not d times c."""
    found: dict[str, None] = {}
    word = re.compile(r"[A-Za-z]+").match(text, at)
    for key, end in candidates(text, at):
        base, _, above = key.partition("^")
        plain = base.replace("_", "").replace("'", "")
        if above in ("T", "top", "2") or above.isdecimal() or len(plain) > 12:
            continue
        stem = base.split("_")[0]
        if text[at : at + 1].isalpha() and len(stem) > 1 and stem not in GREEK_NAMES:
            continue  # a word is no letter; it would hide a misprint
        if slopes and word and word.end() > end and word.group().startswith("d"):
            continue
        found.setdefault(text[at:end])
    return list(found)[:4]


def nearest(readings: Sequence[Renamed[T]], unknown: UnknownName) -> list[Renamed[T]]:
    """Those in which letters keep their base, `d_k` for D, where there are such; else those in
    which they keep their alphabet, `ω_i` for λ; else all. Raises `unknown` where there are none."""
    if not readings:
        raise unknown
    for alike in (_alike, _both_greek):
        near = [one for one in readings if all(alike(*pair) for pair in one.letters.items())]
        if near:
            return [replace(one, unknown=unknown) for one in near]
    return [replace(one, unknown=unknown) for one in readings]


def _both_greek(letter: str, name: str) -> bool:
    bases = [(key_of(it) or it).split("_")[0].split("^")[0] for it in (letter, name)]
    return all(base in GREEK_NAMES for base in bases)


def _alike(letter: str, name: str) -> bool:
    mine, other = (key_of(letter) or letter), (key_of(name) or name)
    return mine[:1].casefold() == other[:1].casefold()
