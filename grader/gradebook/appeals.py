"""What students object to, and what they were answered: a history to which is only added."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from grader.errors import CallerError
from grader.gradebook.book import Gradebook, now
from grader.gradebook.tables import APPEAL


class AlreadyAnswered(CallerError):
    """Somebody else has answered this appeal meanwhile."""


@dataclass(frozen=True)
class Said:
    """By whom it was written down, when, and what."""

    by: str
    at: str
    text: str


@dataclass(frozen=True)
class Appeal:
    """What a student objects to in the mark of a part, and the answer once there is one."""

    number: int
    student: str
    problem: str
    part: str
    noted: Said
    answer: Said | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        return self.student, self.problem, self.part


def note_appeal(
    book: Gradebook, assignment: str, place: tuple[str, str, str], text: str, *, by: str
) -> None:
    """Write down what the student of (student, problem, part) objects to."""
    _add(book, assignment, place, text, by, None)


def answer_appeal(book: Gradebook, assignment: str, appeal: Appeal, text: str, *, by: str) -> None:
    """Raises AlreadyAnswered."""
    try:
        _add(book, assignment, appeal.place, text, by, appeal.number)
    except IntegrityError as error:
        raise AlreadyAnswered("somebody has answered this appeal meanwhile") from error


def appeals_in(book: Gradebook, assignment: str) -> list[Appeal]:
    """All of the assignment, the oldest first."""
    asked = select(APPEAL).where(APPEAL.c.assignment == assignment).order_by(APPEAL.c.id)
    with book.reading() as connection:
        rows = connection.execute(asked).all()
    answers = {row.answers: Said(row.by, row.at, row.text) for row in rows}
    return [
        Appeal(
            row.id,
            row.student,
            row.problem,
            row.part,
            Said(row.by, row.at, row.text),
            answers.get(row.id),
        )
        for row in rows
        if row.answers is None
    ]


def _add(
    book: Gradebook,
    assignment: str,
    place: tuple[str, str, str],
    text: str,
    by: str,
    answers: int | None,
) -> None:
    student, problem, part = place
    with book.writing() as connection:
        connection.execute(
            APPEAL.insert().values(
                assignment=assignment,
                student=student,
                problem=problem,
                part=part,
                at=now(),
                by=by,
                text=text,
                answers=answers,
            )
        )
