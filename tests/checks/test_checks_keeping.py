"""Inputs that a function changes in place: where in them, in words that a student can act on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.cases import Case
from grader.checks.properties import PROPERTIES, Seen, Setting
from grader.course.signature import Argument
from grader.sandbox import Returned
from grader.values import Array, Value, decode, encode

W = np.arange(6.0).reshape(2, 3)
GIVEN: dict[str, Any] = {
    "params": {"W": W, "layers": [W, {"b": np.array([True, False]), 0: 2.5}], "rate": 0.1},
    "xs": [1, 2.0, None, "text", (W, float("nan"))],
}


def sent() -> dict[str, Any]:
    """The inputs as they are on the other side."""
    found: dict[str, Any] = decode(encode(GIVEN), native=True)
    return found


def said(
    after: tuple[Value, ...], names: tuple[str, ...] = ("params", "xs"), changed: Any = ()
) -> str:
    case = Case(number=1, label="case 1", inputs=GIVEN, seed=0)
    setting = Setting(
        input="", axis=0, output=0, dtype="float64", returns=(), relative=1e-6,
        arguments=tuple(Argument(name) for name in names),
    )  # fmt: skip
    returned = Returned(None, 0.0, inputs_after=after, changed_inputs=changed)
    return PROPERTIES["leaves_inputs_unchanged"].problem(Seen(case, None, [returned]), setting)


def grown(params: Any, xs: Any) -> None:
    params["layers"].append(0)


def resized(params: Any, xs: Any) -> None:
    params["W"].resize((3, 2), refcheck=False)


def retyped(params: Any, xs: Any) -> None:
    params["W"].dtype = np.int64


CHANGES: dict[str, tuple[Any, str]] = {
    "an array in a dictionary": (lambda p, xs: p["W"].__isub__(1), "params['W']"),
    "one entry of it": (lambda p, xs: p["W"].__setitem__((1, 2), 0), "params['W']"),
    "an entry that becomes NaN": (lambda p, xs: p["W"].fill(np.nan), "params['W']"),
    "an array in a list in a dictionary": (
        lambda p, xs: p["layers"][0].fill(0), "params['layers'][0]"),
    "an array three levels down": (
        lambda p, xs: p["layers"][1]["b"].fill(True), "params['layers'][1]['b']"),
    "a key that is a number": (
        lambda p, xs: p["layers"][1].__setitem__(0, 3.5), "params['layers'][1][0]"),
    "a list that is appended to": (grown, "params['layers']"),
    "a list that is emptied": (lambda p, xs: xs.clear(), "xs"),
    "a key that is added": (lambda p, xs: p.__setitem__("cache", 1), "params"),
    "a key that is removed": (lambda p, xs: p.pop("rate"), "params"),
    "a key that is renamed": (lambda p, xs: p.__setitem__("w", p.pop("W")), "params"),
    "a number that is replaced": (lambda p, xs: p.__setitem__("rate", 0.2), "params['rate']"),
    "a number of another kind": (lambda p, xs: xs.__setitem__(1, 2), "xs[1]"),
    "a number that becomes NaN": (
        lambda p, xs: p.__setitem__("rate", float("nan")), "params['rate']"),
    "None that is replaced": (lambda p, xs: xs.__setitem__(2, 0), "xs[2]"),
    "an array that becomes a list": (lambda p, xs: p.__setitem__("W", W.tolist()), "params['W']"),
    "an array in a tuple": (lambda p, xs: xs[4][0].fill(1), "xs[4][0]"),
    "a shape that is changed in place": (resized, "params['W']"),
    "a dtype that is changed in place": (retyped, "params['W']"),
    "sorted in place": (lambda p, xs: xs.reverse(), "xs[0]"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "place"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_named_where_it_is(change: Any, place: str) -> None:
    inputs = sent()
    change(inputs["params"], inputs["xs"])
    after = decode(encode((inputs["params"], inputs["xs"])))
    assert said(after) == f"your function changes its input {place} in place"


def test_what_is_left_alone_is_left_alone() -> None:
    inputs = sent()
    assert said(decode(encode((inputs["params"], inputs["xs"])))) == ""
    reordered = dict(reversed(inputs["params"].items()))
    assert said(decode(encode((reordered, inputs["xs"])))) == ""


def test_a_tensor_is_an_input_like_another() -> None:
    tensors = decode(encode({"W": Array(W, "torch")}), native=True)
    given = {"params": {"W": W}}
    case = Case(number=1, label="case 1", inputs=given, seed=0)
    setting = Setting(
        input="", axis=0, output=0, dtype="float64", returns=(), relative=1e-6,
        arguments=(Argument("params"), Argument("params", ("W",))),
    )  # fmt: skip
    held = PROPERTIES["leaves_inputs_unchanged"]

    def problem(*after: Value) -> str:
        returned = Returned(None, 0.0, inputs_after=decode(encode(after)))
        return held.problem(Seen(case, None, [returned]), setting)

    kept = {"W": tensors["W"].clone()}
    assert problem(tensors, tensors["W"]) == ""
    tensors["W"].sub_(1)
    changed = "your function changes its input params['W'] in place"
    assert problem(tensors, kept["W"]) == changed
    assert problem(kept, tensors["W"]) == changed


@pytest.mark.parametrize("after", [None, (), [1, 2], (1, 2, 3), "params"])
def test_inputs_that_do_not_come_back(after: Any) -> None:
    assert said(after) == "the inputs could not be read back"


def test_the_result_of_an_earlier_call_counts_by_its_digest() -> None:
    assert said((5,), names=("cache",)) == ""
    changed = said((5,), names=("cache",), changed=(0,))
    assert changed == "your function changes its input cache in place"


def test_a_mask_given_as_numbers_is_the_mask() -> None:
    inputs = sent()
    inputs["params"]["layers"][1]["b"] = np.array([1, 0])
    assert said(decode(encode((inputs["params"], inputs["xs"])))) == ""
    inputs["params"]["layers"][1]["b"] = np.array([1, 1])
    assert said(decode(encode((inputs["params"], inputs["xs"])))) == (
        "your function changes its input params['layers'][1]['b'] in place"
    )
