"""`grader init`: a course repository that works, with one problem to be edited into the first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course.faults import shown
from grader.course.finding import SETTINGS
from grader.course.scaffold import create_problem
from grader.errors import CallerError

# The workflows grade this one's example answer.
FIRST_PROBLEM = "arithmetic/double"
_PLACEHOLDER = "your-org/grader", "your-group/grader"
_NO_COMMIT = "0" * 40
# Where each template of grader's own goes in a course.
TEMPLATES = {
    "github-course-workflow.yml": ".github/workflows/course.yml",
    "gitlab-course.yml": ".gitlab-ci.yml",
    "pre-commit-config.yaml": ".pre-commit-config.yaml",
}

_SETTINGS = """\
name = "{name}"

[assignments]
first = ["arithmetic/*"]
"""

_README = """\
# {name}

A course for [grader](https://github.com/{repository}): problems, their references and examples.

    grader lint                                # every problem is sound
    grader check submissions_example/double    # an answer, as a student would hand it in
    grader new topic/name                      # one more problem
    pytest                                     # the course's own tests

`reference/` has the answers, so students get handouts and never this repository.
Set the secret `GRADER_SECRET` in the settings of the CI: hidden cases are drawn from it.
"""

_IGNORED = """\
.venv/
__pycache__/
# Marks of students, and archives that hold the secret.
gradebook.sqlite*
*.zip
"""

_TESTS = '''\
"""The course has no faults, and each example gets the share of its points that it should."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# The folder of each example, the problem that it answers and the points that it earns.
EXAMPLES = [("double", "arithmetic/double", 4)]


def _grader(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grader", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_no_faults() -> None:
    ran = _grader("lint")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(("folder", "problem", "points"), EXAMPLES)
def test_an_example_earns_what_it_should(folder: str, problem: str, points: float) -> None:
    options = ("--assignment", problem, "--format", "json")
    ran = _grader("check", f"submissions_example/{folder}", *options)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["score"]["earned"] == points
'''


class CannotStart(CallerError):
    """The folder is not empty, or a pin is none; the message says what to write instead."""


@dataclass(frozen=True)
class Pin:
    """Which grader the CI of a course installs: a repository, and its commit in full."""

    repository: str
    commit: str


def read_pin(text: str) -> Pin:
    """`owner/name@commit`, with all 40 digits, since a shorter one or a tag can come to mean
    another. Raises CannotStart."""
    repository, _, commit = text.partition("@")
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)+", repository) or not re.fullmatch(
        r"[0-9a-f]{40}", commit
    ):
        raise CannotStart(
            f"--grader {text}: write the repository and a commit of it with all 40 digits, "
            f"such as {_PLACEHOLDER[0]}@{'1' * 40}"
        )
    return Pin(repository, commit)


def create_course(root: Path, templates: Path, pin: Pin | None) -> list[Path]:
    """Write a course into the new or empty folder `root`; the files that were made. Raises
    CannotStart, having written nothing."""
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise CannotStart(f"{shown(root)} is not empty; name a folder that does not exist yet")
    words = {
        "name": re.sub(r"[-_]+", " ", root.resolve().name).strip().capitalize().replace('"', "'"),
        "repository": pin.repository if pin else _PLACEHOLDER[0],
    }
    texts = {
        SETTINGS: _SETTINGS.format(**words),
        "README.md": _README.format(**words),
        ".gitignore": _IGNORED,
        "tests/test_course.py": _TESTS,
        **{
            place: _pinned((templates / name).read_text(encoding="utf-8"), pin)
            for name, place in TEMPLATES.items()
        },
    }
    made = create_problem(root, FIRST_PROBLEM)
    return [made.problem, made.reference, made.example, *_written(root, texts)]


def _pinned(text: str, pin: Pin | None) -> str:
    """A template with its placeholders replaced; without a pin they stay, and refuse to run.
    Comments stay as they are, for they tell how to replace them."""
    if pin is None:
        return text
    names = "|".join(map(re.escape, _PLACEHOLDER))
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            named = re.sub(names, pin.repository, line)
            # Of the image's digest, which has more of them, these zeros are a part.
            lines[number] = re.sub(rf"(?<!0){_NO_COMMIT}(?!0)", pin.commit, named)
    return "".join(lines)


def _written(root: Path, texts: Mapping[str, str]) -> list[Path]:
    for path, text in texts.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return [root / path for path in texts]
