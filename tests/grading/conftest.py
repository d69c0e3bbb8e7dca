"""Sessions shared by a run: importing torch in the sandbox takes seconds, a fork milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lent import lent_sandboxes
from small_course import PROBLEM, REFERENCE, SETTINGS, open_session, write_course

from grader.course import shipped_course
from grader.grading import Session


@pytest.fixture(scope="module", autouse=True)
def _lent() -> Iterator[None]:
    with lent_sandboxes():
        yield


@pytest.fixture(scope="session")
def truth_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("truth")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    """The course of `small_course`, open."""
    root = tmp_path_factory.mktemp("small") / "course"
    write_course(root, {"rows": PROBLEM}, {"rows": REFERENCE}, SETTINGS)
    with lent_sandboxes(), open_session(root, truth_cache) as session:
        yield session


@pytest.fixture(scope="session")
def shipped(truth_cache: Path) -> Iterator[Session]:
    """The course that comes with the grader, open."""
    with lent_sandboxes(), open_session(shipped_course(), truth_cache) as session:
        yield session
