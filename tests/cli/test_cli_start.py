"""How `grader check` begins: what it says at once, and what it starts before the course is read."""

from __future__ import annotations

import os
import pty
import subprocess
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typed import command

from grader import kit
from grader.cli import check
from grader.course.specs import LimitsSpec
from grader.sandbox.sandbox import Sandbox

ROOT = Path(__file__).parents[2]
SAID = "reading the submission and the course …"
ERASED = "\r\x1b[2K"
PROBLEM = """\
id: topic/double
title: Twice as much
prompt: Write `double(x)`.
parts:
  code:
    asks: function
    call: double(x)
    reference: topic.double
    inputs: {n: 2..6, x: "normal[n]"}
    points: 4
    checks: [equals]
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course, and an answer to it in the folder `homework`; nothing is known of either."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "kept"))
    for folder in ("problems", "reference", "homework"):
        (tmp_path / folder).mkdir()
    (tmp_path / "problems" / "double.yaml").write_text(PROBLEM)
    for folder in ("reference", "homework"):
        (tmp_path / folder / "topic.py").write_text("def double(x):\n    return 2 * x\n")
    return tmp_path


def on_a_terminal(*arguments: str | Path, **environment: str) -> str:
    """All that the command writes to a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [command(), *map(str, arguments)],
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    process.wait()
    return seen.decode()


def test_on_a_terminal_it_is_said_at_once_and_erased(course: Path) -> None:
    seen = on_a_terminal("check", course / "homework", "--course", course)
    assert seen.startswith(SAID + ERASED)
    assert seen.count(SAID) == 1
    assert "correct" in seen


def test_it_is_erased_before_an_error(course: Path) -> None:
    seen = on_a_terminal("check", course / "absent", "--course", course)
    assert seen.startswith(f"{SAID}{ERASED}{course / 'absent'}: no such folder or file")


@pytest.mark.parametrize(
    ("more", "environment"),
    [(["--format", "json"], {}), ([], {"TERM": "dumb"})],
    ids=["another format", "a terminal that cannot erase"],
)
def test_elsewhere_nothing_is_said(
    course: Path, more: list[str], environment: dict[str, str]
) -> None:
    seen = on_a_terminal("check", course / "homework", "--course", course, *more, **environment)
    assert "reading" not in seen


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was begun, in order: a sandbox, or reading the course."""
    seen: list[str] = []
    open_course, spawn = kit.open_course_or_kit_at, Sandbox._spawn

    def opened(*arguments: Any) -> Any:
        seen.append("course")
        return open_course(*arguments)

    def spawned(sandbox: Sandbox) -> None:
        seen.append("sandbox")
        spawn(sandbox)

    monkeypatch.setattr(kit, "open_course_or_kit_at", opened)
    monkeypatch.setattr(Sandbox, "_spawn", spawned)
    return seen


def begin(course: Path) -> Any:
    with ExitStack() as opened:
        session, _ = check.begin(opened, course / "homework", str(course), False)
    return session


def test_the_sandbox_is_started_before_a_known_course_is_read(
    course: Path, order: list[str]
) -> None:
    begin(course)
    assert order == ["course", "sandbox"]
    order.clear()
    session = begin(course)
    assert order == ["sandbox", "course"]
    assert session.sandbox._process is None  # ended with the rest


def test_a_sandbox_that_was_started_for_another_course_is_not_used(
    course: Path, order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was started without threads, and by now a part may use them."""
    begin(course)
    order.clear()
    open_course = kit.open_course_or_kit_at

    def changed(root: Path) -> Any:
        found, checks = open_course(root)
        settings = found.settings.model_copy(update={"limits": LimitsSpec(threads=2)})
        return replace(found, settings=settings), checks

    monkeypatch.setattr(kit, "open_course_or_kit_at", changed)
    session = begin(course)
    assert order == ["sandbox", "course", "sandbox"]
    assert session.sandbox._settings["threads"] is True


def test_the_course_and_what_is_kept_of_it_are_hidden_from_both(
    course: Path, order: list[str]
) -> None:
    secret = {str(course / name) for name in ("problems", "reference", "grader.toml", "kept")}
    for _ in range(2):
        assert secret <= {*begin(course).sandbox._settings["hidden"]}
