"""What varies from case to case: every value of a list and both ends of a range are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grader.cases import Case, CasePlan, make_cases
from grader.cases.drawing import Place
from grader.cases.varying import varying_in
from grader.course.inputs import GENERATOR, read_input

SECRETS = [f"secret {number}" for number in range(12)]


def generate(function: str, requests: Sequence[Any]) -> list[Mapping[str, Any]]:
    return [{} for _ in requests]


def drawn(declared: Mapping[str, Any], count: int, secret: str) -> tuple[Case, ...]:
    return make_cases(declared, CasePlan(count=count), generate, secret, ("p", "code", 0, "equals"))


def at(case: Case, place: Place) -> Any:
    value: Any = case.inputs
    for key in place:
        value = value[key]
    return value


CONVOLUTION = {"n": "2..3", "c": "1..3", "stride": [1, 2, 3], "padding": [0, 1, 2]}
# declared inputs, how many cases -> {where: what is drawn there}
WANTED: dict[str, tuple[dict[str, Any], int, dict[Place, set[Any]]]] = {
    "parameters beside sizes": (
        {**CONVOLUTION, "x": "normal[n, c, 7]"},
        3,
        {("stride",): {1, 2, 3}, ("padding",): {0, 1, 2}, ("n",): {2, 3}, ("c",): {1, 3}},
    ),
    "the ends of a range": ({"n": "2..90", "x": "normal[n]"}, 2, {("n",): {2, 90}}),
    "the ends of a range with a step": (
        {"n": "2..9 step 3", "x": "normal[n]"},
        2,
        {("n",): {2, 8}},
    ),
    "sizes that take each other's ends": (
        {"n": "1..3", "m": "1..3", "k": "1..3", "x": "normal[n, m, k]"},
        4,
        {("n",): {1, 3}, ("m",): {1, 3}, ("k",): {1, 3}},
    ),
    "inside a dictionary": (
        {"x": "normal[4]", "options": {"stride": [1, 2, 3], "pad": "0..4"}},
        3,
        {("options", "stride"): {1, 2, 3}, ("options", "pad"): {0, 4}},
    ),
    "inside a list": ({"steps": ["normal", [1, 2, 3]]}, 3, {("steps", 1): {1, 2, 3}}),
    "a choice": ({"base": "choice(100.0, 10, -1)"}, 3, {("base",): {100.0, 10.0, -1.0}}),
    "whole numbers": ({"axis": "integers(-1, 2)"}, 2, {("axis",): {-1, 1}}),
    "whole numbers from zero": ({"axis": "integers(3) as float64"}, 2, {("axis",): {0.0, 2.0}}),
    "yes and no": ({"causal": "bernoulli(0.9)"}, 2, {("causal",): {False, True}}),
    "what a generator uses": (
        {"n": [1, 2, 3], "m": [1, 2, 3], GENERATOR: "module.draw"},
        4,
        {("n",): {1, 2, 3}, ("m",): {1, 2, 3}},
    ),
}


@pytest.mark.parametrize("secret", SECRETS[:4])
@pytest.mark.parametrize(("declared", "count", "wanted"), WANTED.values(), ids=WANTED)
def test_wanted_values_are_drawn(
    declared: dict[str, Any], count: int, wanted: dict[Place, set[Any]], secret: str
) -> None:
    cases = drawn(declared, count, secret)
    for place, values in wanted.items():
        assert {at(case, place) for case in cases} >= values, place


def test_later_cases_are_left_to_chance() -> None:
    found = {case.inputs["n"] for case in drawn({"n": "2..9", "x": "normal[n]"}, 60, "s")}
    assert found == set(range(2, 10))
    often = [case.inputs["yes"] for case in drawn({"yes": "bernoulli(0.95)"}, 100, "s")]
    assert sum(often) > 80, "drawn as it is distributed"


@pytest.mark.parametrize("secret", SECRETS)
def test_only_sizes_in_shapes_differ(secret: str) -> None:
    cases = drawn(WANTED["parameters beside sizes"][0], 20, secret)
    assert all(case.inputs["n"] != case.inputs["c"] for case in cases)
    assert any(case.inputs["n"] == case.inputs["stride"] for case in cases)


def test_what_stands_in_a_shape() -> None:
    declared = {
        "h": "1..3",
        "d": "1..3",
        "k": "1..3",
        "b": "1..3",
        "width": "h * d",
        "all": {"W": "2 * normal[width]"},
        "layers": ["ones[k + 1]"],
        "scaled": "b * normal[2]",
    }
    inputs = {name: read_input(text) for name, text in declared.items()}
    found = {one.place[0]: one.dimension for one in varying_in(inputs, generated=False)}
    assert found == {"h": True, "d": True, "k": True, "b": False}
    found = {one.place[0]: one.dimension for one in varying_in(inputs, generated=True)}
    assert found == {"h": True, "d": True, "k": True, "b": True}
