"""Where an array is off, as a picture."""

import numpy as np
import pytest

from grader.checks.error_maps import error_map


def test_the_picture_goes_through_the_worst_entry() -> None:
    error = np.zeros((2, 3, 4))
    error[1, 2, 3] = 5.0
    found = error_map(error, (1, 2, 3), "weights")
    assert found is not None
    assert found.title == "how far weights[1, :, :] is off"
    assert (len(found.rows), len(found.columns)) == (3, 4)
    assert found.values[2] == (0.0, 0.0, 0.0, 5.0)


def test_a_vector_is_one_row() -> None:
    found = error_map(np.array([0.0, 1.0, 2.0, np.inf]), (3,), "")
    assert found is not None
    assert found.title == "how far the result is off"
    assert found.values == ((0.0, 1.0, 2.0, None),)


@pytest.mark.parametrize("error", [np.array(1.0), np.ones(3)])
def test_a_few_numbers_are_no_picture(error: np.ndarray) -> None:
    assert error_map(error, (0,) * error.ndim, "x") is None
