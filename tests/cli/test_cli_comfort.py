"""Names that a shell completes, and a report that opens itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _ran(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from grader.cli import main; main()", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("grader check . -a language-model/pos", ["language-model/positional-encoding"]),
        ("grader show attention/rot", ["attention/rotation"]),
        ("grader show nothing-like", []),
        ("grader check --course nowhere . -a att", []),
    ],
)
def test_the_shell_completes_names(typed: str, completed: list[str]) -> None:
    # As click's script for bash asks; its name is that of the command.
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    code = "import sys; sys.argv[0] = 'grader'; from grader.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **words, "_GRADER_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line.partition(",")[2] for line in ran.stdout.split()] == completed


def test_a_report_opens_in_the_browser(tmp_path: Path) -> None:
    asked = ["submissions_example/half_right", "-a", "language-model/subsequent-mask", "--open"]
    told = tmp_path / "told"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {told}\n')
    browser.chmod(0o755)
    ran = _ran("check", *asked, BROWSER=f"{browser} %s", TMPDIR=str(tmp_path))
    assert ran.returncode == 0
    page = Path(told.read_text().removeprefix("file://"))
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_where_there_is_no_browser_the_page_is_named(tmp_path: Path) -> None:
    asked = ["submissions_example/half_right", "-a", "language-model/subsequent-mask", "--open"]
    ran = _ran("check", *asked, BROWSER="false %s", PATH="", TMPDIR=str(tmp_path))
    (page,) = tmp_path.glob("report-*.html")
    assert ran.returncode == 2
    assert f"no browser could be opened; the page is {page}\n" in ran.stderr
