"""A course may bring a kind of check of its own, through an entry point."""

import sys
from pathlib import Path

import pytest

from grader.checks import BadCheckKind, all_checks
from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.kinds import language
from grader.submission import Submission

PLUGIN = """
from grader.checks import Check, Judgement, Verdict
from grader.kinds import language
from grader.checks.base import build_call
from grader.cases import CasePlan
from grader.course import CheckOptions


class PositiveOptions(CheckOptions):
    at_least: float = 0.0


class Positive(Check):
    kind = "positive"
    Options = PositiveOptions

    def title(self, options):
        return "is positive"

    def plan(self, options):
        return CasePlan(count=2)

    def student_calls(self, ask, truth, library):
        return [build_call(ask, case, library) for case in ask.cases]

    def judge(self, ask, truth, evidence):
        if all((seen.value.data > ask.options.at_least).all() for seen in evidence.observations):
            return Judgement(Verdict.CORRECT, "all entries are positive")
        return Judgement(Verdict.WRONG, "an entry is not positive")


not_a_check = 3
"""
PROBLEM = """
id: plugin/square
title: Squares
prompt: Square it, plus one.
parts:
  code:
    asks: function
    call: square(x)
    reference: plugin.square
    inputs: {x: "normal[4]"}
    points: 2
    checks:
      - equals
      - positive: {at_least: 0.5}
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Install a package with the given entry point, for one test."""

    def installed(target: str) -> None:
        (tmp_path / "course_checks.py").write_text(PLUGIN)
        info = tmp_path / "course_checks-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: course-checks\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[grader.checks]\npositive = {target}\n")
        monkeypatch.syspath_prepend(tmp_path)

    yield installed
    sys.modules.pop("course_checks", None)


def test_a_check_from_an_entry_point_is_used(install, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    install("course_checks:Positive")
    assert "positive" in all_checks()
    assert "at_least" in language(all_checks()).checks["positive"].model_fields
    course = tmp_path / "course"
    (course / "problems").mkdir(parents=True)
    (course / "problems" / "square.yaml").write_text(PROBLEM)
    (course / "reference").mkdir()
    (course / "reference" / "plugin.py").write_text("def square(x):\n    return x * x + 1\n")
    opened, checks = open_course(str(course))
    answer = b"def square(x):\n    return 1 + x ** 2\n"
    with Session(opened, checks, cache=tmp_path / "cache") as session:
        report = grade(session, Submission("s", {"a.py": answer}), ["plugin/square"])
    (part,) = report.problems[0].parts
    assert [(check.kind, check.message) for check in part.checks] == [
        ("equals", "all 8 cases agree"),
        ("positive", "all entries are positive"),
    ]
    assert part.score.earned == 2


def test_an_entry_point_that_is_no_check_is_named(install) -> None:  # type: ignore[no-untyped-def]
    install("course_checks:not_a_check")
    with pytest.raises(BadCheckKind) as caught:
        all_checks()
    assert str(caught.value) == (
        "the entry point positive = course_checks:not_a_check of group grader.checks "
        "is not a subclass of grader.checks.Check"
    )
