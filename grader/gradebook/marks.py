"""What people gave: a history to which is only added, and which no regrade touches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import IntegrityError

from grader.errors import CallerError
from grader.gradebook.book import Gradebook, now
from grader.gradebook.tables import MARK
from grader.report import PartReport


class MarkConflict(CallerError):
    """Somebody else has marked this answer meanwhile; `theirs` is the mark that holds now."""

    def __init__(self, theirs: Marked) -> None:
        self.theirs = theirs
        super().__init__(
            f"{theirs.by} has marked {theirs.student}, {theirs.problem} {theirs.part} meanwhile; "
            "look at it and mark again"
        )


@dataclass(frozen=True)
class Mark:
    """What a person gives for a part. Without points it is a comment, or nothing."""

    points: float | None
    comment: str = ""
    items: tuple[str, ...] = ()  # lines of the rubric that were found


@dataclass(frozen=True)
class Marked:
    """A mark in the gradebook: to whom, for what, by whom, when and why."""

    student: str
    problem: str
    part: str
    revision: int
    mark: Mark
    basis: str
    by: str
    at: str
    why: str

    @property
    def place(self) -> tuple[str, str, str]:
        return self.student, self.problem, self.part


def basis_of(part: PartReport, answer: str, digest: str) -> str:
    """What a mark was given for: another basis means that somebody should look again.

    Of what was written, the text; of code, all files, since one may call another.
    """
    given = answer or digest
    found = [part.verdict.value, part.score.earned, part.score.pending, part.score.possible]
    return hashlib.sha256(json.dumps([given, *found]).encode()).hexdigest()


def add_mark(
    book: Gradebook,
    assignment: str,
    place: tuple[str, str, str],
    mark: Mark,
    *,
    basis: str,
    by: str,
    why: str,
    after: int,
) -> Marked:
    """Add a mark for (student, problem, part), whose last revision was `after`; 0 if there was
    none. Raises MarkConflict if that is no longer the last."""
    student, problem, part = place
    made = Marked(student, problem, part, after + 1, mark, basis, by, now(), why)
    try:
        with book.writing() as connection:
            put_mark(connection, assignment, made)
    except IntegrityError as error:
        raise MarkConflict(history_of(book, assignment, place)[-1]) from error
    return made


def put_mark(connection: Connection, assignment: str, made: Marked) -> None:
    """Write it in a transaction of the caller's. Raises IntegrityError if there is one of its
    revision."""
    connection.execute(
        MARK.insert().values(
            assignment=assignment,
            student=made.student,
            problem=made.problem,
            part=made.part,
            revision=made.revision,
            at=made.at,
            by=made.by,
            why=made.why,
            points=made.mark.points,
            comment=made.mark.comment,
            items=json.dumps(list(made.mark.items)),
            basis=made.basis,
        )
    )


def undo_mark(book: Gradebook, assignment: str, last: Marked, *, by: str) -> Marked:
    """Add what held before `last`: nothing is ever taken out of the history."""
    before = [
        one for one in history_of(book, assignment, last.place) if one.revision < last.revision
    ]
    old = before[-1] if before else replace(last, mark=Mark(None), basis="")
    why = f"undid the mark of {last.by}"
    return add_mark(
        book, assignment, last.place, old.mark, basis=old.basis, by=by, why=why, after=last.revision
    )


def marks_of(
    book: Gradebook,
    assignment: str,
    students: Iterable[str] | None = None,
    problem: str | None = None,
) -> dict[tuple[str, str, str], Marked]:
    """The mark that holds, by (student, problem, part); of some students or of one problem only."""
    return {one.place: one for one in every_mark(book, assignment, students, problem)}


def every_mark(
    book: Gradebook,
    assignment: str,
    students: Iterable[str] | None = None,
    problem: str | None = None,
) -> list[Marked]:
    """All that were ever given, of each part the oldest first."""
    asked = select(MARK).where(MARK.c.assignment == assignment).order_by(MARK.c.revision)
    if students is not None:
        asked = asked.where(MARK.c.student.in_(list(students)))
    if problem is not None:
        asked = asked.where(MARK.c.problem == problem)
    with book.reading() as connection:
        return [_marked(row) for row in connection.execute(asked)]


def history_of(book: Gradebook, assignment: str, place: tuple[str, str, str]) -> list[Marked]:
    """Every mark that was ever given for (student, problem, part), the oldest first."""
    student, problem, part = place
    asked = (
        select(MARK)
        .where(MARK.c.assignment == assignment, MARK.c.student == student)
        .where(MARK.c.problem == problem, MARK.c.part == part)
        .order_by(MARK.c.revision)
    )
    with book.reading() as connection:
        return [_marked(row) for row in connection.execute(asked)]


def _marked(row: Row[Any]) -> Marked:
    mark = Mark(row.points, row.comment, tuple(json.loads(row.items)))
    about = (row.student, row.problem, row.part, row.revision)
    return Marked(*about, mark, row.basis, row.by, row.at, row.why)
