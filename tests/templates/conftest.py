"""A workspace with a runner's folders, and a course whose reference fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from action_support import Checkout
from templates_support import course_with_failing_reference, shared_cache


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_cache(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="module")
def broken_course(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    return course_with_failing_reference(tmp_path_factory.mktemp("broken"), cache)


@pytest.fixture
def checkout(tmp_path: Path, cache: Path) -> Checkout:
    return Checkout(tmp_path, cache)
