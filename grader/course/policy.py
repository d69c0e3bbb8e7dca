"""What a course declares of deadlines and of what is dropped, held against what it asks."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence

from grader.course.faults import Fault
from grader.course.inputs import did_you_mean
from grader.course.problem import Problem
from grader.course.source import Path_, Source
from grader.course.specs import CourseSettings, DropSpec


def policy_faults(
    settings: CourseSettings,
    source: Source,
    assignments: Mapping[str, Sequence[str]],
    problems: Mapping[str, Problem],
) -> Iterator[Fault]:
    """Deadlines of what is no assignment, and groups that cannot be dropped from. `assignments` has
    the problems of each."""
    if assignments:  # without any, all problems are handed in together, under a name of grader's
        for name in settings.deadlines:
            if name not in assignments:
                hint = did_you_mean(name, list(assignments))
                yield source.fault(("deadlines", name), f"there is no assignment `{name}`{hint}")
    taken: dict[str, str] = {}
    for group, drop in settings.drop.items():
        path: Path_ = ("drop", group)
        what = "problem" if drop.problems else "assignment"
        patterns, known = (
            (drop.problems, list(problems)) if drop.problems else (drop.assignments, [*assignments])
        )
        for pattern in patterns:
            if not fnmatch.filter(known, pattern):
                hint = did_you_mean(pattern, sorted(known))
                yield source.fault(path, f"`{pattern}` matches no {what}{hint}")
        members = list(dict.fromkeys(n for one in patterns for n in fnmatch.filter(known, one)))
        for name in members:
            if name in taken:
                message = f"`{name}` is in `{taken[name]}`, too; it can be dropped by one group"
                yield source.fault(path, message)
            taken.setdefault(name, group)
        yield from _size_faults(drop, path, source, members, assignments, problems)


def _size_faults(
    drop: DropSpec,
    path: Path_,
    source: Source,
    members: Sequence[str],
    assignments: Mapping[str, Sequence[str]],
    problems: Mapping[str, Problem],
) -> Iterator[Fault]:
    if members and drop.lowest >= len(members):
        message = f"drops {drop.lowest} of {len(members)}; at least one must count"
        yield source.fault((*path, "lowest"), message)
    if drop.problems:
        for name, asked in (assignments or {"all": list(problems)}).items():
            worth = {problems[one].total: one for one in asked if one in members}
            if len(worth) > 1:
                said = " and ".join(f"`{one}` for {total:g}" for total, one in worth.items())
                message = (
                    f"its problems must be for the same points, for else nobody knows what {name} "
                    f"is worth without one; there are {said}"
                )
                yield source.fault(path, message)
