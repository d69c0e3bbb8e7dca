"""Each output earns, several mistakes are named at once, what nobody compares may be missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session

PROBLEM = """
id: fair/dense
title: A dense layer
prompt: Write `forward(x, w, b)` and `backward(dy, cache)`.
parts:
  forward:
    asks: function
    call: forward(x, w, b)
    returns: [y, _, norm]
    reference: dense.forward
    inputs: {n: 2..3, d: 4..5, h: 6..7, x: "normal[n, d]", w: "normal[d, h]", b: "normal[h]"}
    points: 2
    checks: [equals: {cases: 2}]
    conventions:
      - {name: the norm first, reference: dense.norm_first, returns: [norm, y]}
    mistakes:
      - {name: the bias is left out, reference: dense.no_bias, hint: Where is b?, credit: 0.25}
  backward:
    asks: function
    first: out = keeping(x, w, b)
    call: backward(dy, out[2])
    returns: [dx, dw, db]
    reference: dense.backward
    inputs:
      n: 2..3
      d: 4..5
      h: 6..7
      x: normal[n, d]
      w: normal[d, h]
      b: normal[h]
      dy: normal[n, h]
    points: 6
    checks: [equals: {cases: 2}]
    mistakes:
      - {name: dx has the wrong sign, reference: dense.minus, hint: Which way?, credit: 0.5}
      - {name: dw is averaged, reference: dense.averaged, hint: Is it a mean?, credit: 0.5}
      - {name: db is doubled, reference: dense.doubled, hint: How often?, credit: 0.5}
"""

REFERENCE = """
import numpy as np


def forward(x, w, b):
    y = x @ w + b
    return y, (x, w), np.sqrt((y**2).sum())


def norm_first(x, w, b):
    y, _, norm = forward(x, w, b)
    return norm, y


def no_bias(x, w, b):
    return forward(x, w, 0 * b)


def keeping(x, w, b):
    return x @ w + b, b, (x, w)


def backward(dy, cache):
    x, w = cache
    return dy @ w.T, x.T @ dy, dy.sum(0)


def minus(dy, cache):
    dx, dw, db = backward(dy, cache)
    return -dx, dw, db


def averaged(dy, cache):
    dx, dw, db = backward(dy, cache)
    return dx, dw / len(dy), db


def doubled(dy, cache):
    dx, dw, db = backward(dy, cache)
    return dx, dw, 2 * db
"""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("fair") / "course"
    write_course(root, {"dense": PROBLEM}, {"dense": REFERENCE})
    with open_session(root, truth_cache, preload=("numpy",)) as session:
        yield session


KEEPING = "def keeping(x, w, b):\n    return x @ w + b, b, (x, w)\n"
BACK = "def backward(dy, cache):\n    x, w = cache\n    return "

ANSWERS = [
    ("forward", "all outputs", "y, (x, w), (y**2).sum() ** 0.5", "correct", 2.0, "", ""),
    ("forward", "what is not looked at is missing", "y, (y**2).sum() ** 0.5",
     "correct", 2.0, "", ""),
    ("forward", "one is missing that counts", "(y,)", "wrong", 0.0,
     "case 1: you return 1 value, but 3 are asked for: y, norm", ""),
    ("forward", "one of two is right", "y, None, 0 * y.sum()", "partly", 1.0,
     "case 1: norm differs in its value; 1 of 2 outputs is right in every case: y", ""),
    ("forward", "another order", "(y**2).sum() ** 0.5, y", "correct", 2.0, "", ""),
    ("forward", "a mistake in another order", "((y - b)**2).sum() ** 0.5, y - b", "partly", 0.5,
     "case 1: y has shape (), not (3, 7); it is a single number", "the bias is left out"),
    ("backward", "right", "dy @ w.T, x.T @ dy, dy.sum(0)", "correct", 6.0, "", ""),
    ("backward", "one of three", "dy @ w.T, x.T @ dy + 1, dy.sum(0) + 1", "partly", 2.0,
     "case 1: dw differs in 35 of 35 entries; 1 of 3 outputs is right in every case: dx", ""),
    ("backward", "one mistake", "-dy @ w.T, x.T @ dy, dy.sum(0)", "partly", 4.0,
     "case 1: dx differs in 10 of 10 entries; 2 of 3 outputs are right in every case: dw, db",
     "dx has the wrong sign"),
    ("backward", "two mistakes", "-dy @ w.T, x.T @ dy, 2 * dy.sum(0)", "partly", 2.0,
     "case 1: dx differs in 10 of 10 entries; 1 of 3 outputs is right in every case: dw",
     "dx has the wrong sign, and when db is doubled"),
    ("backward", "two mistakes in a dictionary",
     "{'db': 2 * dy.sum(0), 'dx': -dy @ w.T, 'dw': x.T @ dy}", "partly", 2.0,
     "case 1: dx differs in 10 of 10 entries; 1 of 3 outputs is right in every case: dw",
     "dx has the wrong sign, and when db is doubled"),
    ("backward", "three mistakes", "-dy @ w.T, x.T @ dy / len(dy), 2 * dy.sum(0)", "partly", 0.75,
     "case 1: dx differs in 10 of 10 entries",
     "dx has the wrong sign, and when dw is averaged, and when db is doubled"),
    ("backward", "a known mistake and another one", "-dy @ w.T, 3 * x.T @ dy, dy.sum(0)", "partly",
     2.0, "case 1: dx differs in 10 of 10 entries; 1 of 3 outputs is right in every case: db", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "what", "returned", "verdict", "points", "message", "mistake"),
    ANSWERS,
    ids=[f"{row[0]}: {row[1]}" for row in ANSWERS],
)
def test_what_it_gets(
    fair: Session,
    part: str,
    what: str,
    returned: str,
    verdict: str,
    points: float,
    message: str,
    mistake: str,
) -> None:
    forward = "def forward(x, w, b):\n    y = x @ w + b\n    return "
    source = forward + returned if part == "forward" else KEEPING + BACK + returned
    found = part_of(graded(fair, {"a.py": source + "\n"}), part)
    assert (found.verdict.value, found.score.earned, found.message) == (verdict, points, message)
    assert (found.mistake.name if found.mistake else "") == mistake


def test_hints_of_both_mistakes_are_given(fair: Session) -> None:
    source = KEEPING + BACK + "-dy @ w.T, x.T @ dy, 2 * dy.sum(0)\n"
    found = part_of(graded(fair, {"a.py": source}), "backward")
    assert found.mistake is not None
    assert found.mistake.hint == "Which way? How often?"


OWN_CACHE = """
def keeping(x, w, b):
    return x @ w, {"input": x, "weights": w}
def backward(dy, cache):
    x, w = cache["input"], cache["weights"]
    return dy @ w.T, x.T @ dy, dy.sum(0)
"""


def test_a_cache_of_ones_own_behind_a_forward_pass_that_is_wrong(fair: Session) -> None:
    found = part_of(graded(fair, {"a.py": OWN_CACHE}), "backward")
    assert (found.verdict.value, found.message) == ("correct", "")
