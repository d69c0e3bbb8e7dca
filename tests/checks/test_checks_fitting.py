"""An option that cannot be meant for the part, in a course that nobody has linted."""

from pathlib import Path

import pytest

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.submission import Submission

PROBLEM = """
id: topic/double
title: Twice as much
prompt: Double it.
parts:
  code:
    asks: function
    call: double(x, n)
    reference: topic.double
    inputs: {n: 2..6, x: "normal[n]"}
    points: 2
    checks: [property: {holds: causal, OPTION}]
"""
ANSWER = "def double(x, n):\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("option", "verdict", "said"),
    [
        ("axis: 0", "correct", "holds in all 4 cases"),
        (
            "axis: 1",
            "grader fault",
            "the course's check does not fit: property.axis: is 1, but `x` has one axis, which "
            "is 0",
        ),
        (
            "input: n",
            "grader fault",
            "the course's check does not fit: property.input: `n` is a number, but an array is "
            "needed; name one: `x`",
        ),
    ],
)
def test_what_the_report_says(option: str, verdict: str, said: str, tmp_path: Path) -> None:
    text = PROBLEM.replace("OPTION", option)
    for name, data in {"problems/double.yaml": text, "reference/topic.py": ANSWER}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(data, encoding="utf-8")
    course, checks = open_course(str(tmp_path))
    with Session(course, checks, cache=tmp_path / "cache") as session:
        report = grade(session, Submission("s", {"a.py": ANSWER.encode()}), ["topic/double"])
    part = report.problems[0].parts[0]
    message = part.checks[0].message if part.checks else part.message
    assert (str(part.verdict), message) == (verdict, said)
    assert not part.notes
