"""Where two ways to read an answer differ in verdict, a person reads it: the words for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from grader.checks.verdict import Verdict
from grader.kinds.marker import Marked, Unclear, unclear
from grader.kinds.renaming import Renamed

T = TypeVar("T")


def refuse_two(first: str, last: str) -> NoReturn:
    """An answer that ends with a wrong formula and has the right one in it: nobody but a person can
    tell which of the two it gives."""
    raise Unclear(
        f"is the answer `{first[:60]}`, or `{last[:60]}`, with which it ends? write one of them",
        last,
    )


def refuse_guess(
    readings: Sequence[Renamed[T]], first: Marked, judge: Callable[[T], Marked]
) -> None:
    """Letters whose meaning was found by elimination: right under every reading, or a known
    mistake; otherwise a person reads it. `first` is what the first reading is worth; the others
    are judged until one is worth something else. Raises Unclear."""
    known = first.verdict is Verdict.CORRECT or first.mistake is not None
    others = (judge(one.expr) for one in readings[1:])
    if known and all((it.verdict, it.mistake) == (first.verdict, first.mistake) for it in others):
        return
    assert readings[0].unknown is not None
    raise unclear(readings[0].unknown)
