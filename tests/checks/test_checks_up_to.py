"""What an answer may leave open, and what still differs then."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from grader.checks.comparing import compare
from grader.checks.equals import Equals, EqualsOptions
from grader.checks.tolerance import Tolerance
from grader.checks.up_to import UpTo
from grader.values import Array

A = [[1.0, 2.0], [3.0, -4.0], [5.0, 6.0]]
B = [[3.0, -4.0], [5.0, 6.0], [1.0, 2.0]]
TABLE: list[tuple[list[str], Any, Any, str]] = [
    (["order"], B, A, ""),
    (["order"], [[1.0, 2.0], [1.0, 2.0], [3.0, -4.0]], A,
     "up to order, y differs in 2 of 6 entries"),
    (["order of axis 1"], [[2.0, 1.0], [-4.0, 3.0], [6.0, 5.0]], A, ""),
    (["order of axis 1"], [[2.0, 1.0], [3.0, -4.0], [6.0, 5.0]], A,
     "up to order of axis 1, y differs in 4 of 6 entries"),
    (["order of axis -1"], [[2.0, 1.0], [-4.0, 3.0], [6.0, 5.0]], A, ""),
    (["order of axis 5"], B, A, "up to order of axis 5, y differs in 6 of 6 entries"),
    (["sign"], [[-1.0, -2.0], [-3.0, 4.0], [-5.0, -6.0]], A, ""),
    (["sign"], [[-1.0, -2.0], [3.0, -4.0], [5.0, 6.0]], A,
     "up to sign, y differs in 2 of 6 entries"),
    (["sign of axis 0"], [[-1.0, -2.0], [3.0, -4.0], [5.0, 6.0]], A, ""),
    (["sign of axis 1"], [[-1.0, 2.0], [-3.0, -4.0], [-5.0, 6.0]], A, ""),
    (["order", "sign of axis 0"], [[-3.0, 4.0], [5.0, 6.0], [-1.0, -2.0]], A, ""),
    (["order", "sign of axis 0"], [[-3.0, -4.0], [5.0, 6.0], [-1.0, -2.0]], A,
     "up to order and sign of axis 0, y differs in 1 of 6 entries"),
    (["scale"], [[-2.0, -4.0], [-6.0, 8.0], [-10.0, -12.0]], A, ""),
    (["scale"], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], A,
     "up to scale, y differs in 6 of 6 entries"),
    (["scale of axis 0"], [[2.0, 4.0], [30.0, -40.0], [0.5, 0.6]], A, ""),
    (["scale of axis 0"], [[2.0, 5.0], [30.0, -40.0], [0.5, 0.6]], A,
     "up to scale of axis 0, y differs in 2 of 6 entries"),
    (["scale"], [float("nan"), 1.0], [2.0, 1.0], "up to scale, y is NaN in 1 of 2 entries"),
    (["scale"], [float("inf"), 1.0], [2.0, 1.0], "up to scale, y is infinite in 1 of 2 entries"),
    (["relabelling"], [2, 2, 0, 1], [0, 0, 1, 2], ""),
    (["relabelling"], [7.0, 7.0, -1.0, 1.0], [0, 0, 1, 2], ""),
    (["relabelling"], [2, 2, 0, 0], [0, 0, 1, 2], "up to relabelling, y differs in 1 of 4 entries"),
    (["relabelling"], [2, 3, 0, 1], [0, 0, 1, 2], "up to relabelling, y differs in 1 of 4 entries"),
    (["order"], ["b", "a"], ["a", "b"], ""),
    (["order"], ["b", "b"], ["a", "b"], "up to order, y[0] is not right"),
    (["order"], [["c"], ["a", "b"]], [["a", "b"], ["c"]], ""),
    (["sign"], ["b", "a"], ["a", "b"], "up to sign, y[0] is not right"),
]  # fmt: skip


def value(of: Any) -> Any:
    return of if _words(of) else Array(np.array(of))


def _words(of: Any) -> bool:
    return isinstance(of, str) or (isinstance(of, list) and any(map(_words, of)))


@pytest.mark.parametrize(("words", "got", "truth", "said"), TABLE)
def test_what_is_left_open(words: list[str], got: Any, truth: Any, said: str) -> None:
    near = Tolerance(1e-6, 1e-12)
    found = compare(value(got), value(truth), near, returns=("y",), up_to=UpTo.of(words))
    assert found.problem == said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"up_to": "ordre"},
            "`ordre` is none of order, sign, scale, relabelling; an axis",
        ),
        ({"up_to": "relabelling of axis 1"}, "`relabelling of axis 1` is none of"),
        (
            {"up_to": ["order", "sign"]},
            "the order leaves open which sign is whose; write `sign of axis 0`",
        ),
        ({"up_to": "sign", "after": "a.b"}, "`after` and `up_to` are two ways to say the same"),
    ],
)
def test_what_cannot_be_left_open(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        EqualsOptions(**options)


def test_the_student_reads_what_is_left_open() -> None:
    title = Equals().title(EqualsOptions.model_validate({"up_to": ["order", "sign of axis 0"]}))
    assert title == "agrees with the reference up to order and sign of axis 0"
