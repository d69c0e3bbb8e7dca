"""No report gives away the inputs of a hidden case, whatever the submission does to get them there.

A few bits always can be carried: which verdict, how many entries differ and which. What these
tests hold is that no text and no number of a student's choosing is shown.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_careless import hidden_input
from hostile_course import Arena, digits_of, hidden_digits, part_of, rendered, submitted
from hostile_harm import AMPLE
from hostile_hidden import BETWEEN_PARTS, LEAKS, PLAIN_WAYS, Leak
from hostile_table import answer

CARELESS = Path(__file__).with_name("hostile_careless.py")


def carried(arena: Arena, leak: Leak) -> dict[str, list[str]]:
    """Format -> the digits of hidden inputs found in it."""
    report = arena.grade(leak.files())
    attacked = part_of(report, "attacked")
    assert attacked.verdict.value == leak.verdict, attacked.message
    assert part_of(report, "beside").score.earned == 2.0
    digits = hidden_digits(arena.session)
    assert len(digits) > 20
    return {
        form: found
        for form, text in rendered(report).items()
        if (found := [one for one in digits if leak.looks.format(one) in text])
    }


@pytest.mark.one_in(3)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_no_format_shows_a_hidden_input(leak: Leak, arena_of: Callable[[str], Arena]) -> None:
    assert carried(arena_of("full"), leak) == {}


@pytest.mark.parametrize("leak", BETWEEN_PARTS, ids=lambda leak: leak.what)
def test_nor_without_namespaces(leak: Leak, arena_of: Callable[[str], Arena]) -> None:
    assert carried(arena_of("strong"), leak) == {}


def carelessly_shown(leak: Leak, folder: Path) -> list[str]:
    """The digits of the input in what a careless report would hold."""
    (folder / "homework.py").write_bytes(submitted(leak.files(), {}).files["homework.py"])
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    with os.fdopen(ours, "rb") as channel:
        with os.fdopen(theirs, "wb"):
            done = subprocess.run(
                [sys.executable, str(CARELESS), "homework.py"],
                cwd=folder,
                capture_output=True,
                text=True,
                pass_fds=[theirs],
                timeout=AMPLE,
            )
        written = channel.read().decode("latin-1")
    how = f"exit code {done.returncode}, signal {-done.returncode}"
    text = "\n".join((done.stdout, done.stderr, written, how)).replace(".", "")
    return [one for one in digits_of(hidden_input()) if leak.looks.format(one) in text]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.what)
def test_a_careless_report_shows_it(leak: Leak, tmp_path: Path) -> None:
    """The control: where everything is shown that comes of a submission, each way carries."""
    assert carelessly_shown(leak, tmp_path)


def test_a_careless_report_shows_nothing_of_an_honest_file(tmp_path: Path) -> None:
    """So what it shows is the leak's doing."""
    honest = Leak("honest", answer("return right"), "correct")
    assert carelessly_shown(honest, tmp_path) == []


def test_the_search_finds_what_is_shown(arena_of: Callable[[str], Arena]) -> None:
    """Where the course has no secret, the error's text is quoted, and the search sees it."""
    arena = arena_of("full")
    leak = next(one for one in PLAIN_WAYS if one.what == "raise them")
    course = arena.session.course
    digits = hidden_digits(arena.session)
    arena.session.course = type(course)(**{**vars(course), "secret": ""})
    try:
        # Without the secret other cases are drawn: those of the open course are looked for.
        open_digits = hidden_digits(arena.session)
        texts = rendered(arena.grade(leak.files()))
    finally:
        arena.session.course = course
    assert set(digits).isdisjoint(open_digits)
    silent = {form for form, text in texts.items() if not any(one in text for one in open_digits)}
    assert silent == {"classroom50"}  # which has points, and no words
