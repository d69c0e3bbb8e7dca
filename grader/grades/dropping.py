"""Which problems and assignments do not count, by the groups of which the course drops the lowest.

Lowest is what the least share of its points was, or can still be, earned of: what waits for a
person is dropped only where it would be even if it were right.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping, Sequence

from grader.course.specs import CourseSettings
from grader.report import Score


def dropped_problems(settings: CourseSettings, scores: Mapping[str, Score]) -> dict[str, str]:
    """By problem of an assignment, the group by which it is dropped."""
    shares = {name: _share(score) for name, score in scores.items()}
    return _dropped(
        [(name, one.lowest, one.problems) for name, one in settings.drop.items()], shares
    )


def dropped_assignments(settings: CourseSettings, shares: Mapping[str, float]) -> dict[str, str]:
    """By assignment, the group by which it is dropped; from the share that a student has of each,
    or can still have."""
    return _dropped(
        [(name, one.lowest, one.assignments) for name, one in settings.drop.items()], shares
    )


def _dropped(
    groups: Iterable[tuple[str, int, Sequence[str]]], shares: Mapping[str, float]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for group, lowest, patterns in groups:
        members = [
            name
            for name in shares
            if name not in found and any(fnmatch.fnmatchcase(name, one) for one in patterns)
        ]
        # One always counts: a course that has begun would drop all there is so far.
        most = min(lowest, len(members) - 1)
        for name in sorted(members, key=lambda one: (shares[one], one))[: max(0, most)]:
            found[name] = group
    return found


def _share(score: Score) -> float:
    return (score.earned + score.pending) / score.possible if score.possible else 1.0
