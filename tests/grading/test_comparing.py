"""The sentences about a value that is not the truth, and what counts as equal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checks.comparing import compare
from grader.checks.tolerance import Tolerance
from grader.values import Array, Opaque

M = np.arange(6.0).reshape(2, 3)


def sent(value: Any, dtype: str = "float64", library: Any = "numpy") -> Array:
    return Array(np.asarray(value, dtype=dtype), library)


WRONG: list[tuple[Any, Any, tuple[str, ...], str]] = [
    (None, M, (), "the result is None; does your function end without `return`?"),
    ("no", M, (), "the result is text, but an array of shape (2, 3) is asked for"),
    (b"no", M, (), "the result is a bytes, but an array of shape (2, 3) is asked for"),
    ({}, M, (), "the result is a dictionary, but an array of shape (2, 3) is asked for"),
    (Opaque("builtins.map"), M, (),
     "the result is a map, but an array of shape (2, 3) is asked for"),
    (Opaque("x1_y2.Hidden"), 1.0, (),
     "the result is an object of a class of its own, but a number is asked for"),
    ([[1], [1, 2]], M, (),
     "the result is a list of 2 rows of different lengths, "
     "but an array of shape (2, 3) is asked for"),
    (sent(M.T), M, (), "the result has shape (3, 2), not (2, 3); it looks transposed"),
    (sent(np.zeros((3, 2, 4))), np.zeros((2, 3, 4)), (),
     "the result has shape (3, 2, 4), not (2, 3, 4); the axes are in another order"),
    (sent(np.zeros(5)), M, (), "the result has shape (5,), not (2, 3)"),
    (3.5, M, (), "the result has shape (), not (2, 3); it is a single number"),
    (sent(M, "complex128"), M, (),
     "the result holds complex numbers, but real numbers are asked for"),
    (sent(M > 2, "bool"), M, (), "the result holds booleans, but real numbers are asked for"),
    (sent([2, 0], "int64"), np.array([True, False]), (),
     "the result holds integers, but booleans are asked for"),
    (sent([0.5, 0]), np.array([True, False]), (),
     "the result holds real numbers, but booleans are asked for"),
    (sent([1, 1], "int64"), np.array([True, False]), (), "the result differs in 1 of 2 entries"),
    (sent(M * np.nan), M, (), "the result is NaN in 6 of 6 entries"),
    (sent(np.where(M > 4, np.inf, M)), M, ("w",), "w is infinite in 1 of 6 entries"),
    (sent([-np.inf]), np.array([np.inf]), (), "the result is infinite in 1 of 1 entry"),
    (np.nan, 1.0, (), "the result is NaN in its value"),
    (2.0, 1.0, ("loss",), "loss differs in its value"),
    (sent(np.add(M, [[0, 0, 1], [0, 0, 0]])), M, (), "the result differs in 1 of 6 entries"),
    (sent(M, "float16"), M / 3, (),
     "the result differs in 5 of 6 entries; it is float16, which is too coarse to compare"),
    (sent([0.0]), np.array([np.nan]), (), "the result differs in 1 of 1 entry"),
    (sent([-1e9]), np.array([-np.inf]), (), "the result differs in 1 of 1 entry"),
    (1_000_000.4, 1_000_000, (), "the result differs in its value"),
    (1_000_001, 1_000_000, (), "the result differs in its value"),
    (2**70, 3.0, (), "the result differs in its value"),
    (10**400, 3.0, (), "the result is a int, but a number is asked for"),
    (1, True, (), "the result is not right"),
    ("b", "a", (), "the result is not right"),
    (sent(M), (M, M), ("a", "b"),
     "you return an array of shape (2, 3), but 2 values are asked for: a, b"),
    ((sent(M),), (M, M, M), ("a", "b", "_"), "you return 1 value, but 3 are asked for: a, b"),
    ((sent(M), sent(M + 1)), (M, M), ("a", "b"), "b differs in 6 of 6 entries"),
    (sent(M), {"dW": M, "db": M}, (),
     "the result is an array of shape (2, 3), but a dictionary is asked for with the keys dW, db"),
    ({"dW": sent(M)}, {"dW": M, "db": M}, (), "the result has no key 'db'"),
    ({}, {"dW": M, "db": M}, (), "the result has no keys 'dW', 'db'"),
    ({"dW": sent(M + 1), "db": None}, {"dW": M, "db": M}, (),
     "dW differs in 6 of 6 entries (and so do db)"),
    ([sent(M)], [M, np.zeros(2)], (), "the result has 1 item, but 2 are asked for"),
    (sent(M), [M, np.zeros(2)], (),
     "the result is an array of shape (2, 3), but a list is asked for"),
    ([sent(M), sent([1, 1])], [M, np.zeros(2)], (), "[1] differs in 2 of 2 entries"),
]  # fmt: skip


@pytest.mark.parametrize(("got", "truth", "returns", "words"), WRONG, ids=[w[3] for w in WRONG])
def test_what_is_wrong_is_said(got: Any, truth: Any, returns: tuple[str, ...], words: str) -> None:
    assert compare(got, truth, Tolerance(), returns=returns).problem == words


F32 = np.float32(1 / 3)
SQUEEZED = "accepted, although axes of length 1 are not as asked: the result"
RIGHT: list[tuple[Any, Any, tuple[str, ...], tuple[str, ...]]] = [
    (sent(M), M, (), ()),
    (M.tolist(), M, (), ()),
    ([sent(row) for row in M], M, (), ()),
    (sent(M, "int64"), M, (), ()),
    (sent(M), M.astype(int), (), ()),
    (sent(M, library="torch"), M, (), ()),
    (3, 3.0, (), ()),
    (2.9999999999, 3, (), ()),
    (2**70, 2.0**70, (), ()),
    (sent(True, "bool"), True, (), ()),
    (sent([1.0, 0.0]), np.array([True, False]), (),
     ("ones and zeros were read as Booleans: the result",)),
    (sent([np.nan, np.inf]), np.array([np.nan, np.inf]), (), ()),
    (sent(M[None]), M, (), (SQUEEZED,)),
    (sent(1.5), np.array([[1.5]]), (), (SQUEEZED,)),
    ((sent(M), sent(M.T)), M, (), ("you return 2 values; the first one was taken as the answer",)),
    (M.tolist(), M, ("output", "weights?"), ()),  # a list of rows is one output
    ((M.tolist(), M.T.tolist()), M, ("output", "weights?"), ()),
    (sent(M), (M, M), ("out", "weights?"), ()),
    ((sent(M), None), (M, M), ("out", "_"), ()),
    ({"a": sent(M), "more": 1}, {"a": M}, (), ()),
    (sent([F32, 1], "float32"), np.array([1 / 3, 1.0]), (),
     ("the result agrees to 8 digits only: it is float32",)),
    (sent([F32, 1]), np.array([1 / 3, 1.0]), (),
     ("the result agrees to 8 digits only: part of it looks like float32",)),
]  # fmt: skip


@pytest.mark.parametrize(("got", "truth", "returns", "notes"), RIGHT)
def test_what_is_right_is_accepted(
    got: Any, truth: Any, returns: tuple[str, ...], notes: tuple[str, ...]
) -> None:
    comparison = compare(got, truth, Tolerance(), returns=returns)
    assert (comparison.problem, comparison.notes) == ("", notes)


def test_a_public_case_shows_the_worst_entries_and_a_hidden_one_only_where_they_are() -> None:
    got = sent(M + np.array([[0, 0.5, 0], [0, 0, -2]]))
    shown = compare(got, M, Tolerance(), public=True).mismatch
    hidden = compare(got, M, Tolerance()).mismatch
    assert shown is not None
    assert hidden is not None
    assert [(e.index, e.yours, e.expected) for e in shown.entries] == [
        ((1, 2), "3", "5"),
        ((0, 1), "1.5", "1"),
    ]
    assert [(e.index, e.yours, e.expected) for e in hidden.entries] == [
        ((1, 2), None, None),
        ((0, 1), None, None),
    ]
    assert (shown.differing, shown.worst_error, shown.allowed_error) == (2, 2.0, 5e-6)


def normed(x: np.ndarray[Any, Any], inside: bool) -> np.ndarray[Any, Any]:
    centred = x - x.mean(-1, keepdims=True)
    variance = x.var(-1, keepdims=True)
    divided: np.ndarray = centred / (
        np.sqrt(variance + 1e-5) if inside else np.sqrt(variance) + 1e-5
    )
    return divided


def test_an_epsilon_on_the_wrong_side_of_a_root_is_caught() -> None:
    x = np.random.default_rng(0).normal(size=(4, 8))
    assert not compare(sent(normed(x, inside=False)), normed(x, inside=True), Tolerance()).agrees


def test_an_epsilon_that_is_left_out_is_caught() -> None:
    x = np.random.default_rng(1).normal(size=(4, 8))
    bare = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    assert not compare(sent(bare), normed(x, inside=True), Tolerance()).agrees


def test_float32_inside_is_accepted() -> None:
    x = np.random.default_rng(2).normal(size=(6, 40))
    single = np.exp(x.astype(np.float32))
    single = single / single.sum(-1, keepdims=True)
    truth = np.exp(x) / np.exp(x).sum(-1, keepdims=True)
    assert compare(sent(single, "float32"), truth, Tolerance()).agrees


def test_half_precision_does_not_loosen_the_comparison() -> None:
    truth = np.linspace(0.1, 1, 50)
    for dtype in ("float16", "bfloat16"):
        off = Array((truth * 1.001).astype("<f4"), "torch", dtype)
        assert not compare(off, truth, Tolerance()).agrees


def test_a_small_wrong_entry_beside_a_large_right_one_is_caught() -> None:
    truth = np.array([1e6, 1.0, 1e-2])
    assert not compare(sent([1e6, 1.0, 2e-2]), truth, Tolerance()).agrees
    assert compare(sent([1e6, 1.0, 1e-2 + 1e-6]), truth, Tolerance()).agrees


def test_what_cancels_to_nothing_may_be_off_by_the_rounding_of_its_terms() -> None:
    truth = np.array([1e3, 0.0])
    assert compare(sent([1e3, 1e-10]), truth, Tolerance()).agrees
    assert not compare(sent([1e3, 1e-4]), truth, Tolerance()).agrees


@pytest.mark.parametrize(
    ("dtype", "relative"), [("float64", 1e-6), ("float32", 1e-4), ("float16", 2e-2)]
)
def test_coarse_inputs_widen_the_tolerance(dtype: str, relative: float) -> None:
    assert Tolerance().for_inputs(dtype).relative == relative
    assert Tolerance(relative=0.1).for_inputs(dtype).relative == 0.1
