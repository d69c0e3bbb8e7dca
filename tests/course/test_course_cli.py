"""`grader list`, `show`, `schema` and `lint`, as typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from course_small import PROBLEM

MASK = (
    PROBLEM.replace("topic/double", "masks/hide")
    .replace("Twice as much", "Hide [the] future")
    .replace("points: 4", "points: 1")
)
PROSE = """\
id: topic/why
title: Why it works
prompt: Say why.
parts:
  reason:
    asks: prose
    text: "In *two* sentences."
    points: 2
    rubric: [names the reason]
"""


def grader(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "80"},
    )


@pytest.fixture
def full(course: Path) -> Path:
    (course / "problems/hide.yaml").write_text(MASK, encoding="utf-8")
    (course / "problems/why.yaml").write_text(PROSE, encoding="utf-8")
    (course / "grader.toml").write_text(
        'name = "Maths"\n[assignments]\nweek-1 = ["topic/*"]\n', encoding="utf-8"
    )
    return course


def test_list_by_assignment(full: Path) -> None:
    done = grader("list", folder=full)
    assert done.returncode == 0
    assert done.stdout == (
        f"Maths ({full})\n"
        "\n"
        "week-1: 2 problems, 6 points\n"
        "  topic/double     4  Twice as much (function)\n"
        "  topic/why        2  Why it works (prose)\n"
        "\n"
        "in no assignment: 1 problem, 1 point\n"
        "  masks/hide     1  Hide [the] future (function)\n"
    )


def test_list_without_assignments(course: Path) -> None:
    done = grader("list", folder=course)
    assert done.stdout == (
        f"{course.name} ({course})\n\nproblems: 1 problem, 4 points\n"
        "  topic/double     4  Twice as much (function)\n"
    )


def test_show_is_what_a_student_reads(full: Path) -> None:
    done = grader("show", "topic/why", folder=full)
    assert done.returncode == 0
    assert [line.rstrip() for line in done.stdout.splitlines()] == [
        "Why it works  (topic/why, 2 points)",
        "",
        "Say why.",
        "",
        "reason (2 points): In two sentences.",
    ]


def test_show_of_a_misspelt_id(full: Path) -> None:
    done = grader("show", "topic/duoble", folder=full)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "there is no problem `topic/duoble`; did you mean `topic/double`?\n"


def test_schema_is_json(course: Path) -> None:
    done = grader("schema", folder=course)
    assert done.returncode == 0
    assert json.loads(done.stdout)["required"] == ["id", "title", "prompt", "parts"]
    assert grader("schema", "report", folder=course).returncode == 0


def test_lint_prints_every_fault_and_exits_with_three(course: Path) -> None:
    bad = PROBLEM.replace("points: 4", 'points: "4"').replace("title:", "titel:")
    (course / "problems/double.yaml").write_text(bad, encoding="utf-8")
    done = grader("lint", folder=course)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "problems/double.yaml:2:1: titel: unknown key; did you mean `title`?\n"
        "problems/double.yaml:11:5: parts.code.points: is the text `4`, but a number is needed; "
        "write `points: 4`\n"
    )


def test_lint_without_running(full: Path) -> None:
    done = grader("lint", "--no-run", folder=full)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 problems: no faults\n", "")


def test_lint_of_one_file_reads_the_course_around_it(
    full: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done = grader("lint", "--no-run", str(full / "problems/why.yaml"), folder=elsewhere)
    assert (done.returncode, done.stdout) == (0, "1 problem: no faults\n")


def test_lint_of_a_formula_that_does_not_render(course: Path) -> None:
    text = PROBLEM.replace("returns $2x$.", "returns\n  $\\frac{1}{2$ and $\\fooo$.")
    (course / "problems/double.yaml").write_text(text, encoding="utf-8")
    done = grader("lint", "--no-run", folder=course)
    assert done.returncode == 3
    assert done.stdout == (
        "problems/double.yaml:5:1: prompt: the formula `\\fooo` does not render: "
        "the command \\fooo is unknown\n"
        "problems/double.yaml:5:1: prompt: the formula `\\frac{1}{2` does not render: "
        "a brace is not closed\n"
        "1 problem: 2 faults\n"
    )
