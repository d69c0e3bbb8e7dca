"""Marks in the name of one person, as the terminal and the desk give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.course import Course
from grader.errors import CallerError
from grader.gradebook import Gradebook, Mark, Marked, Rubric, add_mark, undo_mark
from grader.grades.rubrics import points_by, rubric_for
from grader.grades.totals import Line, totals
from grader.values.counting import amount, in_points

# Why a mark was given, where it is not an override.
READ = "read"


class BadMark(CallerError):
    """The mark cannot be given; the message says what could."""


@dataclass(frozen=True)
class Marking:
    """Gives and takes back marks of one assignment."""

    book: Gradebook
    course: Course
    assignment: str
    by: str

    def line(self, student: str, problem: str, part: str) -> Line:
        """What holds of one part. Raises BadMark where there is no such student or part."""
        found = totals(self.book, self.assignment, self.course.settings, [student])
        if student not in found:
            raise BadMark(f"`{student}` is not in the gradebook for {self.assignment}")
        for line in found[student].lines:
            if (line.problem, line.part.name) == (problem, part):
                return line
        known = ", ".join(f"{one.problem} {one.part.name}" for one in found[student].lines)
        raise BadMark(f"there is no {problem} {part}; there are {known}")

    def rubric(self, line: Line) -> Rubric:
        about = (line.problem, line.part.name, line.part.score.possible)
        return rubric_for(self.book, self.course, self.assignment, *about)

    def give(self, student: str, line: Line, mark: Mark, why: str = READ) -> Marked:
        """Give the mark for what `line` shows. Raises MarkConflict if that is not what holds any
        more, and BadMark."""
        refuse_impossible(line, mark)
        return add_mark(
            self.book,
            self.assignment,
            (student, line.problem, line.part.name),
            mark,
            basis=line.basis,
            by=self.by,
            why=why,
            after=line.marked.revision if line.marked else 0,
        )

    def override(
        self, student: str, line: Line, points: float | None, comment: str, why: str
    ) -> str:
        """Give or override one mark, for a reason; without points those that were given stay. What
        was done, in words. Raises MarkConflict and BadMark."""
        if not why:
            raise BadMark("give a reason: it stands in the history")
        held = line.given if points is None else points
        self.give(student, line, Mark(held, comment), why)
        before = line.score
        given = "a comment" if held is None else f"{amount(held)} of {amount(before.possible)}"
        return f"{student}, {line.problem} {line.part.name}: {given}, was {amount(before.earned)}"

    def undo(self, marked: Marked) -> str:
        """Back to what held before, said in words. Raises MarkConflict."""
        undone = undo_mark(self.book, self.assignment, marked, by=self.by)
        now = undone.mark.points
        held = "no mark" if now is None else in_points(now)
        return f"{marked.problem} {marked.part}: back to {held}"


def refuse_impossible(line: Line, mark: Mark) -> None:
    """Raises BadMark where the part has not so many points."""
    possible = line.part.score.possible
    if mark.points is not None and not 0 <= mark.points <= possible:
        raise BadMark(f"there are 0 to {in_points(possible)} for this")


def by_rubric(rubric: Rubric, line: Line, items: Sequence[str], comment: str) -> Mark:
    """The mark for an answer in which these lines of the rubric were found."""
    points = points_by(rubric.lines, items, line.part.score.possible)
    return Mark(points, comment, tuple(items))
