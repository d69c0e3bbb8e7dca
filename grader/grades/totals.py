"""Adds up what each student gets: the grader's results, people's marks in their place, lateness."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from grader.course.specs import CourseSettings
from grader.gradebook import Gradebook, Marked, Standing, assignments_in, marks_of, standings
from grader.gradebook.marks import basis_of
from grader.gradebook.results import handed_in_by
from grader.grades.lateness import Lateness, lateness
from grader.report import PartReport, Score

NOT_LATE = Lateness()


@dataclass(frozen=True)
class Line:
    """One part: what the grader found, what a person gave, and what counts."""

    problem: str
    part: PartReport
    answer: str
    basis: str
    marked: Marked | None = None

    @property
    def flagged(self) -> bool:
        """A person's points were given for something else than is there now."""
        marked = self.marked
        return marked is not None and self.given is not None and marked.basis != self.basis

    @property
    def given(self) -> float | None:
        """A person's points, if one gave any."""
        return self.marked.mark.points if self.marked is not None else None

    @property
    def score(self) -> Score:
        if self.given is None:
            return self.part.score
        return Score(earned=self.given, possible=self.part.score.possible)

    @property
    def waits(self) -> bool:
        return self.score.pending > 0


@dataclass(frozen=True)
class Total:
    """All of a student in an assignment."""

    standing: Standing
    lines: tuple[Line, ...]
    late: Lateness = NOT_LATE

    @property
    def student(self) -> str:
        return self.standing.handed_in.student

    @property
    def score(self) -> Score:
        total = Score()
        for line in self.lines:
            total += line.score
        return total

    @property
    def final(self) -> float:
        """What counts, after what being late costs."""
        return round(self.score.earned * self.late.factor, 6)

    @property
    def complete(self) -> bool:
        """Nothing waits for a person, and it could be graded."""
        return not self.standing.handed_in.fault and not self.score.pending

    @property
    def flagged(self) -> bool:
        return any(line.flagged for line in self.lines)


def totals(
    book: Gradebook,
    assignment: str,
    settings: CourseSettings,
    students: Collection[str] | None = None,
) -> dict[str, Total]:
    """Everybody of the assignment, or those named, in the order of their names."""
    marks = marks_of(book, assignment, students)
    late = _lateness(book, settings)
    return {
        name: Total(
            standing, lines_of(standing, marks), late.get(name, {}).get(assignment, NOT_LATE)
        )
        for name, standing in standings(book, assignment, students).items()
    }


def lines_of(standing: Standing, marks: Mapping[tuple[str, str, str], Marked]) -> tuple[Line, ...]:
    """Every part of a student's results, with the mark that holds."""
    handed_in = standing.handed_in
    found = []
    for name, result in standing.results.items():
        for part in result.report.parts:
            answer = result.answers.get(part.name, "")
            basis = basis_of(part, answer, handed_in.digest)
            marked = marks.get((handed_in.student, name, part.name))
            found.append(Line(name, part, answer, basis, marked))
    return tuple(found)


def _lateness(book: Gradebook, settings: CourseSettings) -> dict[str, dict[str, Lateness]]:
    """By student and assignment: free days are shared by all assignments that have a deadline."""
    times: dict[str, dict[str, str | None]] = {}
    for name in assignments_in(book):
        if name in settings.deadlines:
            for student, handed_in in handed_in_by(book, name).items():
                times.setdefault(student, {})[name] = handed_in.at
    return {student: lateness(settings, student, own) for student, own in times.items()}
