"""Which tables a gradebook has, by a number in it: older ones are brought forward."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, inspect, select

from grader.gradebook.tables import APPEAL, METADATA, RUBRIC, SCHEMA_VERSION, SHARE

Step = Callable[[Connection], None]


def _add_what_a_desk_needs(connection: Connection) -> None:
    METADATA.create_all(connection, [RUBRIC, SHARE, APPEAL])


# The step at place n brings a gradebook of version n + 1 to version n + 2.
STEPS: Sequence[Step] = (_add_what_a_desk_needs,)


class NewerGradebook(Exception):
    """It was written by a later grader; its version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def bring_forward(connection: Connection, steps: Sequence[Step] = STEPS) -> None:
    """Make the tables, or change them as each version since asks for. Raises NewerGradebook.

    Call it in a transaction that nobody else writes in: half a step is none.
    """
    newest = len(steps) + 1
    version = version_of(connection)
    if version is None:
        METADATA.create_all(connection)
        connection.execute(SCHEMA_VERSION.insert().values(version=newest))
        return
    if version > newest:
        raise NewerGradebook(version)
    for step in steps[version - 1 :]:
        step(connection)
    if version < newest:
        connection.execute(SCHEMA_VERSION.update().values(version=newest))


def version_of(connection: Connection) -> int | None:
    """None where there are no tables yet."""
    if not inspect(connection).has_table(SCHEMA_VERSION.name):
        return None
    return connection.execute(select(SCHEMA_VERSION.c.version)).scalar_one_or_none()
