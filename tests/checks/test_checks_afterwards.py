"""Comparing after a causal softmax: what counts of an attention bias, and what is said of one
that cannot be put through it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checks.afterwards import AFTERWARDS
from grader.checks.comparing import compare
from grader.checks.tolerance import Tolerance

N = 4
SLOPES = np.array([0.5, 0.25, 0.125])[:, None, None]
J = np.arange(N)
DISTANCE = J[:, None] - J
TRUTH = -SLOPES * DISTANCE
AFTER = AFTERWARDS["causal_softmax"]


def said(got: Any, truth: Any = TRUTH) -> str:
    return compare(got, truth, Tolerance(), returns=("bias",), after=AFTER).problem


RIGHT = {
    "the distance both ways": -SLOPES * abs(DISTANCE),
    "the lower triangle only": np.tril(TRUTH),
    "the key's position": SLOPES * np.broadcast_to(J, (N, N)),
    "another constant in every row": TRUTH + np.array([5.0, -7.0, 0.0, 300.0])[:, None],
    "the future hidden by minus infinity": np.where(DISTANCE < 0, -np.inf, TRUTH),
    "a batch axis": TRUTH[None],
    "float32": TRUTH.astype(np.float32),
    "huge numbers in the future": np.where(DISTANCE < 0, 1e300, TRUTH),
    "nested lists": TRUTH.tolist(),
}


@pytest.mark.parametrize("got", RIGHT.values(), ids=RIGHT)
def test_what_is_the_same_after_a_causal_softmax(got: Any) -> None:
    assert said(got) == ""


WRONG: dict[str, tuple[Any, str]] = {
    "the other sign": (-TRUTH, "after a causal softmax, bias differs in 24 of 48 entries"),
    "nothing at all": (0 * TRUTH, "after a causal softmax, bias differs in 27 of 48 entries"),
    "constant along rows": (
        SLOPES * np.broadcast_to(J[:, None], (N, N)),
        "after a causal softmax, bias differs in 27 of 48 entries",
    ),
    "one head": (TRUTH[0], "bias has shape (4, 4), not (3, 4, 4)"),
    "heads last": (
        TRUTH.transpose(1, 2, 0),
        "bias has shape (4, 4, 3), not (3, 4, 4); it looks transposed",
    ),
    "NaN in the future": (
        np.where(DISTANCE < 0, np.nan, TRUTH),
        "bias is NaN in 18 of 48 entries",
    ),
    "plus infinity in the future": (
        np.where(DISTANCE < 0, np.inf, TRUTH),
        "bias is infinite in 18 of 48 entries",
    ),
    "a row that hides everything": (
        np.where(J[:, None] == 2, -np.inf, TRUTH),
        "after a causal softmax, bias is NaN in 12 of 48 entries",
    ),
    "the past hidden": (
        np.where(DISTANCE > 0, -np.inf, TRUTH),
        "after a causal softmax, bias differs in 27 of 48 entries",
    ),
    "Booleans": (TRUTH < 0, "bias holds booleans, but real numbers are asked for"),
    "nothing returned": (None, "bias is None; does your function end without `return`?"),
    "text": ("bias", "bias is text, but an array of shape (3, 4, 4) is asked for"),
}


@pytest.mark.parametrize(("got", "problem"), WRONG.values(), ids=WRONG)
def test_what_is_not(got: Any, problem: str) -> None:
    assert said(got) == problem


def test_a_truth_that_has_no_rows_and_columns_is_the_courses_fault() -> None:
    with pytest.raises(ValueError, match=r"a causal softmax needs \(…, n, n\), not the shape"):
        said(np.zeros((3, 4)), np.zeros((3, 4)))


def test_it_is_the_softmax_of_what_row_i_may_see() -> None:
    rows = AFTER.apply(np.log(np.array([[1.0, 9.0, 9.0], [1.0, 3.0, 9.0], [1.0, 2.0, 1.0]])))
    assert rows.tolist() == [
        [1.0, 0.0, 0.0],
        [0.25, pytest.approx(0.75), 0.0],
        [0.25, pytest.approx(0.5), 0.25],
    ]
