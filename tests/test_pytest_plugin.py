"""`pytest --grader`: each part a test, and nothing that is handed in is imported or obeyed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.scaffold import create_problem

RIGHT = "def double(x):\n    return x + x\n"
SQUARED = "def double(x):\n    return x * x\n"
EVIL = "from pathlib import Path\n\nPath(__file__).with_name('imported').touch()\n"


@pytest.fixture(scope="module")
def class_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course, and what three students handed in: one right, one wrong, one nothing of use."""
    folder = tmp_path_factory.mktemp("plugin")
    create_problem(folder / "course", "arithmetic/double")
    for student, text in {"ada": RIGHT, "ben": SQUARED, "cleo": "half = 1\n"}.items():
        home = folder / "students" / student
        home.mkdir(parents=True)
        (home / "answer.py").write_text(text, encoding="utf-8")
        for name in ("conftest.py", "test_mine.py"):
            (home / name).write_text(EVIL, encoding="utf-8")
    return folder


def _pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, "-q", "-rs", *arguments], cwd=folder, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def test_each_part_of_each_student_is_a_test(class_folder: Path) -> None:
    code, said = _pytest(class_folder, "--grader", "students", "--grader-course", "course")
    assert code == 1
    assert "1 failed, 1 passed, 1 skipped" in said
    assert "students/ben::arithmetic/double::code" in said
    told = said[said.index("partly (1 / 4 points)") :].splitlines()
    assert told[0].startswith("partly (1 / 4 points): case 1: the result differs in ")
    assert told[1:3] == [
        "answer.py, line 1",
        "You get exactly these results when the result is squared instead of doubled.",
    ]
    assert "not attempted (0 / 4 points): no function double was found" in said
    assert not list(class_folder.rglob("imported"))


def test_one_submission_and_a_choice_among_its_parts(class_folder: Path) -> None:
    one = ("--grader", "students/ada", "--grader-course", "course")
    assert "1 deselected" in _pytest(class_folder, *one, "-k", "not code")[1]
    code, said = _pytest(class_folder, *one, "--grader-assignment", "second")
    assert code == 4
    assert said.endswith(
        "ERROR: there is no assignment or problem `second`; known are `arithmetic/double`\n\n"
    )


@pytest.mark.parametrize("inside", ["here", "asked for"])
def test_a_submission_is_never_obeyed(inside: str, class_folder: Path) -> None:
    if inside == "here":
        code, said = _pytest(class_folder / "students/ada", "--grader", ".")
        named = "."
    else:
        named = "students/ada"
        code, said = _pytest(class_folder, "--grader", named, f"{named}/test_mine.py")
    assert code == 4
    assert (
        f"ERROR: --grader {named}: run pytest from outside of the submission, or its conftest.py "
        "and its settings would be obeyed"
    ) in said
    assert not list(class_folder.rglob("imported"))


def test_the_control_would_be_imported(class_folder: Path) -> None:
    """Without --grader, pytest imports what lies there."""
    marks = [class_folder / "students/ada/imported"]
    try:
        _pytest(class_folder, "students/ada")
        assert all(mark.exists() for mark in marks)
    finally:
        for mark in marks:
            mark.unlink(missing_ok=True)


def test_without_the_option_nothing_of_grader_is_imported(class_folder: Path) -> None:
    looks = (
        "import sys, grader.pytest_plugin; print(sorted(m for m in sys.modules if 'grader' in m))"
    )
    said = subprocess.run([sys.executable, "-c", looks], capture_output=True, text=True).stdout
    assert said == "['grader', 'grader.pytest_plugin']\n"
