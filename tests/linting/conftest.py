"""Lints a course that is written out in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from lent import lent_sandboxes

from grader.checks.registry import BUILT_IN
from grader.course import load_course
from grader.kinds import language
from grader.linting import lint

Lint = Callable[..., list[str]]


@pytest.fixture(scope="module", autouse=True)
def _lent() -> Iterator[None]:
    with lent_sandboxes():
        yield


@pytest.fixture(scope="session")
def lint_course(tmp_path_factory: pytest.TempPathFactory) -> Lint:
    """(files by path) -> the faults, without the folder's name. `run=False` only reads, and with
    `notes` it is the notes."""

    def run_lint(files: Mapping[str, str], run: bool = True, notes: bool = False) -> list[str]:
        root = tmp_path_factory.mktemp("course")
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        checks = {kind.kind: kind() for kind in BUILT_IN}
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(root)
            patch.setenv("GRADER_CACHE", str(root / "cache"))
            patch.delenv("GRADER_SECRET", raising=False)
            course = load_course(Path(), language(checks))
            result = lint(course, checks, list(course.problems), run=run)
        return [str(fault) for fault in (result.notes if notes else result.faults)]

    return run_lint
