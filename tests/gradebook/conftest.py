"""The same gradebook as a file and on a real server, where the tests are told of one."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from grader.gradebook import Gradebook, open_gradebook

# Set by .ci/run, which starts a server; any database in which tables may be made will do.
SERVER = "GRADER_TEST_POSTGRESQL"


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "gradebook.sqlite")
        return
    server = os.environ.get(SERVER)
    if not server:
        pytest.skip(f"no PostgreSQL server: set {SERVER}, as .ci/run does")
    # Each test has a schema of its own, which is quicker to make than a database.
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


@pytest.fixture
def book(address: str) -> Iterator[Gradebook]:
    with open_gradebook(address, create=True) as opened:
        yield opened
