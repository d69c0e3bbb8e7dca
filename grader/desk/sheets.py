"""What the page of a question shows: a group of alike answers, and where it stands among all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from grader.desk.handles import handle
from grader.desk.rendering import link
from grader.desk.visits import NotHere, Visit
from grader.gradebook import Appeal, Mark, Marked, Rubric, appeals_in, shares_of
from grader.grades import Line, Waiting
from grader.grades.questions import Question, is_open, question_in
from grader.grades.rubrics import points_by

MINE, ALL = "mine", "all"


@dataclass(frozen=True)
class Card:
    """One answer as it is shown."""

    handle: str
    shown: str
    answer: Waiting
    ticked: bool
    seen: str  # what a form says of it, to find out if it is still so
    theirs: Marked | None  # a mark that somebody has given meanwhile
    appeals: Sequence[Appeal]

    @property
    def line(self) -> Line:
        return self.answer.line


@dataclass(frozen=True)
class Sheet:
    """All that the page of a question shows."""

    visit: Visit
    question: Question
    rubric: Rubric
    group: list[Waiting] | None
    whose: str
    mine: frozenset[str]  # students whose answers are this person's to mark
    said: str = ""
    theirs: dict[str, Marked] = field(default_factory=dict)  # by student
    tried: Mark | None = None  # what the person wanted to give, where others came first

    @property
    def bounds(self) -> frozenset[str] | None:
        return self.mine if self.whose == MINE else None

    @property
    def left(self) -> int:
        """Open answers that this person is to mark."""
        return sum(
            is_open(one.line) and (self.bounds is None or one.student in self.bounds)
            for one in self.question.answers
        )

    def address(self, group: list[Waiting] | None, whose: str = "") -> str:
        at = handle(self.visit.assignment, group[0].student) if group else ""
        return link(
            "/mark",
            assignment=self.visit.assignment,
            problem=self.question.problem,
            part=self.question.part,
            whose=whose or self.whose,
            at=at,
        )

    def beside(self, step: int) -> str:
        """The address of the next group that waits, or of the one before."""
        found = self.question.next_after(self.group, self.bounds, step)
        return self.address(found or self.group)

    @cached_property
    def cards(self) -> list[Card]:
        """The answers of the group: what is open, or all where nothing is."""
        group = self.group or []
        shown = [one for one in group if is_open(one.line) or one.student in self.theirs] or group
        assignment = self.visit.assignment
        book = self.visit.room.book
        appeals = [one for one in appeals_in(book, assignment) if one.answer is None]
        return [
            Card(
                handle(assignment, one.student),
                one.student if self.visit.names else handle(assignment, one.student)[:6],
                one,
                self.bounds is None or one.student in self.bounds,
                seen_as(assignment, one),
                self.theirs.get(one.student),
                [a for a in appeals if a.place == (one.student, *self.question.name)],
            )
            for one in shown
        ]

    @property
    def marked_before(self) -> list[tuple[int, float | None, str]]:
        """Of the group, what is not shown because somebody has marked it: how many answers, with
        how many points, by whom."""
        shown = {card.answer.student for card in self.cards}
        others = [one.line for one in self.group or [] if one.student not in shown]
        counts = Counter((line.given, line.marked.by) for line in others if line.marked)
        return [(count, points, by) for (points, by), count in counts.items()]

    @property
    def held(self) -> Mark | None:
        """The mark that the form begins with: that of all answers that are shown, if it is one."""
        if self.tried is not None:
            return self.tried
        marks = {card.line.marked.mark if card.line.marked else None for card in self.cards}
        return marks.pop() if len(marks) == 1 else None

    def points_of(self, mark: Mark) -> float:
        """What the lines of the rubric that were found are worth."""
        return points_by(self.rubric.lines, mark.items, self.question.possible)


def asked_question(visit: Visit) -> Question:
    """The one that the address or the form names. Raises NotHere."""
    problem, part = visit.field("problem"), visit.field("part")
    question = question_in(visit.room.book, visit.assignment, problem, part)
    if not question.answers:
        raise NotHere(f"there is nothing to mark in {problem} {part}")
    return question


def sheet_of(visit: Visit) -> Sheet:
    """The group that is asked for, else the first that waits. Raises NotHere."""
    question, assignment = asked_question(visit), visit.assignment
    shares = shares_of(visit.room.book, assignment, *question.name)
    mine = frozenset(student for student, marker in shares.items() if marker == visit.person)
    whose = visit.field("whose") or (MINE if mine else ALL)
    rubric = visit.marking.rubric(question.answers[0].line)
    at = visit.field("at")
    found = (one for one in question.answers if handle(assignment, one.student) == at)
    group = next((question.group_of(one.student) for one in found), None)
    sheet = Sheet(visit, question, rubric, group, whose, mine)
    if group is None:
        sheet = replace(sheet, group=question.next_after(None, sheet.bounds))
    return sheet


def seen_as(assignment: str, one: Waiting) -> str:
    """Which answer, at which revision of its mark, and what is judged: with colons between, since a
    form says it again. What differs from it is to be looked at once more."""
    revision = one.line.marked.revision if one.line.marked else 0
    return f"{handle(assignment, one.student)}:{revision}:{one.line.basis[:16]}"
