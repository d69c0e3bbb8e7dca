"""What is asked, as far as a document can name it: ids, titles, numbers, parts."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.values.headings import Number, places_of, plain

# What separates "Question 2" or a problem's id from the words that may follow it in a heading.
_AFTER_NAME = re.compile(r":|[.)]\s|\s[-–—]\s")
# Titles that differ in less are the same with a slip of the pen.
_CLOSE = 0.9


@dataclass(frozen=True)
class Target:
    """What a number stands for: a problem, or one part of it."""

    problem: str
    part: str = ""

    def __str__(self) -> str:
        return f"{self.problem}, {self.part}" if self.part else self.problem


@dataclass(frozen=True)
class Asked:
    """One problem. `written` are its parts that are answered in writing, with what each asks."""

    id: str
    title: str
    parts: tuple[str, ...]
    written: Mapping[str, str]
    free: frozenset[str] = frozenset()  # those of free text
    lines: Mapping[str, str] = field(default_factory=dict)  # a folded label -> the part it is of


@dataclass(frozen=True)
class Bound:
    """What a number was found to be: `rest` of it names a part, if nothing is declared for that."""

    number: Number
    targets: tuple[Target, ...]
    rest: Number = ()
    group: bool = False  # nothing has this number itself, but numbers below it have


class Questions:
    def __init__(
        self,
        asked: Sequence[Asked],
        numbers: Mapping[Number, tuple[Target, ...]],
        others: Collection[str] = (),
    ) -> None:
        """`others` are ids and titles of what is not asked for now, but known."""
        self.asked = {one.id: one for one in asked}
        self.numbers = numbers
        self._names = {fold(name): one.id for one in asked for name in (one.title, one.id)}
        self._others = {fold(name) for name in others} - set(self._names)

    @property
    def names(self) -> frozenset[str]:
        """All that a heading may say to name a problem, folded."""
        return frozenset(self._names) | self._others

    def named(self, title: str) -> str:
        """The id of the problem that a heading names by its id or its title, or nothing."""
        return next((self._names[one] for one in readings(title) if one in self._names), "")

    def is_other(self, title: str) -> bool:
        return any(one in self._others for one in readings(title))

    def resembles(self, title: str) -> str:
        """The id of the problem whose title this nearly is."""
        near = difflib.get_close_matches(fold(title[:150]), list(self._names), n=1, cutoff=_CLOSE)
        return self._names[near[0]] if near else ""

    def exact(self, number: Number) -> tuple[Target, ...]:
        """What is declared for this number; `2.1` and `2 (a)` are the same if one is declared."""
        return next((self.numbers[one] for one in _spellings(number) if one in self.numbers), ())

    def find(self, number: Number) -> Bound | None:
        """What the number stands for, or the longest part of it that something is declared for."""
        for length in range(len(number), 0, -1):
            if targets := self.exact(number[:length]):
                return Bound(number[:length], targets, number[length:])
        below = [key for key in self.numbers if key[: len(number)] == number]
        targets = tuple(dict.fromkeys(t for key in below for t in self.numbers[key]))
        return Bound(number, targets, group=True) if targets else None

    def numbers_of(self, problem: str) -> Iterator[Number]:
        """The numbers that stand for the whole of a problem."""
        for number, targets in self.numbers.items():
            if Target(problem) in targets:
                yield number

    def expected(self) -> str:
        """What a heading may say, in a few examples."""
        first = next(iter(self.asked.values()), None)
        if first is None:
            return "nothing"
        number = next(iter(self.numbers), None)
        numbered = f"`Question {'.'.join(number)}`, " if number else ""
        return f"{numbered}`{first.id}` or its title, `{first.title}`"


def fold(title: str) -> str:
    """A heading or label without case, markup and punctuation around it."""
    return " ".join(title.strip("`*_#:.()[] ").casefold().split())


def readings(title: str) -> list[str]:
    """A heading as a whole, and what stands before its colon, dash or full stop."""
    short = plain(title)
    return [fold(title), fold(short), fold(_AFTER_NAME.split(short, maxsplit=1)[0])]


def _spellings(number: Number) -> Iterator[Number]:
    yield number
    *above, last = number
    if above and last.isdigit() and 1 <= int(last) <= 26:
        yield (*above, "abcdefghijklmnopqrstuvwxyz"[int(last) - 1])
    elif above:
        for place in places_of(last):
            yield (*above, str(place))
