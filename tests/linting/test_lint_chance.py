"""What lint says of checks that judge by a distribution."""

from __future__ import annotations

from collections.abc import Callable

import pytest

REFERENCE = """\
import numpy as np


def coin(p, rng):
    return int(rng.random() < p)


def nearly(p, rng):
    return int(rng.random() < p + 0.01)


def near(p, rng):
    return int(rng.random() < p + 0.16)


def far(p, rng):
    return int(rng.random() < p / 2)


def constant(p, rng):
    return 1


def word(p, rng):
    return "ab"[int(rng.random() < p)]


def some(p, rng):
    return np.ones(1 + int(rng.random() < p))


def many(p, rng):
    return rng.random((20, 30)) < p


def not_from_the_generator(p, rng):
    return int(np.random.random() < p)
"""


def problem(reference: str, mistake: str = "far", check: str = "draws: 400, cases: 1") -> str:
    return f"""\
id: chance/coin
title: A coin
prompt: Write `toss(p, rng)`.
parts:
  code:
    asks: function
    call: toss(p, rng)
    reference: coins.{reference}
    inputs: {{p: "uniform(0.5, 0.7)", rng: rng}}
    points: 2
    checks:
      - distribution: {{{check}}}
    mistakes:
      - {{name: it is off, reference: coins.{mistake}, hint: How often?}}
"""


WHERE = "problems/coin.yaml:8:5: parts.code.reference: "
MISTAKE = "problems/coin.yaml:14:9: parts.code.mistakes.0: "
TABLE = [
    ("all is well", problem("coin"), []),
    ("it need not draw from what it gets", problem("not_from_the_generator"), []),
    ("too little to be told", problem("coin", "nearly"), [
        f"{MISTAKE}`coins.nearly` cannot be told from the reference by 400 draws: answers that "
        "make it may get full marks; write `draws: 1600`, or draw inputs that bring it out"]),
    ("told by luck", problem("coin", "near"), [
        f"{MISTAKE}`coins.near` is told from the reference by 400 draws, but not by half: answers "
        "that make it may get full marks; write `draws: 800`, or draw inputs that bring it out"]),
    ("nothing is drawn", problem("constant"), [
        f"{WHERE}`coins.constant` returns the same in all 1,200 calls; a `distribution` needs "
        "chance"]),
    ("words", problem("word"), [
        f"{WHERE}`coins.word` does not return numbers alone; write `of: result`"]),
    ("more or fewer numbers", problem("some"), [
        f"{WHERE}`coins.some` does not return as many numbers in every call; write `of: result`"]),
    ("too many entries", problem("many"), [
        f"{WHERE}`coins.many` returns 600 entries, and no more than 128 are looked at each on its "
        "own; write `of: values`, or draw smaller sizes"]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text", "faults"), TABLE, ids=lambda one: str(one)[:25])
def test_what_lint_says(
    what: str, text: str, faults: list[str], lint_course: Callable[..., list[str]]
) -> None:
    files = {"problems/coin.yaml": text, "reference/coins.py": REFERENCE}
    assert lint_course(files) == faults
