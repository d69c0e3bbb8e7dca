"""Adds up what each student gets: the grader's results, people's marks in their place, lateness."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.course.specs import CourseSettings
from grader.gradebook import Gradebook, Marked, Standing, assignments_in, marks_of, standings
from grader.gradebook.marks import basis_of
from grader.gradebook.results import handed_in_by
from grader.grades.dropping import dropped_problems
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
    dropped: str = ""  # the group of which this problem is among the lowest, and does not count

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
        return self.score.pending > 0 and not self.dropped


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
        """Of all that is not dropped."""
        total = Score()
        for line in self.lines:
            if not line.dropped:
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

    @property
    def dropped(self) -> dict[str, str]:
        """By problem that does not count, the group of which it is among the lowest."""
        return {line.problem: line.dropped for line in self.lines if line.dropped}


def totals(
    book: Gradebook,
    assignment: str,
    settings: CourseSettings,
    students: Collection[str] | None = None,
) -> dict[str, Total]:
    """Everybody of the assignment, or those named, in the order of their names."""
    marks = marks_of(book, assignment, students)
    times = times_in(book, settings)  # of all: free days are shared by every assignment
    return {
        name: total_of(
            standing,
            lines_of(standing, marks),
            lateness(settings, name, times.get(name, {})).get(assignment, NOT_LATE),
            settings,
        )
        for name, standing in standings(book, assignment, students).items()
    }


def total_of(
    standing: Standing, lines: Sequence[Line], late: Lateness, settings: CourseSettings
) -> Total:
    """All of a student, without the problems that the course drops."""
    scores: dict[str, Score] = {}
    for line in lines:
        scores[line.problem] = scores.get(line.problem, Score()) + line.score
    dropped = dropped_problems(settings, scores)
    counted = (replace(line, dropped=dropped.get(line.problem, "")) for line in lines)
    return Total(standing, tuple(counted), late)


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


def times_in(book: Gradebook, settings: CourseSettings) -> dict[str, dict[str, str | None]]:
    """By student and assignment that has a deadline, when it was handed in."""
    times: dict[str, dict[str, str | None]] = {}
    for name in assignments_in(book):
        if name in settings.deadlines:
            for student, handed_in in handed_in_by(book, name).items():
                times.setdefault(student, {})[name] = handed_in.at
    return times
