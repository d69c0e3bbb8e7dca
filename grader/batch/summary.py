"""How a class did: for whoever has to decide what to talk about tomorrow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.checks import Verdict
from grader.gradebook import Standing

BINS = 10  # of the distribution: a tenth of the points each


@dataclass(frozen=True)
class Difficulty:
    """One problem: how much of it was earned, of what is decided, and by how many all of it."""

    problem: str
    earned: float
    decided: float
    full: int
    graded: int

    @property
    def percent(self) -> float | None:
        return 100.0 * self.earned / self.decided if self.decided else None


@dataclass(frozen=True)
class Mistake:
    """A mistake that was named, how often, and where."""

    problem: str
    part: str
    name: str
    count: int


@dataclass(frozen=True)
class Summary:
    graded: int
    failed: Mapping[str, str]  # student -> why nothing was graded
    distribution: tuple[int, ...]
    problems: tuple[Difficulty, ...]
    mistakes: tuple[Mistake, ...]
    unread: int
    pending: int
    faults: int


def summarise(standings: Iterable[Standing]) -> Summary:
    """Of all that the gradebook holds of an assignment."""
    bins = [0] * BINS
    failed: dict[str, str] = {}
    rows: dict[str, list[tuple[float, float, bool]]] = {}
    mistakes: Counter[tuple[str, str, str]] = Counter()
    verdicts: Counter[Verdict] = Counter()
    for standing in standings:
        if standing.handed_in.fault:
            failed[standing.handed_in.student] = standing.handed_in.fault
            continue
        reports = [one.report for one in standing.results.values()]
        earned = sum(one.score.earned for one in reports)
        decided = sum(one.score.possible - one.score.pending for one in reports)
        if decided:
            bins[min(BINS - 1, int(BINS * earned / decided + 1e-9))] += 1
        for one in reports:
            score = one.score
            row = (score.earned, score.possible - score.pending, score.earned == score.possible)
            rows.setdefault(one.id, []).append(row)
            for part in one.parts:
                verdicts[part.verdict] += 1
                if part.mistake is not None:
                    mistakes[one.id, part.name, part.mistake.name] += 1
    return Summary(
        graded=max(map(len, rows.values()), default=0),
        failed=failed,
        distribution=tuple(bins),
        problems=tuple(_difficulty(name, found) for name, found in sorted(rows.items())),
        mistakes=tuple(Mistake(*key, count) for key, count in _by_count(mistakes)),
        unread=verdicts[Verdict.UNREAD],
        pending=verdicts[Verdict.UNDECIDED],
        faults=verdicts[Verdict.GRADER_FAULT],
    )


def _difficulty(name: str, rows: list[tuple[float, float, bool]]) -> Difficulty:
    earned, decided = sum(row[0] for row in rows), sum(row[1] for row in rows)
    return Difficulty(name, earned, decided, sum(row[2] for row in rows), len(rows))


def _by_count(found: Counter[tuple[str, str, str]]) -> list[tuple[tuple[str, str, str], int]]:
    """The most common first, and those as common by name: the same class, the same words."""
    return sorted(found.items(), key=lambda one: (-one[1], one[0]))
