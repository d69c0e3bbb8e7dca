"""A place on a real PostgreSQL server for one test, where the tests are told of one."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

# Set by .ci/run, which starts a server; any database in which tables may be made will do.
SERVER = "GRADER_TEST_POSTGRESQL"


@contextmanager
def place_on_server() -> Iterator[str]:
    """Its address; the test is skipped where there is no server."""
    server = os.environ.get(SERVER)
    if not server:
        pytest.skip(f"no PostgreSQL server: set {SERVER}, as .ci/run does")
    # A schema of its own, which is quicker to make than a database.
    name = f"test_{uuid.uuid4().hex}"
    url = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    own = url.update_query_dict({"options": f"-csearch_path={name}"})
    yield own.render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()
