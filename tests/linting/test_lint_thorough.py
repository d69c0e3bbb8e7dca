"""`grader lint --thorough`: a part whose points depend on the secret is foreseen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.checks.registry import BUILT_IN
from grader.cli.commands import cli
from grader.course import load_course
from grader.grading import Session, grade
from grader.kinds import language
from grader.linting.thorough import thorough_faults
from grader.submission import Submission

REFERENCE = """\
import numpy as np


def double(x):
    return 2 * x


def mostly_double(x):
    return np.where(x > 0.9, 0, 2 * x)


def nearly_double(x):
    return 2 * x * (1 + 2e-6)


def square(x):
    return x**2


def cancels(x):
    return 2 * (x + 1e7) - 2e7


def steep(x):
    return np.sin(1e11 * x)
"""
PROBLEM = """\
id: topic/double
title: A title
prompt: Write `double(x)`.
parts:
  code:
    asks: function
    call: double(x)
    reference: topic.{reference}
    inputs: {{n: 2..4, x: "uniform[n]"}}
    points: 4
    checks: [equals: {{cases: 2}}]
    mistakes: [{{name: a mistake, reference: topic.{mistake}}}]
"""
SECRETS = [f"secret {number}" for number in range(6)]
CHECKS = {kind.kind: kind() for kind in BUILT_IN}
FLIPS = (
    "problems/p.yaml:12:16: parts.code.mistakes.0: `topic.mostly_double` keeps 4 of 4 points under "
    "2 of 6 secrets and 0 under another; draw inputs that always bring it out, or more cases"
)
SAID = {
    ("double", "square"): [],
    ("double", "mostly_double"): [FLIPS],
    ("double", "nearly_double"): [
        "problems/p.yaml:12:16: parts.code.mistakes.0: note: `topic.nearly_double` is within 3 "
        "times the tolerance; narrow `tolerance`, or draw inputs that bring it out"
    ],
    ("cancels", "square"): [
        "problems/p.yaml:5:3: parts.code.tolerance: note: in “agrees with the reference” an answer "
        "in float32 is wrong under 6 of 6 secrets; widen it, or draw inputs on which less cancels"
    ],
    ("steep", "square"): [
        "problems/p.yaml:5:3: parts.code.tolerance: note: in “agrees with the reference” an answer "
        "in float32 is wrong under 6 of 6 secrets; widen it, or draw inputs on which less "
        "cancels",
        "problems/p.yaml:5:3: parts.code.tolerance: note: in “agrees with the reference” another "
        "order of sums is wrong under 6 of 6 secrets; widen it, or draw inputs on which less "
        "cancels",
    ],
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADER_SECRET", raising=False)
    return tmp_path


def write(root: Path, reference: str, mistake: str) -> None:
    files: Mapping[str, str] = {
        "problems/p.yaml": PROBLEM.format(reference=reference, mistake=mistake),
        "reference/topic.py": REFERENCE,
    }
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("names", "said"), SAID.items(), ids=map(" and ".join, SAID))
def test_what_is_said(names: tuple[str, str], said: list[str], root: Path) -> None:
    write(root, *names)
    course = load_course(Path(), language(CHECKS))
    found = thorough_faults(course, CHECKS, list(course.problems), lambda what: None, SECRETS)
    assert [str(fault) for fault in found] == said


def test_what_is_foreseen_happens(root: Path) -> None:
    """The mistake, handed in, gets its points under the other secrets."""
    write(root, "double", "mostly_double")
    course = load_course(Path(), language(CHECKS))
    answer = REFERENCE.split("\n\n\ndef nearly")[0].replace("def double", "def other")
    files = {"a.py": answer.replace("mostly_double", "double").encode()}
    earned = []
    for secret in SECRETS:
        drawn = replace(course, secret=secret)
        with Session(drawn, CHECKS, unsafe=True) as session:
            report = grade(session, Submission("s", files), ["topic/double"])
        earned.append(report.score.earned)
    assert (earned.count(0.0), earned.count(4.0)) == (4, 2)


def test_the_command(root: Path) -> None:
    write(root, "double", "square")
    ran = CliRunner().invoke(cli, ["lint", "--thorough"])
    assert (ran.output, ran.exit_code) == ("1 problem: no faults\n", 0)
    ran = CliRunner().invoke(cli, ["lint", "--thorough", "--no-run"])
    assert "--thorough runs the reference; leave out --no-run" in ran.output
