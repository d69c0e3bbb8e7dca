"""Twice the text takes twice the steps: counted, not timed, so that no machine is too slow."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from grader.maths import Indexed, Shape, Symbols, read

SYMBOLS = Symbols.of(x="real", n="positive", d="positive", A=Shape("n", "n"), a=Indexed(("n",)))

# (what is repeated, what stands between)
TEXTS = [
    ("x*d", "+"),
    ("x", " "),
    ("nd", " "),
    ("(x+1)", "-"),
    ("max(x,d)", "+"),
    ("A@A", "+"),
    ("A", "@"),
    ("a[1]", "+"),
    (r"\log x", "+"),
    ("nlogn", "+"),
    (r"\frac{x}{d}", "+"),
    (r"\sum_{i=1}^{3} a_i", "+"),
    ("x^{2}", " "),
]


def steps(text: str) -> int:
    """How many functions are called, Python's and C's, while the text is read."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        read(text, SYMBOLS)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(("piece", "between"), TEXTS)
def test_twice_the_text_takes_twice_the_steps(piece: str, between: str) -> None:
    steps(piece)  # what is kept about the symbols is worked out once
    once, twice = (steps(between.join([piece] * count)) for count in (80, 160))
    assert twice < 2.2 * once
