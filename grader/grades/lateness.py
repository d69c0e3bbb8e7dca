"""How many days late each student was, and what that costs by the course's policy."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from dataclasses import dataclass

from grader.course.specs import CourseSettings, DeadlineSpec

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Lateness:
    """Days begun after the deadline, how many of them were free, and what share is kept."""

    days: int = 0
    free: int = 0
    factor: float = 1.0


def late_days(deadline: DeadlineSpec, student: str, at: str | None, grace_minutes: float) -> int:
    """Days begun. Nobody is late of whom it is not known when they handed in."""
    if at is None:
        return 0
    due = deadline.extensions.get(student, deadline.due)
    over = datetime.datetime.fromisoformat(at) - due - datetime.timedelta(minutes=grace_minutes)
    return max(0, math.ceil(over / DAY))


def lateness(
    settings: CourseSettings, student: str, handed_in: Mapping[str, str | None]
) -> dict[str, Lateness]:
    """By assignment, from when the student handed in each. Free days are spent on what is due
    first, on as many days as are left."""
    policy = settings.late
    left = policy.free_days
    found = {}
    known = [name for name in handed_in if name in settings.deadlines]
    for name in sorted(known, key=lambda one: (settings.deadlines[one].due, one)):
        days = late_days(settings.deadlines[name], student, handed_in[name], policy.grace_minutes)
        free = min(days, left)
        left -= free
        factor = max(0.0, 1.0 - policy.penalty * (days - free))
        if policy.most_days is not None and days > policy.most_days:
            factor = 0.0
        found[name] = Lateness(days, free, factor)
    return found
