"""What is shown while a class is graded, to the word."""

from __future__ import annotations

from pathlib import Path

from grader.batch.handings import Handing, Source
from grader.batch.people import Attempt
from grader.batch.running import Told
from grader.checks import Verdict
from grader.cli.batch_display import Display


def attempt(name: str) -> Attempt:
    return Attempt((name,), Handing((name,), Source(Path("x"))))


def test_done_rate_time_left_verdicts_and_the_slowest() -> None:
    seconds = iter([100.0, 101.0, 104.0])
    display = Display(10, clock=lambda: next(seconds))
    assert display.lines(2) == ["0 of 10 done, 2 at work, 0.0 a second, warming up"]
    right, wrong = Verdict.CORRECT, Verdict.WRONG
    display.hear(Told(attempt("ada"), "graded", verdicts=(right, right, wrong), seconds=0.5))
    display.hear(Told(attempt("b\nob"), "graded", verdicts=(right,), seconds=1.25))
    assert display.lines(1) == [
        "2 of 10 done, 1 at work, 0.5 a second, 16 s left",
        "✓ correct 3  ✗ wrong 1",
        "slowest: b\\nob, 1.2 s",
    ]
    display.hear(Told(attempt("eve"), "unread", fault="no archive"))
    display.hear(Told(attempt("max"), "kept"))
    assert display.last_line() == ("4 submissions: 2 graded, 1 unchanged, 1 could not be read")
