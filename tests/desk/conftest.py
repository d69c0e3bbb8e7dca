"""A room with a class in it, for each test its own gradebook."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_class import fill, room_of, write_course
from servers import place_on_server

from grader.desk.room import Room, closing
from grader.gradebook import open_gradebook


@pytest.fixture(scope="session")
def course_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("desk")
    write_course(root)
    return root


@pytest.fixture(scope="session")
def filled(course_root: Path) -> Path:
    """Filled once; each test has a copy."""
    file = course_root / "filled.sqlite"
    with open_gradebook(str(file), create=True) as book:
        fill(book)
    return file


@pytest.fixture
def room(course_root: Path, filled: Path, tmp_path: Path) -> Iterator[Room]:
    with (
        open_gradebook(str(shutil.copy(filled, tmp_path))) as book,
        closing(room_of(book, course_root)) as made,
    ):
        yield made


@pytest.fixture
def server_room(course_root: Path) -> Iterator[Room]:
    """The same on a PostgreSQL server."""
    with place_on_server() as address, open_gradebook(address, create=True) as book:
        fill(book)
        with closing(room_of(book, course_root)) as made:
            yield made
