"""One question across all students: who answered what, who has marked it, what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.gradebook import Gradebook, marks_of, standings
from grader.grades.alike import Waiting, alike, comments_on
from grader.grades.totals import Line, Total, lines_of


def is_open(line: Line) -> bool:
    """Whether a person has to mark it, or to look at the mark again."""
    return line.waits or line.flagged


@dataclass(frozen=True)
class Progress:
    """How many answers to a question wait, and who has marked how many."""

    problem: str
    part: str
    open: int
    marked: Mapping[str, int]

    @property
    def done(self) -> int:
        return sum(self.marked.values())

    @property
    def all(self) -> int:
        return self.open + self.done


@dataclass(frozen=True)
class Question:
    """What people have to do with one part, or have done. Groups are of alike answers, in an order
    that marking does not change."""

    problem: str
    part: str
    answers: tuple[Waiting, ...]

    @property
    def name(self) -> tuple[str, str]:
        return self.problem, self.part

    @property
    def possible(self) -> float:
        """Its points."""
        return self.answers[0].line.part.score.possible

    @cached_property
    def groups(self) -> list[list[Waiting]]:
        return alike(self.answers)

    @property
    def progress(self) -> Progress:
        return _progress(self.problem, self.part, [one.line for one in self.answers])

    @property
    def comments(self) -> list[str]:
        return comments_on(one.line for one in self.answers)

    def group_of(self, student: str) -> list[Waiting] | None:
        """The group in which this student's answer is."""
        return next((g for g in self.groups if any(one.student == student for one in g)), None)

    def next_after(
        self, group: Sequence[Waiting] | None, whose: Collection[str] | None = None, step: int = 1
    ) -> list[Waiting] | None:
        """The next group with an open answer, going on from `group` and around the end; of the
        answers of the students `whose`, if that is given. None when there are no more."""
        start = self.groups.index(list(group)) if group else -step
        for distance in range(1, len(self.groups) + 1):
            found = self.groups[(start + step * distance) % len(self.groups)]
            if any(is_open(one.line) and (whose is None or one.student in whose) for one in found):
                return found
        return None


def question_in(book: Gradebook, assignment: str, problem: str, part: str) -> Question:
    """Every answer that waits for a person or that one has marked. Reads the one problem only: it
    is asked for with every mark."""
    marks = marks_of(book, assignment, problem=problem)
    answers = [
        Waiting(student, line)
        for student, standing in standings(book, assignment, problem=problem).items()
        for line in lines_of(standing, marks)
        if line.part.name == part and _concerns_people(line)
    ]
    return Question(problem, part, tuple(answers))


def progress_in(totals: Mapping[str, Total]) -> list[Progress]:
    """Of every question that concerns people, those with most to do first."""
    found: dict[tuple[str, str], list[Line]] = {}
    for total in totals.values():
        for line in total.lines:
            if _concerns_people(line):
                found.setdefault((line.problem, line.part.name), []).append(line)
    each = [_progress(*question, lines) for question, lines in found.items()]
    return sorted(each, key=lambda one: (-one.open, one.problem, one.part))


def dealt(groups: Iterable[Sequence[Waiting]], people: Sequence[str]) -> dict[str, str]:
    """Who is to mark which student's answer: what is open, as evenly as whole groups allow."""
    shares: dict[str, str] = {}
    counts = Counter(dict.fromkeys(people, 0))
    for group in groups:
        students = [one.student for one in group if is_open(one.line)]
        least = min(people, key=lambda person: counts[person])
        counts[least] += len(students)
        shares |= dict.fromkeys(students, least)
    return shares


def _concerns_people(line: Line) -> bool:
    return is_open(line) or line.given is not None


def _progress(problem: str, part: str, lines: Sequence[Line]) -> Progress:
    done = [line.marked for line in lines if not is_open(line)]
    return Progress(
        problem, part, len(lines) - len(done), Counter(one.by for one in done if one is not None)
    )
