"""Properties of outputs in another form than was asked for, and truths that are nearly 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.cases import Case
from grader.checks.comparing import compare
from grader.checks.properties import PROPERTIES, Seen, Setting
from grader.checks.tolerance import Tolerance
from grader.course.signature import Argument
from grader.sandbox import Returned
from grader.values import Array

ROWS = np.array([[0.25, 0.75], [0.5, 0.5], [1.0, 0.0]])
CASE = Case(number=1, label="case 1", inputs={"x": ROWS}, seed=0)


def setting(*, several: bool = False) -> Setting:
    return Setting(
        input="x", axis=0, output=0, dtype="float64", arguments=(Argument("x"),),
        returns=("rows", "more") if several else ("rows",), relative=1e-6,
    )  # fmt: skip


def problem(holds: str, values: list[Any], *, several: bool = False, truth: Any = None) -> str:
    seen = Seen(CASE, Array(ROWS) if truth is None else truth, [Returned(v, 0.0) for v in values])
    return PROPERTIES[holds].problem(seen, setting(several=several))


@pytest.mark.parametrize("axes", [0, 1, 2])
def test_a_batch_of_one_is_permuted_along_the_inputs_axis(axes: int) -> None:
    before = ROWS[(None,) * axes]
    moved = np.roll(ROWS, 1, axis=0)[(None,) * axes]
    for truth in (Array(ROWS), Array(before)):
        values = [Array(before), Array(moved)]
        assert problem("permutation_equivariant", values, truth=truth) == ""
        said = problem("permutation_equivariant", [Array(before)] * 2, truth=truth)
        assert said == "permuting the inputs does not just permute the outputs"


@pytest.mark.parametrize("outputs", [list, tuple])
def test_outputs_in_a_list_are_told_apart_where_several_are_asked_for(outputs: Any) -> None:
    truth = (Array(ROWS), Array(2 * ROWS))
    assert problem("rows_sum_to_one", [outputs(truth)], several=True, truth=truth) == ""
    turned = outputs(truth[::-1])
    said = problem("rows_sum_to_one", [turned], several=True, truth=truth)
    assert said == "3 of 3 rows do not sum to 1"


def test_outputs_in_a_dictionary_go_by_their_names() -> None:
    truth = (Array(ROWS), Array(2 * ROWS))
    named = {"more": truth[1], "rows": truth[0]}
    assert problem("rows_sum_to_one", [named], several=True, truth=truth) == ""
    said = problem("rows_sum_to_one", [{"more": truth[0]}], several=True, truth=truth)
    assert said == "the result is not an array of numbers"


def test_a_list_of_rows_is_one_output() -> None:
    assert problem("rows_sum_to_one", [ROWS.tolist()]) == ""
    assert problem("rows_sum_to_one", [[Array(row) for row in ROWS]]) == ""


def test_a_truth_of_rounding_errors_says_nothing_about_float32() -> None:
    assert compare(0.0, 3e-16, Tolerance()).notes == ()
    assert compare(1.0 + 1e-8, 1.0, Tolerance()).notes == (
        "the result agrees to 8 digits only: part of it looks like float32",
    )
