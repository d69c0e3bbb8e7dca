"""A public case as code gives the very same values when it is run."""

import numpy as np
import pytest

from grader.checks.snippets import MAX_CHARS, snippet
from grader.values import Array, Rng, Value


def _run(code: str) -> dict[str, object]:
    found: dict[str, object] = {}
    exec(code, found)
    return found


@pytest.mark.parametrize(
    "value",
    [
        np.array([[0.1 + 0.2, -1e-300], [np.inf, np.nan]]),
        np.array([1, 2], dtype=np.int32),
        np.array([1.5], dtype=np.float32),
        np.array([True, False]),
        np.zeros((0, 3)),
        np.array(2.5),
        np.array([1 + 2j]),
    ],
    ids=str,
)
def test_an_array_comes_back_exactly(value: np.ndarray) -> None:
    found = _run(snippet({"x": Array(value, "numpy")}, 1))
    assert isinstance(found["x"], np.ndarray)
    assert found["x"].dtype == value.dtype
    np.testing.assert_array_equal(found["x"], value.reshape(found["x"].shape))


@pytest.mark.parametrize(
    "value", [None, True, -3, 0.1, "a'b\n", (1,), (1, 2.5), [1, [2]], {"W": [1.0], "b": None}]
)
def test_a_plain_value_comes_back(value: Value) -> None:
    assert _run(snippet({}, value))["expected"] == value


def test_what_is_nested_comes_back() -> None:
    code = snippet({"params": {"W": np.eye(2), "b": (np.ones(1), 3)}}, np.ones(2))
    assert code == (
        "from numpy import array, inf, nan\n"
        "params = {'W': array([[1.0, 0.0], [0.0, 1.0]]), 'b': (array([1.0]), 3)}\n"
        "expected = array([1.0, 1.0])"
    )


@pytest.mark.parametrize("value", [np.zeros(MAX_CHARS), np.full(MAX_CHARS // 4, 0.1), object()])
def test_what_is_very_long_or_has_no_code_is_left_out(value: Value) -> None:
    assert snippet({"x": value}, 1) == ""


def test_a_source_of_chance_is_the_one_that_was_given() -> None:
    found = _run(snippet({"rng": Rng(7), "all": {"rng": Rng(8)}}, 1))
    rng = found["rng"]
    assert isinstance(rng, np.random.Generator)
    assert rng.random() == np.random.default_rng(7).random()
