"""Comparing after a function of the course's, such as the shipped causal softmax: what counts of
an attention bias, what is said of one that cannot be put through it, and what is run for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from grader.checks.afterwards import Afterwards
from grader.checks.comparing import compare
from grader.checks.describing import NDArray
from grader.checks.tolerance import Tolerance

POSITIONS = Path(__file__).parents[2] / "reference/positions.py"
softmax = run_path(str(POSITIONS))["a_causal_softmax"]


@dataclass
class Here:
    """Runs a function in this process; notes of how many arrays at a time, and whose."""

    function: Callable[[NDArray], Any]
    ran: list[tuple[str, int]] = field(default_factory=list)

    def trusted(self, arrays: Sequence[NDArray]) -> list[NDArray]:
        self.ran.append(("trusted", len(arrays)))
        return [self.function(array) for array in arrays]

    def handed_in(self, arrays: Sequence[NDArray], *, quote: bool) -> list[NDArray]:
        self.ran.append(("handed in", len(arrays)))
        return [self.function(array) for array in arrays]


N = 4
SLOPES = np.array([0.5, 0.25, 0.125])[:, None, None]
J = np.arange(N)
DISTANCE = J[:, None] - J
TRUTH = -SLOPES * DISTANCE


def said(got: Any, truth: Any = TRUTH, function: Any = softmax) -> str:
    after = Afterwards("positions.a_causal_softmax", Here(function))
    return compare(got, truth, Tolerance(), returns=("bias",), after=after).problem


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
        "after a causal softmax, bias is NaN in 36 of 48 entries",
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
    rows = softmax(np.log(np.array([[1.0, 9.0, 9.0], [1.0, 3.0, 9.0], [1.0, 2.0, 1.0]])))
    assert rows.tolist() == [
        [1.0, 0.0, 0.0],
        [0.25, pytest.approx(0.75), 0.0],
        [0.25, pytest.approx(0.5), 0.25],
    ]


def first_entries(count: int) -> Callable[[NDArray], NDArray]:
    return lambda array: array.ravel()[: count + int(array[0, 0])]


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (np.abs, ""),
        (lambda array: array > 1, "bias differs in 2 of 4 entries"),
        (lambda array: array + 0j, "bias differs in 4 of 4 entries"),
        (lambda array: array * 1j if array[0, 0] < 0 else array,
         "bias holds complex numbers, but real numbers are asked for"),
        (lambda array: 1 / (array + 1), "bias is infinite in 2 of 4 entries"),
        (first_entries(2), "bias has shape (1,), not (3,); it is a single number"),
    ],
)  # fmt: skip
def test_whatever_the_function_returns_is_compared(function: Any, problem: str) -> None:
    truth = np.array([[1.0, 1.0], [2.0, 2.0]])
    got = np.array([[-1.0, -1.0], [-2.0, -2.0]])
    with np.errstate(divide="ignore"):
        told = said(got, truth, function)
    assert told == (f"after a causal softmax, {problem}" if problem else "")


def test_each_array_is_put_through_once_and_all_in_one_go() -> None:
    runs = Here(np.abs)
    after = Afterwards("module.the_magnitude", runs)
    ones, twos = np.ones(2), 2 * np.ones(2)
    after.put([ones, -ones, ones, np.ones(2, dtype=np.float32)], [twos, ones])
    assert runs.ran == [("trusted", 2), ("handed in", 1)]
    assert after.both(-ones, twos)[0].tolist() == [1.0, 1.0]
    after.both(np.array([3.0, 3.0]), twos)
    assert runs.ran[2:] == [("handed in", 1)]


def test_the_shape_is_looked_at_before_anything_is_put_through() -> None:
    runs = Here(np.abs)
    after = Afterwards("module.the_magnitude", runs)
    assert not compare(np.zeros((9, 9)), TRUTH, Tolerance(), after=after).agrees
    assert runs.ran == []
