"""`grader show`, as typed: in a terminal, through a pipe, as Markdown and as a page."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest
from typed import command, run

PROBLEM = """\
id: topic/half
title: Half as much
prompt: |
  Write `half(x)`: $y_i = x_i / 2$, that is

  $$ y = \\frac{x}{2} . $$
parts:
  code:
    asks: function
    call: half(x)
    reference: halves.half
    inputs: {n: 2..4, x: "normal[n]"}
    returns: y
    points: 3
    checks: [{equals: {cases: 3}}]
  why: {asks: prose, text: "Why **half**?", points: 1, rubric: [SECRET]}
"""
TEXT = """\
Half as much
════════════

`topic/half`, 4 points

Write `half(x)`: yᵢ = xᵢ/2, that is

         x
    y = ───.
         2

code: a function (3 points)
───────────────────────────

Write this function, in any `.py` file or notebook of your folder:

    def half(x):
        ...
        return y

Your function is called with torch tensors if your code uses torch, with numpy
arrays if it does not.

why: in your own words (1 point)
────────────────────────────────

Why half?

Below `### why` in `answers.md`, write a few sentences. A person reads them.

Handing in
──────────

Copy this into `answers.md` in your folder and fill it in:

    # topic/half

    ### why

Check your folder as often as you like:

    grader check FOLDER -a topic/half
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "problems").mkdir()
    (tmp_path / "reference").mkdir()
    (tmp_path / "problems/half.yaml").write_text(PROBLEM, encoding="utf-8")
    (tmp_path / "reference/halves.py").write_text("def half(x):\n    return x / 2\n")
    (tmp_path / "grader.toml").write_text('[assignments]\nweek-1 = ["topic/*"]\n')
    return tmp_path


def grader(*arguments: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return run("show", *arguments, folder=folder, **{"COLUMNS": "120", "FORCE_COLOR": "", **more})


def test_through_a_pipe_it_is_plain_text_of_eighty_columns(course: Path) -> None:
    done = grader("topic/half", folder=course)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == TEXT
    assert not [c for c in done.stdout if unicodedata.category(c) == "Cc" and c != "\n"]


def test_a_narrow_terminal_is_respected(course: Path) -> None:
    done = grader("topic/half", folder=course, COLUMNS="40")
    assert max(map(len, done.stdout.split("\n"))) <= 40


def test_in_a_terminal_it_has_colours_and_the_same_words(course: Path) -> None:
    main, side = pty.openpty()
    process = subprocess.Popen(
        [command(), "show", "topic/half"],
        cwd=course,
        stdout=side,
        env={**os.environ, "COLUMNS": "80", "TERM": "xterm-256color", "NO_COLOR": ""},
    )
    os.close(side)
    seen = b""
    try:
        while piece := os.read(main, 65536):
            seen += piece
    except OSError:  # the other side is closed
        pass
    os.close(main)
    assert process.wait() == 0
    text = seen.decode().replace("\r\n", "\n")
    assert "\x1b[1mHalf as much\x1b[0m" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == TEXT.replace("`", "")


def test_an_assignment(course: Path) -> None:
    done = grader("week-1", folder=course)
    assert done.stdout.startswith(
        "week-1\n══════\n\n1 problem, 4 points\n\n1. Half as much\n───────────────\n\n`topic/half`"
    )


def test_as_markdown(course: Path) -> None:
    done = grader("topic/half", "--format", "markdown", folder=course)
    assert done.stdout.startswith(
        "# Half as much\n\n`topic/half`, 4 points\n\nWrite `half(x)`: $y_i = x_i / 2$, that is\n"
    )


def test_as_a_page_in_a_file(course: Path) -> None:
    done = grader("topic/half", "-o", "out/page.html", "-o", "text:out/page", folder=course)
    wrote = [f"wrote {Path('out') / name}" for name in ("page.html", "page")]
    assert (done.returncode, done.stdout.splitlines()) == (0, wrote)
    found = (course / "out/page.html").read_text(encoding="utf-8")
    assert found.startswith("<!DOCTYPE html>")
    assert "<title>Half as much</title>" in found
    assert "<mfrac><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></mfrac>" in found
    assert "SECRET" not in found
    assert (course / "out/page").read_text(encoding="utf-8") == TEXT
    assert grader("topic/half", "-f", "html", folder=course).stdout == found


def test_a_name_that_is_not_there(course: Path) -> None:
    done = grader("topic/hafl", folder=course)
    assert (done.returncode, done.stdout) == (2, "")
    wanted = "there is no assignment or problem `topic/hafl`; did you mean `topic/half`?\n"
    assert done.stderr == wanted


def test_an_ending_that_says_no_format(course: Path) -> None:
    done = grader("topic/half", "-o", "page.pdf", folder=course)
    assert done.returncode == 2
    assert "--output page.pdf: the format cannot be told from the ending; " in done.stderr
    assert "with one of text, markdown, html" in done.stderr
