"""What the answers to a question are marked by: a history to which is only added."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from grader.errors import CallerError
from grader.gradebook.book import Gradebook, now
from grader.gradebook.marks import Marked, put_mark
from grader.gradebook.tables import RUBRIC


class RubricConflict(CallerError):
    """Somebody else has changed the rubric, or marked what the change would have changed."""

    def __init__(self) -> None:
        super().__init__(
            "somebody has changed the rubric or marked by it meanwhile; nothing was changed, look "
            "again"
        )


@dataclass(frozen=True)
class RubricLine:
    """Something to look for, and what it is worth; less than nothing where it costs points."""

    text: str
    points: float


@dataclass(frozen=True)
class Rubric:
    """The lines that hold. Revision 0 is what the problem file says."""

    lines: tuple[RubricLine, ...]
    revision: int = 0
    by: str = ""
    why: str = ""


def rubric_in(book: Gradebook, assignment: str, problem: str, part: str) -> Rubric | None:
    """The last revision; None where nobody has changed what the problem file says."""
    asked = (
        select(RUBRIC)
        .where(RUBRIC.c.assignment == assignment)
        .where(RUBRIC.c.problem == problem, RUBRIC.c.part == part)
        .order_by(RUBRIC.c.revision.desc())
        .limit(1)
    )
    with book.reading() as connection:
        row = connection.execute(asked).first()
    if row is None:
        return None
    lines = tuple(RubricLine(text, points) for text, points in json.loads(row.lines))
    return Rubric(lines, row.revision, row.by, row.why)


def change_rubric(
    book: Gradebook,
    assignment: str,
    question: tuple[str, str],
    lines: Sequence[RubricLine],
    marks: Sequence[Marked],
    *,
    by: str,
    why: str,
    after: int,
) -> None:
    """Add a revision for (problem, part), and the marks that follow from it: all or nothing.

    `after` is the revision that was seen. Raises RubricConflict.
    """
    problem, part = question
    try:
        with book.writing() as connection:
            connection.execute(
                RUBRIC.insert().values(
                    assignment=assignment,
                    problem=problem,
                    part=part,
                    revision=after + 1,
                    at=now(),
                    by=by,
                    why=why,
                    lines=json.dumps([[line.text, line.points] for line in lines]),
                )
            )
            for made in marks:
                put_mark(connection, assignment, made)
    except IntegrityError as error:
        raise RubricConflict from error
