"""The same gradebook as a file and on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import place_on_server

from grader.gradebook import Gradebook, open_gradebook


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "gradebook.sqlite")
        return
    with place_on_server() as found:
        yield found


@pytest.fixture
def book(address: str) -> Iterator[Gradebook]:
    with open_gradebook(address, create=True) as opened:
        yield opened
