"""What has not changed is not run again; what has, what was faulty and what is damaged, is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.checks.registry import BUILT_IN
from grader.cli.commands import cli
from grader.course import Course, load_course
from grader.kinds import language
from grader.linting import lint, working

CHECKS = {kind.kind: kind() for kind in BUILT_IN}
PROBLEM = """\
id: topic/{name}
title: A title
prompt: Write `{name}(x)`.
parts:
  code:
    asks: function
    call: {name}(x)
    reference: {module}.{name}
    inputs: {{n: 2..4, x: "normal[n]"}}
    points: 4
    checks: [equals: {{cases: 2}}]
    mistakes: [{{name: squared, reference: {module}_mistakes.square}}]
"""
FILES = {
    "problems/double.yaml": PROBLEM.format(name="double", module="topic"),
    "problems/half.yaml": PROBLEM.format(name="half", module="halves"),
    "reference/topic.py": "from helping import two\n\n\ndef double(x):\n    return two() * x\n",
    "reference/helping.py": "def two():\n    return 2\n",
    "reference/topic_mistakes.py": "def square(x):\n    return x**2\n",
    "reference/halves.py": "def half(x):\n    return x / 2\n",
    "reference/halves_mistakes.py": "def square(x):\n    return x**2\n",
}
Ran = Callable[..., list[str]]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """() -> the problems that were run by one more lint of the course as it lies there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADER_SECRET", raising=False)
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")

    def run(change: Callable[[Course], Course] = lambda course: course) -> list[str]:
        course = change(load_course(Path(), language(CHECKS)))
        seen: list[str] = []
        lint(course, CHECKS, list(course.problems), remember=True, progress=seen.append)
        return seen

    return run


def test_what_has_not_changed_is_not_run_again(ran: Ran) -> None:
    assert ran() == ["topic/double", "topic/half"]
    assert ran() == []


CHANGES = {
    "problems/double.yaml": ["topic/double"],
    "reference/topic.py": ["topic/double"],
    "reference/helping.py": ["topic/double"],  # by way of an import
    "reference/halves_mistakes.py": ["topic/half"],
}


def test_what_has_changed_is_run(ran: Ran, tmp_path: Path) -> None:
    ran()
    for path, again in CHANGES.items():
        file = tmp_path / path
        file.write_text(file.read_text() + "\n# more\n", encoding="utf-8")
        assert ran() == again, path


def test_another_secret_or_tolerance_is_another_run(ran: Ran, tmp_path: Path) -> None:
    ran()
    assert ran(lambda course: replace(course, secret="s")) == ["topic/double", "topic/half"]
    (tmp_path / "grader.toml").write_text("[tolerance]\nrelative = 1e-5\n")
    assert ran() == ["topic/double", "topic/half"]
    (tmp_path / "grader.toml").write_text('name = "A course"\n[tolerance]\nrelative = 1e-5\n')
    assert ran() == [], "its name changes nothing"


def test_a_fault_is_found_again(ran: Ran, tmp_path: Path) -> None:
    mistakes = tmp_path / "reference/halves_mistakes.py"
    mistakes.write_text("def square(x):\n    return x / 2\n")
    assert ran() == ["topic/double", "topic/half"]
    assert ran() == ["topic/half"]


def test_a_damaged_entry_is_none(ran: Ran, tmp_path: Path) -> None:
    ran()
    for file in (tmp_path / "cache").rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert ran() == ["topic/double", "topic/half"]


def test_two_processes_say_what_one_says(
    ran: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "reference/halves_mistakes.py").write_text("def square(x):\n    return x / 2\n")
    (tmp_path / "reference/topic.py").write_text("def double(x):\n    return undefined\n")
    course = load_course(Path(), language(CHECKS))
    alone = lint(course, CHECKS, list(course.problems))
    monkeypatch.setattr(working, "FEW", 1)
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1})
    together = lint(course, CHECKS, list(course.problems))
    assert together == alone
    assert len(together.faults) == 2


NAMED = {
    ("topic/half",): ("1 problem: no faults\n", 0),
    ("topic/half", "problems/double.yaml"): ("2 problems: no faults\n", 0),
    ("reference/topic.py",): ("2 problems: no faults\n", 0),
}


@pytest.mark.parametrize(("named", "said"), NAMED.items(), ids=map(" ".join, NAMED))
def test_problems_by_file_and_by_id(
    named: tuple[str, ...], said: tuple[str, int], ran: Ran
) -> None:
    done = CliRunner().invoke(cli, ["lint", "--no-run", *named])
    assert (done.output, done.exit_code) == said


def test_an_id_that_is_not_there(ran: Ran) -> None:
    done = CliRunner().invoke(cli, ["lint", "topic/halv"])
    assert str(done.exception) == (
        "there is no assignment or problem `topic/halv`; did you mean `topic/half`?"
    )
