"""`grader init`: a course that works as it is, and what is in the way of one."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from grader.cli.commands import cli
from grader.course.finding import shipped_templates
from grader.course.starting import TEMPLATES, CannotStart, create_course, read_pin

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SAID = """\
course/.github/workflows/course.yml
course/.gitignore
course/.gitlab-ci.yml
course/.pre-commit-config.yaml
course/README.md
course/grader.toml
course/problem.schema.json
course/problems/arithmetic/double.yaml
course/reference/arithmetic.py
course/submissions_example/double/answer.py
course/tests/test_course.py

next: cd course, then run
  grader lint
  pytest  (of its own: pip install pytest)

before the first push: replace the zeros and your-org in \
.github/workflows/course.yml, .gitlab-ci.yml, .pre-commit-config.yaml
"""


def test_what_it_says_and_that_its_own_tests_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(cli, ["init", "course"])
    assert (ran.exit_code, ran.output) == (0, SAID)
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "course",
        capture_output=True,
        text=True,
    )
    assert "2 passed" in tests.stdout, tests.stdout


def test_marks_and_secrets_are_not_committed(tmp_path: Path) -> None:
    create_course(tmp_path / "course", shipped_templates(), None)
    ignored = (tmp_path / "course/.gitignore").read_text("utf-8").splitlines()
    assert {"gradebook.sqlite*", "*.zip"} <= set(ignored)


def test_files_of_the_wheel_are_named_once() -> None:
    """Without them an installed grader could write no course."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included["templates"] == "grader/shipped/templates"


def test_a_pin_replaces_every_zero_but_the_digest(tmp_path: Path) -> None:
    create_course(tmp_path / "course", shipped_templates(), read_pin(f"dept/tools/grader@{COMMIT}"))
    for place in TEMPLATES.values():
        file = tmp_path / "course" / place
        text = file.read_text(encoding="utf-8")
        YAML(typ="safe", pure=True).load(text)
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        told = "\n".join(lines)
        assert "dept/tools/grader" in told
        assert COMMIT in told
        assert "your-" not in told
        assert set(re.findall(r"(?<!\d)0{40,}", told)) <= {"0" * 64}


@pytest.mark.parametrize(
    "pin", ["grader", "org/grader", "org/grader@v1", f"org/grader@{COMMIT[:12]}", f"@{COMMIT}"]
)
def test_a_pin_is_a_repository_and_a_whole_commit(pin: str) -> None:
    with pytest.raises(CannotStart) as refused:
        read_pin(pin)
    assert str(refused.value) == (
        f"--grader {pin}: write the repository and a commit of it with all 40 digits, such as "
        f"your-org/grader@{'1' * 40}"
    )


def test_nothing_is_written_where_something_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    ran = CliRunner().invoke(cli, ["init", str(tmp_path)])
    assert isinstance(ran.exception, CannotStart)
    assert str(ran.exception) == (f"{tmp_path} is not empty; name a folder that does not exist yet")
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
