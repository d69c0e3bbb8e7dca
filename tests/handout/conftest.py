"""The course of `handout_course`, written to a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from handout_course import CODE, REFERENCE, SETTINGS, WRITTEN


@pytest.fixture
def course(tmp_path: Path) -> Path:
    for name, text in {
        "grader.toml": SETTINGS,
        "reference/functions.py": REFERENCE,
        "problems/code.yaml": CODE,
        "problems/written.yaml": WRITTEN,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path
