"""`grader list`, `schema` and `lint`, as typed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from course_small import PROBLEM
from typed import run

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
    return run(*arguments, folder=folder, COLUMNS="80")


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


def test_lint_of_formulas_in_options_hints_and_rubrics(course: Path) -> None:
    (course / "problems/why.yaml").write_text(
        "id: topic/why\ntitle: Why\nprompt: Say why.\nparts:\n"
        "  which:\n    asks: choice\n    points: 1\n    answer: a\n"
        "    options:\n      a: before $\\one$\n      b: after\n"
        "    mistakes:\n"
        "      - name: not $\\two$\n        answer: b\n        hint: Look at $\\three$.\n"
        "  reason:\n    asks: prose\n    points: 1\n    rubric:\n      - names $\\four$\n",
        encoding="utf-8",
    )
    done = grader("lint", "--no-run", str(course / "problems/why.yaml"), folder=course)
    told = "the formula `{0}` does not render: the command {0} is unknown\n"
    where = {
        r"\one": "10:1: parts.which.options.a",
        r"\two": "13:1: parts.which.mistakes.0.name",
        r"\three": "15:1: parts.which.mistakes.0.hint",
        r"\four": "20:1: parts.reason.rubric.0",
    }
    assert (
        done.stdout
        == "".join(
            f"problems/why.yaml:{place}: {told.format(command)}" for command, place in where.items()
        )
        + "1 problem: 4 faults\n"
    )
