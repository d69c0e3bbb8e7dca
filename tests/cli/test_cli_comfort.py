"""Names that a shell completes, and a report that opens itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from typed import run


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
    ran = run(
        COMP_WORDS=typed,
        COMP_CWORD=str(len(typed.split()) - 1),
        _GRADER_COMPLETE="bash_complete",
    )
    assert [line.partition(",")[2] for line in ran.stdout.split()] == completed


def test_a_report_opens_in_the_browser(tmp_path: Path) -> None:
    asked = ["submissions_example/half_right", "-a", "language-model/subsequent-mask", "--open"]
    told = tmp_path / "told"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {told}\n')
    browser.chmod(0o755)
    ran = run("check", *asked, BROWSER=f"{browser} %s", TMPDIR=str(tmp_path))
    assert ran.returncode == 0
    page = Path(told.read_text().removeprefix("file://"))
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_where_there_is_no_browser_the_page_is_named(tmp_path: Path) -> None:
    asked = ["submissions_example/half_right", "-a", "language-model/subsequent-mask", "--open"]
    ran = run("check", *asked, BROWSER="false %s", PATH="", TMPDIR=str(tmp_path))
    (page,) = tmp_path.glob("report-*.html")
    assert ran.returncode == 2
    assert f"no browser could be opened; the page is {page}\n" in ran.stderr
