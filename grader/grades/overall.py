"""All assignments of a course together: what a student has of each, and which of them count."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from grader.course.specs import CourseSettings
from grader.gradebook import Gradebook, assignments_in
from grader.grades.dropping import dropped_assignments
from grader.grades.totals import Total, totals


@dataclass(frozen=True)
class Has:
    """What a student has of one assignment; who handed nothing in has nothing of it."""

    possible: float
    total: Total | None = None
    dropped: str = ""  # the group of which it is among the lowest, and does not count

    @property
    def final(self) -> float:
        return self.total.final if self.total is not None else 0.0

    @property
    def complete(self) -> bool:
        return self.total is None or self.total.complete


@dataclass(frozen=True)
class Overall:
    """A student in all assignments that the gradebook holds."""

    student: str
    each: Mapping[str, Has]

    @property
    def counted(self) -> Collection[Has]:
        return [one for one in self.each.values() if not one.dropped]

    @property
    def final(self) -> float:
        return round(sum(one.final for one in self.counted), 6)

    @property
    def possible(self) -> float:
        return round(sum(one.possible for one in self.counted), 6)

    @property
    def complete(self) -> bool:
        """Nothing of what counts waits for a person."""
        return all(one.complete for one in self.counted)


def overall(book: Gradebook, settings: CourseSettings) -> dict[str, Overall]:
    """Everybody who handed in anything, in the order of their names."""
    by_name = {name: totals(book, name, settings) for name in assignments_in(book)}
    possible = {
        name: max((one.score.possible for one in found.values()), default=0.0)
        for name, found in by_name.items()
    }
    students = sorted({student for found in by_name.values() for student in found})
    return {
        student: _overall(
            student,
            {name: Has(possible[name], found.get(student)) for name, found in by_name.items()},
            settings,
        )
        for student in students
    }


def _overall(student: str, each: Mapping[str, Has], settings: CourseSettings) -> Overall:
    dropped = dropped_assignments(settings, {name: _share(one) for name, one in each.items()})
    return Overall(
        student,
        {name: Has(one.possible, one.total, dropped.get(name, "")) for name, one in each.items()},
    )


def _share(has: Has) -> float:
    """That is earned, or can still be."""
    if has.total is None or not has.possible:
        return 0.0
    score = has.total.score
    return (score.earned + score.pending) * has.total.late.factor / has.possible
