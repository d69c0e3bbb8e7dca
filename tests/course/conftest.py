"""A small course in a temporary folder, in which one thing at a time is made wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from course_small import KINDS, PROBLEM

from grader.course import CourseFault, load_course

HERE = Path(__file__).parent


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course with one sound problem, and the current folder."""
    shutil.copytree(HERE / "faulty_reference", tmp_path / "reference")
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "double.yaml").write_text(PROBLEM, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    monkeypatch.delenv("GRADER_SECRET", raising=False)
    return tmp_path


@pytest.fixture
def messages(course: Path) -> Callable[[], list[str]]:
    """What loading the course complains about, line by line."""

    def load() -> list[str]:
        try:
            load_course(Path(), KINDS)
        except CourseFault as error:
            return str(error).splitlines()
        return []

    return load
