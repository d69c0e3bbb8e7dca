"""Takes a student out of a gradebook, with everything that was handed in, found and given."""

from __future__ import annotations

from sqlalchemy import delete, exists, or_

from grader.gradebook.book import Gradebook
from grader.gradebook.tables import APPEAL, CHANGE, GRADED, HANDED_IN, MARK, RESULT, SHARE

_OF_A_STUDENT = (GRADED, HANDED_IN, CHANGE, MARK, SHARE, APPEAL)


def forget(book: Gradebook, student: str) -> int:
    """Delete all rows of the student in every assignment, and results that are nobody else's:
    also what held once, or was never taken over, which can be graded again.

    How many rows there were: 0 if the student is not known.
    """
    with book.writing() as connection:
        count = 0
        for table in _OF_A_STUDENT:
            count += connection.execute(delete(table).where(table.c.student == student)).rowcount
        held = exists().where(GRADED.c.key == RESULT.c.key)
        told = exists().where(or_(CHANGE.c.before == RESULT.c.key, CHANGE.c.after == RESULT.c.key))
        if count:
            count += connection.execute(delete(RESULT).where(~held, ~told)).rowcount
    if count:
        book.sweep()
    return count
