"""Takes a student out of a gradebook, with everything that was handed in, found and given."""

from __future__ import annotations

from sqlalchemy import Connection, delete, or_, select

from grader.gradebook.book import Gradebook
from grader.gradebook.tables import CHANGE, GRADED, HANDED_IN, MARK, RESULT

_OF_A_STUDENT = (GRADED, HANDED_IN, CHANGE, MARK)


def forget(book: Gradebook, student: str) -> int:
    """Delete all rows of the student in every assignment, and results that are nobody else's.

    How many rows there were: 0 if the student is not known.
    """
    with book.writing() as connection:
        # What held once, too: its text is the student's all the same.
        own = _keys_of(connection, student)
        count = 0
        for table in _OF_A_STUDENT:
            count += connection.execute(delete(table).where(table.c.student == student)).rowcount
        for key in own:
            if not _is_anothers(connection, key):
                count += connection.execute(delete(RESULT).where(RESULT.c.key == key)).rowcount
    book.sweep()
    return count


def _keys_of(connection: Connection, student: str) -> set[str]:
    found = set(connection.scalars(select(GRADED.c.key).where(GRADED.c.student == student)))
    for column in (CHANGE.c.before, CHANGE.c.after):
        found |= set(connection.scalars(select(column).where(CHANGE.c.student == student)))
    return found - {None}


def _is_anothers(connection: Connection, key: str) -> bool:
    graded = select(GRADED.c.key).where(GRADED.c.key == key)
    changed = select(CHANGE.c.id).where(or_(CHANGE.c.before == key, CHANGE.c.after == key))
    return any(connection.scalar(one.limit(1)) is not None for one in (graded, changed))
