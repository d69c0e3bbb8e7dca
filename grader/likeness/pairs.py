"""Whose code has passages in common, and which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from grader.likeness.tokens import Work
from grader.likeness.winnowing import LENGTH, fingerprints, grams

# What more people than these have is what the question asks for, or what all were told.
MOST_SHARING = 10
# Of tokens in common. A short function has one way to be written, and so have several.
LEAST_TOKENS = 60
# Where the same piece stands in one work: of a file that repeats itself a million times, some.
MOST_PLACES = 8


@dataclass(frozen=True)
class Passage:
    """Lines of one student's file, both ends included."""

    file: str
    cell: int | None
    first: int
    last: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Shared:
    """A passage that two have in common."""

    tokens: int
    passages: tuple[Passage, Passage]


@dataclass(frozen=True)
class Pair:
    """Two whose code is alike; `share` is of the shorter one's own code, what all were given and
    what many have left out."""

    names: tuple[str, str]
    share: float
    tokens: int
    shared: tuple[Shared, ...]


def pairs_in(
    works: Mapping[str, Work], handed_out: Iterable[Work] = (), *, at_least: float
) -> list[Pair]:
    """Those with at least such a share in common, the most alike first."""
    given = {gram for work in handed_out for gram in grams(work.tokens) if gram is not None}
    own = {name: _without(_Own(work, work.tokens), given) for name, work in works.items()}
    prints = {name: fingerprints(one.tokens) for name, one in own.items()}
    counts = Counter(gram for found in prints.values() for gram in found)
    common = {gram for gram, count in counts.items() if count > MOST_SHARING}
    rare = {name: _without(one, common) for name, one in own.items()}
    same = set(_same(own))
    found = [_compared(*names, own) for names in same]
    candidates = _sharing({name: one - common for name, one in prints.items()})
    found += [_compared(*names, rare) for names in candidates if names not in same]
    alike = [one for one in found if one.tokens >= LEAST_TOKENS and one.share >= at_least]
    return sorted(alike, key=lambda one: (-one.share, -one.tokens, one.names))


@dataclass(frozen=True)
class _Own:
    """A student's work, and its tokens without those that say nothing of it."""

    work: Work
    tokens: tuple[str, ...]

    @property
    def size(self) -> int:
        return sum(map(bool, self.tokens))


def _without(one: _Own, left_out: set[int]) -> _Own:
    tokens = list(one.tokens)
    for start, gram in enumerate(grams(one.tokens)):
        if gram in left_out:
            tokens[start : start + LENGTH] = [""] * LENGTH
    return _Own(one.work, tuple(tokens))


def _same(own: Mapping[str, _Own]) -> Iterator[tuple[str, str]]:
    """Those whose code is the same from end to end, however many they are: each beside the next,
    since of a hundred nobody reads every pair."""
    whole: dict[tuple[str, ...], list[str]] = {}
    for name, one in sorted(own.items()):
        whole.setdefault(one.tokens, []).append(name)
    for names in whole.values():
        yield from pairwise(names)


def _sharing(prints: Mapping[str, set[int]]) -> set[tuple[str, str]]:
    """Pairs that are worth comparing."""
    having: dict[int, list[str]] = {}
    for name, found in sorted(prints.items()):
        for gram in found:
            having.setdefault(gram, []).append(name)
    return {pair for names in having.values() for pair in combinations(names, 2)}


def _compared(one: str, other: str, own: Mapping[str, _Own]) -> Pair:
    first, second = own[one], own[other]
    tiles = list(_tiles(first.tokens, second.tokens))
    tokens = sum(length for _, _, length in tiles)
    shared = tuple(
        Shared(
            length,
            (_passage(first.work, start, length), _passage(second.work, there, length)),
        )
        for start, there, length in sorted(tiles, key=lambda tile: -tile[2])
    )
    return Pair((one, other), tokens / max(1, min(first.size, second.size)), tokens, shared)


def _tiles(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """(where, where, how long): passages that both have, in any order, no token in two of them."""
    places: dict[int, list[int]] = {}
    for place, gram in enumerate(grams(second)):
        if gram is not None and len(found := places.setdefault(gram, [])) < MOST_PLACES:
            found.append(place)
    taken = [False] * len(second)
    ours = grams(first)
    start = 0
    while start < len(ours):
        gram = ours[start]
        known = places.get(gram, []) if gram is not None else []
        lengths = [(_length(first, start, second, place, taken), -place) for place in known]
        length, place = max(lengths, default=(0, 0))
        if length < LENGTH:
            start += 1
            continue
        yield start, -place, length
        taken[-place : -place + length] = [True] * length
        start += length


def _length(
    first: Sequence[str], start: int, second: Sequence[str], place: int, taken: Sequence[bool]
) -> int:
    """For how many tokens the two go on alike."""
    length = 0
    for here, there in zip(range(start, len(first)), range(place, len(second)), strict=False):
        if not first[here] or first[here] != second[there] or taken[there]:
            break
        length += 1
    return length


def _passage(work: Work, start: int, length: int) -> Passage:
    first, last = work.places[start], work.places[start + length - 1]
    lines = work.lines[first.file, first.cell][first.line - 1 : last.line]
    return Passage(first.file, first.cell, first.line, last.line, lines)


def groups_of(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Pairs that are connected by somebody, together; in the order in which they came."""
    groups: list[list[Pair]] = []
    for pair in pairs:
        met = [one for one in groups if any(set(other.names) & set(pair.names) for other in one)]
        groups = [one for one in groups if one not in met]
        groups.append([*(other for one in met for other in one), pair])
    order = {pair.names: place for place, pair in enumerate(pairs)}
    for group in groups:
        group.sort(key=lambda pair: order[pair.names])
    return sorted(groups, key=lambda group: order[group[0].names])
