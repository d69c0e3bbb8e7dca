"""One request for reading and grading: what it says, whatever becomes of the second half."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.batch.worker import Intake, Reply
from grader.errors import MachineError


class Grading(Intake):
    """Says what it was asked to grade; of some problems it cannot be said."""

    def grade(self, only: Sequence[str]) -> Reply:
        if "broken" in only:
            raise ZeroDivisionError
        if "no machine" in only:
            raise MachineError("no walls")
        return {"problems": list(only)}


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "hw.py").write_text("x = 1\n")
    return str(tmp_path)


def asked(path: str, *only: str) -> dict[str, object]:
    request: dict[str, object] = {"name": "ada", "path": path, "wanted": None}
    return {**request, "grade": list(only)} if only else request


def test_what_is_read_is_graded_at_once_where_that_is_asked(path: str) -> None:
    with Grading() as intake:
        first = intake.answer(asked(path))
        assert [*first] == ["digest"]
        assert intake.answer({"grade": ["a"]}) == {"problems": ["a"]}
        assert intake.answer(asked(path, "a", "b")) == {**first, "problems": ["a", "b"]}


def test_what_cannot_be_read_is_not_graded(path: str) -> None:
    with Grading() as intake:
        assert [*intake.answer(asked(f"{path}/nothing", "broken"))] == ["unread"]


def test_a_fault_says_whose_it_is_and_a_machine_that_cannot_grade_is_told(path: str) -> None:
    with Grading() as intake:
        told = intake.answer(asked(path, "broken"))
        assert [*told] == ["digest", "fault"]
        assert told["fault"].splitlines()[-1] == "ZeroDivisionError"
        with pytest.raises(MachineError, match="no walls"):
            intake.answer(asked(path, "no machine"))
