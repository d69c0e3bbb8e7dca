"""Who is to mark which answer."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from grader.gradebook.book import Gradebook, now
from grader.gradebook.tables import SHARE


def share_out(
    book: Gradebook,
    assignment: str,
    question: tuple[str, str],
    shares: Mapping[str, str],
    *,
    by: str,
) -> None:
    """Give each student's answer to (problem, part) to somebody; an empty name: to nobody."""
    if not shares:
        return
    problem, part = question
    about = {"assignment": assignment, "problem": problem, "part": part, "at": now(), "by": by}
    with book.writing() as connection:
        connection.execute(
            SHARE.insert(),
            [{**about, "student": student, "marker": to} for student, to in shares.items()],
        )


def shares_of(book: Gradebook, assignment: str, problem: str, part: str) -> dict[str, str]:
    """By student, who is to mark the answer; who is not in it is nobody's."""
    asked = (
        select(SHARE.c.student, SHARE.c.marker)
        .where(SHARE.c.assignment == assignment)
        .where(SHARE.c.problem == problem, SHARE.c.part == part)
        .order_by(SHARE.c.id)
    )
    with book.reading() as connection:
        last = {row.student: row.marker for row in connection.execute(asked)}
    return {student: marker for student, marker in last.items() if marker}
