"""A name for what another part asks for is what that part calls right, or its inverse."""

from __future__ import annotations

import pytest
from forms_course import judged, open_course, write_course

from grader.course import Course

WHEELS = r"""
id: clocks/wheels
title: Wheels of a clock
prompt: |
  Wheel $j$ of a clock turns by $\lambda_j$ in a second. Give $\lambda_j$ in the teeth $b$ and the
  number of wheels $n$, and where the hand of one wheel points after $s$ seconds.
parts:
  speed:
    asks: formula
    points: 1
    symbols: {b: positive, n: positive, j: positive}
    left: ['\lambda_j']
    answer: b^(-j/n)
  hand:
    asks: formula
    points: 1
    symbols: {s: real, lambda: positive}
    aliases: {lambda: ['\lambda_j']}
    left: [p]
    answer: "[[cos(lambda s)], [sin(lambda s)]]"
"""
HAND = r"\begin{{pmatrix}} \cos({0}) \\ \sin({0}) \end{{pmatrix}}"
TURNED = r"\begin{{pmatrix}} \sin({0}) \\ \cos({0}) \end{{pmatrix}}"


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return open_course(write_course(tmp_path_factory.mktemp("clocks"), {"wheels": WHEELS}))


@pytest.mark.parametrize(
    ("named", "hand", "verdict"),
    [
        (r"\nu_j = b^{-j/n}", HAND.format(r"\nu_j s"), "correct"),
        (r"\nu_j = \frac{1}{b^{j/n}}", HAND.format(r"s\,\nu_j"), "correct"),
        (r"\nu_j = b^{j/n}", HAND.format(r"\frac{s}{\nu_j}"), "correct"),
        (r"\nu_j = b^{j/n}", HAND.format(r"s / \nu_j"), "correct"),
        # the inverse where it is none, or none where it is
        (r"\nu_j = b^{-j/n}", HAND.format(r"\frac{s}{\nu_j}"), "wrong"),
        (r"\nu_j = b^{j/n}", HAND.format(r"\nu_j s"), "wrong"),
        (r"\nu_j = b^{-j/n}", TURNED.format(r"\nu_j s"), "wrong"),
        # another speed: what the hand does with it says nothing
        (r"\nu_j = b^{-j}", HAND.format(r"\nu_j s"), "unread"),
        (r"\nu_j = b^{-j}", TURNED.format(r"\nu_j s"), "unread"),
    ],
)
def test_what_it_is(clocks: Course, named: str, hand: str, verdict: str) -> None:
    text = f"With ${named}$ it points to $${hand}$$"
    assert judged(clocks, ("clocks/wheels", "hand"), text)[0] == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"- speed：\$b\^{-j/n}\$", "correct"),
        (r"\$\lambda\_j = \\frac{1}{b\^{j/n}}\$, slower and slower", "correct"),
        (r"- speed：\$b\^{j/n}\$", "wrong"),
    ],
)
def test_a_page_that_escapes_its_dollars(clocks: Course, text: str, verdict: str) -> None:
    assert judged(clocks, ("clocks/wheels", "speed"), text)[0] == verdict


def test_the_left_side_that_is_asked_for_is_no_step(clocks: Course) -> None:
    text = r"$\lambda_j = b^{-2j/n} = b^{-j/n}$"
    _, _, notes = judged(clocks, ("clocks/wheels", "speed"), text)
    (said,) = [note for note in notes if "does not follow" in note]
    assert said.startswith("a step does not follow: `b^{-2j/n}` is not `b^{-j/n}`: ")
