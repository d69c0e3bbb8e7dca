"""Opens a gradebook: a file of SQLite's, or a database of a PostgreSQL server by its address."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from grader.gradebook.book import BadGradebook, Gradebook
from grader.gradebook.filesystems import network_type
from grader.gradebook.versions import STEPS, NewerGradebook, bring_forward

DEFAULT_FILE = "gradebook.sqlite"
SERVER = "postgresql"
# Another batch writes one student at a time; only a machine that swaps makes anyone wait so long.
BUSY_SECONDS = 30
_OWNER_ALONE = 0o600


def open_gradebook(where: str, *, create: bool = False) -> Gradebook:
    """The gradebook at a file's path or at `postgresql://…`. Raises BadGradebook.

    It is made where there is none only with `create`.
    """
    if "://" in where:
        url = _server(where)
        name = url.render_as_string(hide_password=True)
        book = Gradebook(_server_engine(url, name), name)
    else:
        file = Path(where)
        _make_ready(file, create=create)
        book = Gradebook(_file_engine(file), where)
    try:
        with book.writing() as connection:
            bring_forward(connection)
    except NewerGradebook as newer:
        book.__exit__()
        raise BadGradebook(
            f"gradebook {book.name}: it is of version {newer.version}, and this grader knows "
            f"versions up to {len(STEPS) + 1}; install a newer grader"
        ) from newer
    except BaseException:
        book.__exit__()
        raise
    return book


def _server(where: str) -> URL:
    try:
        url = make_url(where)
    except ArgumentError as error:
        raise BadGradebook("gradebook: this is no address of a database server") from error
    if url.get_backend_name() != SERVER:
        raise BadGradebook(
            f"gradebook: {url.get_backend_name()} is not known; name a file, or a PostgreSQL "
            "server: postgresql://user@host/database"
        )
    # SQLAlchemy before 2.1 would look for psycopg2.
    return url.set(drivername=f"{SERVER}+psycopg")


def _server_engine(url: URL, name: str) -> Engine:
    try:
        return create_engine(url, pool_pre_ping=True)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise BadGradebook(
            f"gradebook {name}: this needs psycopg; pip install 'grader-dl[postgresql]'"
        ) from error


def _make_ready(file: Path, *, create: bool) -> None:
    """See that the file is one of ours to use, readable by its owner alone."""
    if kind := network_type(file):
        raise BadGradebook(
            f"gradebook {file}: it lies on a network file system ({kind}), where SQLite loses "
            "data; name a file on a local disk, or a PostgreSQL server"
        )
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK | (os.O_CREAT if create else 0)
    try:
        descriptor = os.open(file, flags, _OWNER_ALONE)
    except FileNotFoundError as error:
        folder = file.parent
        why = "there is none; `grader batch` makes one" if folder.is_dir() else f"no {folder}"
        raise BadGradebook(f"gradebook {file}: {why}") from error
    except IsADirectoryError as error:
        raise BadGradebook(f"gradebook {file}: this is a folder; name a file in it") from error
    except OSError as error:
        why = "it cannot be written to; make file and folder yours to write"
        raise BadGradebook(f"gradebook {file}: {why} ({error.strerror})") from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise BadGradebook(f"gradebook {file}: this is no regular file")
        if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) & 0o077:
            os.fchmod(descriptor, _OWNER_ALONE)
    finally:
        os.close(descriptor)


def _file_engine(file: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(file)), connect_args={"timeout": BUSY_SECONDS}
    )

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: object) -> None:
        # Transactions are begun below: Python's own way begins them too late.
        connection.isolation_level = None
        for setting in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {setting}").close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
