"""What symbols are in a case: pieces of arrays, formulas, families; and what makes no sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grader.binding import NothingHere, Scope, Unbound, numbers_of, outputs
from grader.binding.namespace import Unnamed
from grader.course.binding import Binding
from grader.maths import Formula, Symbols, Unevaluable, Unreadable, read, worked_out

X = np.arange(6.0).reshape(2, 3)
NAMES: dict[str, Any] = {
    "n": 2,
    "d": 3,
    "x": X,
    "v": np.array([7.0, 8.0, 9.0]),
    "cube": np.arange(24.0).reshape(2, 3, 4),
    "mask": np.array([True, False]),
    "parameters": {"W": 10 * X, "eps": 0.5},
    "mode": "text",
    "result": -X,
}


def scope(
    symbols: Mapping[str, str] | None = None, indices: Mapping[str, str] | None = None, **plain: Any
) -> Scope:
    binding = Binding(part="code", means=dict(symbols or {}), indices=dict(indices or {}))
    return Scope(binding, NAMES, ("out",), Symbols(first=0, **plain))


def value(found: Scope, text: str, **at: int) -> list[Any]:
    side = Formula(read(text, found.symbols), found.symbols)
    numbers = numbers_of(worked_out(side, found.at({**found.start(), **at})))
    return [float(number) for number in numbers.ravel()]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x", [0, 1, 2, 3, 4, 5]),
        ("x[p]", [3, 4, 5]),
        ("x[p:p+1]", [3, 4, 5]),
        ("x[:, 2*j]", [2, 5]),
        ("x[p, j]", [4]),
        ("x[0, d-1]", [2]),
        ("cube[p, 0, 1:3]", [13, 14]),
        ("parameters.W[p]", [30, 40, 50]),
        ("parameters.eps", [0.5]),
        ("mask[p]", [0]),
        ("result[p, 0]", [-3]),
        ("mean(v)", [8]),
        ("x v", [26, 98]),
        ("2*n + j", [5]),
    ],
)
def test_a_symbol_is_a_piece_or_a_formula(text: str, wanted: list[float]) -> None:
    found = scope({"s": text}, {"p": "0..n-1", "j": "0..d-2"})
    assert value(found, "s", p=1, j=1) == wanted


def test_a_row_and_a_column_are_told_apart() -> None:
    found = scope({"row": "x[p:p+1]", "column": "x[p]"}, {"p": "0..n-1"})
    assert value(found, "row column", p=1) == [50]
    with pytest.raises(Unreadable, match="does not fit"):
        value(found, "column column")


def test_formulas_use_what_stands_above_them() -> None:
    found = scope({"x": "x[p]", "mu": "mean(x)", "s": "mean((x - mu)^2)"}, {"p": "0..n-1"})
    assert value(found, "s", p=1) == pytest.approx([2 / 3])
    with pytest.raises(Unbound, match="`mean\\(y\\)` cannot be read: unknown"):
        scope({"mu": "mean(y)", "y": "x[0]"})


def test_what_is_hidden_is_still_there() -> None:
    found = scope({"v": "v^T", "x": "x[n, 0]"}, {"n": "0..n-1"})
    assert value(found, "v inputs.v") == [194]
    assert value(found, "n + inputs.n", n=1) == [3]
    assert found.symbols.first == 0


def test_a_symbol_with_indices_is_one_for_each() -> None:
    found = scope({"a_n": "x[n]", "t_{nj}": "cube[n, j, 0]"}, {"n": "0..n-1", "j": "0..d-1"})
    assert value(found, "a_1^T a_0") == [14]
    assert value(found, "t_{1,2}") == [20]
    assert value(found, "t") == [0, 4, 8, 12, 16, 20]


def test_definitions_take_indices_arguments_and_blocks() -> None:
    found = scope({}, {"j": "0..d-1", "p": "0..n-1"})
    assert found.define(r"\theta_j", "10^{-j}", {}, "") == [r"\theta"]
    assert value(found, r"\theta_2 + \theta_j", j=1) == pytest.approx([0.11])
    assert found.define("f(z)", "z^2 + p", {}, "") == ["f"]
    assert value(found, "f(v_0) - f(1)", p=1) == [48]
    assert found.define("[a, b, c]", "v + v", {}, "") == ["a", "b", "c"]
    assert value(found, "c - a") == [4]
    assert found.define(r"\hat y", "a + b", {}, "") == [r"\hat y"]
    assert value(found, r"\hat{y}") == [30]


def test_only_indices_that_matter_are_run_through() -> None:
    found = scope({"r": "x[p]"}, {"p": "0..n-1", "j": "0..d-1"})
    assert [place["p"] for place in found.places(["r"])] == [0, 1]
    assert len(list(found.places(["v"]))) == 1
    assert found.shown(["r"], {"p": 1, "j": 2}) == {"p": 1}


def test_it_is_known_what_comes_from_the_result() -> None:
    found = scope({"y": "result[0]", "z": "y + v", "w": "v"})
    assert found.depends_on_result(["z"])
    assert not found.depends_on_result(["w", "x"])


WRONG = {
    "no range": ({}, {"p": "n"}, "indices.p", "`n` is no range; write 0..n-1"),
    "no whole number": (
        {}, {"p": "0..n/4"}, "indices.p", "`n/4` is not a whole number: a whole number was needed",
    ),
    "an unknown size": ({}, {"p": "0..m-1"}, "indices.p", "`m-1`: unknown symbol m: this problem"),
    "an unknown key": (
        {"W": "parameters.Wf"}, {}, "means.W", "`parameters` has no `Wf`; it has W, eps",
    ),
    "text": ({"m": "mode"}, {}, "means.m", "`mode` is not a number or an array"),
    "beyond the end": ({"s": "x[2]"}, {}, "means.s", "has no value: x has no place 2 along"),
    "an empty cut": ({"s": "x[0, 1:1]"}, {}, "means.s", "has no value: x has no places 1 to 0"),
    "too many axes": ({"s": "v[0, 0]"}, {}, "means.s", "has no value: v has 1 axes only"),
}  # fmt: skip


@pytest.mark.parametrize(("symbols", "indices", "field", "words"), WRONG.values(), ids=WRONG)
def test_what_makes_no_sense(
    symbols: dict[str, str], indices: dict[str, str], field: str, words: str
) -> None:
    with pytest.raises(Unbound) as found:
        scope(symbols, indices)
    assert found.value.field == field
    assert str(found.value).startswith(words)


def test_an_index_with_nowhere_to_run_says_nothing() -> None:
    with pytest.raises(NothingHere):
        scope({}, {"p": "n..1"})


def test_a_list_that_is_not_in_equal_parts() -> None:
    found = scope()
    with pytest.raises(Unbound, match="no row or column of 2 equal parts"):
        found.define("[a, b]", "v", {}, "defines")


def test_outputs_go_by_the_names_of_the_part() -> None:
    assert outputs(1, ["y"]) == {"y": 1}
    assert outputs((1, 2, 3), ["a", "_", "b?"]) == {"a": 1, "b": 3}
    assert outputs(1, ["a", "b?"]) == {"a": 1}
    assert outputs({"b": 2, "a": 1}, ["a", "b"]) == {"a": 1, "b": 2}
    assert outputs(1, []) == {}
    with pytest.raises(Unnamed, match="the result is not a, b"):
        outputs(1, ["a", "b"])


def test_a_value_that_is_no_number_is_told() -> None:
    found = scope()
    with pytest.raises(Unevaluable, match="division by zero"):
        value(found, "1/(n - 2)")
    names = {**NAMES, "x": np.array([np.inf, np.inf])}
    binding = Binding(part="code", means={"s": "x[0] - x[1]"})
    with pytest.raises(Unevaluable, match="not a number"):
        value(Scope(binding, names), "s")
