"""Whether an answer is too slow, by times that are never the same twice.

Load does not change them (see `grader.sandbox.meter`), but caches, the clock of the processor and a
neighbour on the same core do, by tens of percent. So both sides are measured one after the other,
in rounds; only the quotient of the two in a round is looked at, and the rounds must agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from statistics import fmean, median

from grader.sandbox import Spent

# Of the request that a call is made by, 0.1 to 0.4 ms are the grader's own. Below this a quotient
# would compare those: a faster reference counts as this, and growth is not looked for.
FLOOR_SECONDS = 0.001
# How much more than is allowed may be chance. Of 50 quotients of a function with itself, with eight
# and more busy processes to a processor, three in four were below 1.1; the largest was 1.9.
CHANCE = 1.25
# Before anything is called slow: one or two may be chance.
LEAST_ROUNDS = 3
# After so many rounds that do not agree it is decided by most of them.
MAX_ROUNDS = 9
MAX_OF_THEM = 0.75
# Growth over less than this cannot be told from chance.
LEAST_SPAN = 4
# By how many powers of the size a time must grow faster: n log n beside n is 0.2, n² is 1.
POWERS = 0.6
# And by what factor in all: arrays that no longer fit into a cache take up to three times as long.
CACHES = 3.0


@dataclass(frozen=True)
class Pair:
    """What both sides took on the same inputs; `size` is the one that grows."""

    size: int
    mine: Spent
    theirs: Spent

    @property
    def ratio(self) -> float:
        """How many times as long as the reference it took.

        Of the call itself, or with what is sent if that is more: a result that is only worked out
        when it is fetched has not cost its call anything.
        """
        return max(
            self.mine.call / max(self.theirs.call, FLOOR_SECONDS),
            self.mine.whole / max(self.theirs.whole, FLOOR_SECONDS),
        )


Round = Sequence[Pair]  # smallest size first; the same sizes in every round


def too_slow(rounds: Sequence[Round], at_most: float, least: int) -> bool | None:
    """Whether it takes more than `at_most` times as long at the largest size; None: go on."""
    return _agreed([one[-1].ratio > CHANCE * at_most for one in rounds], least)


def grows_faster(rounds: Sequence[Round], least: int) -> bool | None:
    """Whether its time grows faster with the size than the reference's; None: go on."""
    return _agreed([_grows_faster(one) for one in measurable(rounds)], least)


def measurable(rounds: Sequence[Round]) -> list[Round]:
    """The rounds without the sizes at which the reference is too fast to be measured."""
    slow_enough = [
        median(one[place].theirs.call for one in rounds) >= FLOOR_SECONDS
        for place in range(len(rounds[0]))
    ]
    return [list(compress(one, slow_enough)) for one in rounds]


def growth(rounds: Sequence[Round]) -> tuple[float, float, float]:
    """From the first measurable size to the last: times the size, the time, the reference's."""
    first, last = ([one[place] for one in measurable(rounds)] for place in (0, -1))
    return (
        last[0].size / first[0].size,
        median(pair.mine.call for pair in last) / median(pair.mine.call for pair in first),
        median(pair.theirs.call for pair in last) / median(pair.theirs.call for pair in first),
    )


def _agreed(above: Sequence[bool], least: int) -> bool | None:
    """What the rounds say together. Whoever is called slow has been so in at least three, and in
    all of them or, when there are no more to come, in most; a tie is the student's."""
    if not any(above):
        return False if len(above) >= least else None
    if all(above):
        return True if len(above) >= max(least, LEAST_ROUNDS) else None
    if len(above) < max(least, MAX_ROUNDS):
        return None
    return fmean(above) > MAX_OF_THEM


def _grows_faster(pairs: Round) -> bool:
    """By the slope of the line through the quotients, both axes logarithmic."""
    if not pairs or pairs[-1].size < LEAST_SPAN * pairs[0].size:
        return False
    sizes = [math.log(pair.size) for pair in pairs]
    quotients = [math.log(pair.mine.call / pair.theirs.call) for pair in pairs]
    middle = fmean(sizes)
    slope = sum((x - middle) * y for x, y in zip(sizes, quotients, strict=True)) / sum(
        (x - middle) ** 2 for x in sizes
    )
    return slope > POWERS and quotients[-1] - quotients[0] > math.log(CACHES)
