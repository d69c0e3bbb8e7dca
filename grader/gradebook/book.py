"""An open gradebook: transactions that are whole or not there, and what can go wrong in words."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from sqlalchemy import Connection, Engine, Table, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError

from grader.errors import CallerError

# Any number, as long as every grader takes the same: whoever writes holds it.
_WRITERS_LOCK = 0x67726164
# What the databases say, in part, and what it means to whoever runs the command.
_MEANINGS = {
    "disk is full": "the disk is full; nothing was changed, and what was written before is kept",
    "No space left": "the disk is full; nothing was changed, and what was written before is kept",
    # SQLite's word for whatever else a write can meet: a quota, a limit, a disk that is broken.
    "disk I/O error": "the disk did not take it; it may be full, or you over your quota. Nothing "
    "was changed, and what was written before is kept",
    "readonly database": "it cannot be written to; make file and folder yours to write",
    "read-only transaction": "it cannot be written to; ask for the right to",
    "permission denied": "you have not the right to do this there",
    "database is locked": "somebody else has been writing to it for long; try again",
    "unable to open": "it cannot be opened; its folder must exist and be yours to write",
    "not a database": "it is another kind of file, and not a gradebook",
    "malformed": "the file is damaged; take the last copy that was sound",
    "Connection refused": "no server answers there",
    "does not exist": "the server knows no such database or user",
    "authentication failed": "the server does not take this user and password",
    "No such file or directory": "no server answers there",
}


class BadGradebook(CallerError):
    """It cannot be opened, read or written; the message says why and what to do."""


class Gradebook:
    """Use it with `with`. `name` is what people call it; it holds no password."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self.name = name
        self._puts: dict[Table, sqlite.Insert] = {}

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *raised: object) -> None:
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the gradebook. Raises BadGradebook."""
        with self._told(), self._engine.begin() as connection:
            if self._is_server:
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction in which nobody else writes: all of it, or nothing. Raises BadGradebook."""
        with self._told(), self._engine.begin() as connection:
            if self._is_server:
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _WRITERS_LOCK}
                )
            else:
                # Opened as one that reads: one that turns into a writer would be refused at once
                # where another has written meanwhile.
                connection.exec_driver_sql("COMMIT")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def sweep(self) -> None:
        """Have what was deleted leave the file, too; a server does so by itself, in its time."""
        if self._is_server:
            return
        with self._told(), self._engine.connect() as connection:
            # Outside of a transaction, in which neither is possible.
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("BEGIN")

    def insert(self, table: Table) -> sqlite.Insert:
        """The kind of insert that knows `on_conflict_do_update`; both have the same words."""
        if self._is_server:
            return cast(sqlite.Insert, postgresql.insert(table))
        return sqlite.insert(table)

    def put(self, table: Table) -> sqlite.Insert:
        """An insert of whole rows; one that is there under the same primary key is replaced."""
        # Built once: to build it takes longer than to run it.
        if table not in self._puts:
            insert = self.insert(table)
            place = [column.name for column in table.primary_key]
            rest = {one.name: one for one in insert.excluded if one.name not in place}
            self._puts[table] = insert.on_conflict_do_update(index_elements=place, set_=rest)
        return self._puts[table]

    @property
    def _is_server(self) -> bool:
        return self._engine.dialect.name == "postgresql"

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise  # what two people have done at once is for whoever knows what it means
        except DBAPIError as error:
            raise BadGradebook(f"gradebook {self.name}: {meaning(error)}") from error


def meaning(error: DBAPIError) -> str:
    """What a database's refusal means, in a sentence."""
    said = str(error.orig)
    return next((words for sign, words in _MEANINGS.items() if sign in said), said.split("\n")[0])


def now() -> str:
    """The time as it is written everywhere."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
