"""The pre-commit hook: which files start it, and what its command does to a course."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from templates_support import SHA, environment, grader, read_yaml, run_shell

(HOOK,) = read_yaml(".pre-commit-hooks.yaml")
CONFIG = read_yaml("templates/pre-commit-config.yaml")


def test_sample_uses_the_hook_by_commit() -> None:
    (repo,) = CONFIG["repos"]
    assert re.match(SHA, repo["rev"])
    assert [hook["id"] for hook in repo["hooks"]] == [HOOK["id"]] == ["grader-lint"]


def test_hook_installs_nothing() -> None:
    """pre-commit's own environments take whatever version of a package the index has that day."""
    assert HOOK["language"] == "system"
    assert "additional_dependencies" not in HOOK


@pytest.mark.parametrize(
    ("path", "starts"),
    [
        ("problems/attention/masked-softmax.yaml", True),
        ("problems/one.yml", True),
        ("course/problems/one.yaml", True),
        ("reference/attention.py", True),
        ("grader.toml", True),
        ("problems/notes.md", False),
        ("docs/grader.toml.md", False),
        ("myreference/attention.py", False),
        ("submissions_example/double/answer.py", False),
    ],
)
def test_files_that_start_the_hook(path: str, starts: bool) -> None:
    assert bool(re.search(HOOK["files"], path)) is starts


def test_hook_lints_the_course(tmp_path: Path) -> None:
    env = environment(tmp_path / "cache", {})
    course = tmp_path / "course"
    course.mkdir()
    assert grader("new", "arithmetic/double", "--course", ".", cwd=course, env=env).code == 0
    assert HOOK["pass_filenames"] is False
    shell = ("bash", "-c")
    ran = run_shell(HOOK["entry"], course, env, shell)
    assert (ran.code, ran.out) == (0, "1 problem: no faults\n")
    reference = course / "reference/arithmetic.py"
    text = reference.read_text(encoding="utf-8")
    reference.write_text(text.replace("def double(", "def twice("), encoding="utf-8")
    ran = run_shell(shlex.join([*shlex.split(HOOK["entry"]), "--no-run"]), course, env, shell)
    assert ran.code == 3
    assert "reference/arithmetic.py does not define `double`" in ran.err + ran.out
