"""What is printed survives every terminal: any encoding, any width."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from grader.cli.spelling import NAME, spelt
from grader.typeset.terminal import lines

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("sign", "shown"),
    [
        ("✓", "+"),
        ("✗", "x"),
        ("λ", "lambda"),
        ("Γ", "Gamma"),
        ("é", "e"),
        ("²", "2"),
        ("⠀", " "),
        ("⣿", "*"),
        ("中", "\\u4e2d"),
        ("\U0001f600", "\\U0001f600"),
    ],
)
def test_a_sign_is_spelt(sign: str, shown: str) -> None:
    assert spelt(sign) == shown


def test_what_an_encoding_has_stays() -> None:
    assert "é · ✓ λ".encode("latin-1", NAME) == "é · + lambda".encode("latin-1")


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8", "cp1252", "koi8-r"])
def test_a_page_fits_on_every_terminal(encoding: str, width: int) -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, errors=NAME, write_through=True)
    text = "# Attention\n\nThe weights $\\lambda_i \\le \\sqrt{d}$ are ✓ — *not* ∞.\n"
    console = Console(file=file, width=width, color_system=None)
    for line in lines(text, console, width):
        console.print(line, soft_wrap=True)
    shown = raw.getvalue().decode(encoding)
    assert "Attention" in shown
    assert max(map(len, shown.split("\n"))) <= width


def test_a_report_is_printed_where_only_latin_letters_are_known() -> None:
    asked = ["submissions_example/half_right", "--assignment", "language-model/subsequent-mask"]
    ran = subprocess.run(
        [sys.executable, "-m", "grader", "check", *asked],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
    )
    assert "  + code: correct" in ran.stdout.decode("latin-1")
