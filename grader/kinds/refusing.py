"""Where two ways to read an answer differ in verdict, a person reads it: the words for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from grader.checks.verdict import Verdict
from grader.kinds.marker import Marked, Unclear, unclear
from grader.kinds.renaming import Renamed


def refuse_two(first: str, last: str) -> NoReturn:
    """An answer that ends with a wrong formula and has the right one in it: nobody but a person can
    tell which of the two it gives."""
    raise Unclear(
        f"is the answer `{first[:60]}`, or `{last[:60]}`, with which it ends? write one of them",
        last,
    )


def refuse_guess(readings: Sequence[Renamed[Any]], judged: Sequence[Marked]) -> None:
    """Letters whose meaning was found by elimination: right under every reading, or a known
    mistake; otherwise a person reads it. Raises Unclear."""
    first = judged[0]
    sure = len({(one.verdict, one.mistake) for one in judged}) == 1
    if sure and (first.verdict is Verdict.CORRECT or first.mistake is not None):
        return
    assert readings[0].unknown is not None
    raise unclear(readings[0].unknown)
