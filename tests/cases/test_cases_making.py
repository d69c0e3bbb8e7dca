"""Cases: the same for every run, others for another secret; examples, edges, generators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from grader.cases import EDGES, Case, CasePlan, Example, make_cases, seed_for
from grader.cases.seeds import fingerprint

INPUTS: dict[str, Any] = {
    "n": "2..7",
    "m": "2..7",
    "scores": "normal[n, m]",
    "mask": "bernoulli[n, m](0.9)",
    "weights": {"W": "normal[m, m]", "k": "integers[m](0, 9)"},
}
PLACE = ("attention/softmax", "code", 0, "equals")


def no_generator(function: str, requests: Sequence[Any]) -> list[Mapping[str, Any]]:
    raise AssertionError("no generator is declared")


def cases(
    plan: CasePlan,
    inputs: dict[str, Any] = INPUTS,
    secret: str = "s",
    place: Sequence[str | int] = PLACE,
) -> tuple[Case, ...]:
    return make_cases(inputs, plan, no_generator, secret, place)


def same(left: Case, right: Case) -> bool:
    return (left.inputs["n"], left.inputs["m"]) == (right.inputs["n"], right.inputs["m"]) and bool(
        np.array_equal(left.inputs["scores"], right.inputs["scores"])
    )


def edge(name: str, inputs: dict[str, Any] = INPUTS) -> Case:
    (case,) = cases(CasePlan(edges=(name,)), inputs)
    return case


def test_a_seed_is_the_same_everywhere_and_different_for_each_place() -> None:
    # Written out: another seed would change every student's hidden cases.
    assert seed_for("secret", "attention/softmax", "code", 0) == 7973282120412075196
    seeds = {
        seed_for("secret", "attention/softmax", "code", 1),
        seed_for("secret", "attention/softmax", "other", 0),
        seed_for("secret", "other/softmax", "code", 0),
        seed_for("another", "attention/softmax", "code", 0),
        seed_for("secret", "attention/softmax", "code", 0),
        seed_for("secretattention/softmax", "code", 0),
    }
    assert len(seeds) == 6
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_a_fingerprint_tells_secrets_apart_without_telling_them() -> None:
    assert fingerprint("one") != fingerprint("two")
    assert len(fingerprint("one")) == 12
    assert "one" not in fingerprint("one")


def test_cases_are_the_same_in_every_run() -> None:
    first, second = cases(CasePlan(count=3)), cases(CasePlan(count=3))
    assert [case.seed for case in first] == [case.seed for case in second]
    assert all(same(a, b) for a, b in zip(first, second, strict=True))


def test_more_cases_leave_the_first_ones_alone() -> None:
    few, many = cases(CasePlan(count=2)), cases(CasePlan(count=5))
    assert all(same(a, b) for a, b in zip(few, many, strict=False))


@pytest.mark.parametrize(
    "change",
    [{"secret": "t"}, {"place": ("other/problem", *PLACE[1:])}, {"place": (*PLACE[:2], 1, "x")}],
)
def test_another_secret_or_place_gives_other_cases(change: dict[str, Any]) -> None:
    here, there = cases(CasePlan(count=4)), cases(CasePlan(count=4), **change)
    assert not any(same(a, b) for a, b in zip(here, there, strict=True))


def test_drawn_cases_are_numbered_and_hidden_unless_public() -> None:
    found = cases(CasePlan(count=3, public=1))
    assert [(case.number, case.label, case.public) for case in found] == [
        (0, "case 1", True),
        (1, "case 2", False),
        (2, "case 3", False),
    ]


def test_an_example_is_public_and_taken_as_written() -> None:
    example = Example({"n": 2, "scores": [[1, 2], [3, 4]], "mode": "a"}, [[1, 0], [0, 1]])
    (case,) = cases(CasePlan(examples=(example,)))
    assert (case.label, case.public, case.inputs["n"]) == ("example 1", True, 2)
    assert case.inputs["scores"].dtype == np.float64  # as the part declares: a draw of floats
    assert case.inputs["mode"] == "a"
    assert case.expected is not None
    assert np.array_equal(case.expected[0], [[1, 0], [0, 1]])


@pytest.mark.parametrize("plain", [["a", "a"], [["a", "b"], ["c"]], [[1, 2], [3]], [], [1, "a"]])
def test_an_example_may_be_of_words_and_of_lists_of_any_length(plain: list[Any]) -> None:
    (case,) = cases(CasePlan(examples=(Example({"tokens": plain}, plain),)), {"tokens": None})
    assert (case.inputs["tokens"], case.expected) == (plain, (plain,))


def test_an_example_has_the_declared_dtype() -> None:
    example = Example({"x": [1, 0], "w": {"b": [1, 2]}}, 1)
    declared = {"x": "bernoulli[2] as bool", "w": {"b": "normal[2] as float32"}}
    (case,) = cases(CasePlan(examples=(example,)), declared)
    assert case.inputs["x"].dtype == bool
    assert case.inputs["w"]["b"].dtype == np.float32


def test_every_edge_is_tested_here() -> None:
    assert set(EDGES) == {
        "size_one",
        "odd_sizes",
        "huge_values",
        "ties",
        "fully_masked_rows",
        "non_contiguous",
        "float32",
    }


def test_edge_size_one() -> None:
    case = edge("size_one", {**INPUTS, "n": "1..4"})
    assert case.label == "the smallest sizes"
    assert (case.inputs["n"], case.inputs["m"]) == (1, 2)
    assert case.inputs["scores"].shape == (1, 2)


def test_edge_odd_sizes() -> None:
    case = edge("odd_sizes", {**INPUTS, "m": "2..8 step 2"})
    assert case.label == "odd sizes"
    assert (case.inputs["n"], case.inputs["m"]) == (7, 8)  # no odd size: the largest


def test_edge_huge_values() -> None:
    case = edge("huge_values", {**INPUTS, "bias": "lower[n](0, -inf)"})
    assert case.label == "very large values"
    assert np.abs(case.inputs["scores"]).max() > 500
    assert np.abs(case.inputs["weights"]["W"]).max() > 500
    assert case.inputs["weights"]["k"].max() < 9
    assert case.inputs["mask"].dtype == bool
    assert set(np.unique(case.inputs["bias"])) == {-np.inf, 0.0}


def test_edge_ties() -> None:
    case = edge("ties")
    assert case.label == "many equal values"
    assert np.array_equal(case.inputs["scores"], np.round(case.inputs["scores"]))


@pytest.mark.parametrize(
    ("declared", "hidden"), [("bernoulli[n, n](0.9)", False), ("lower[n](0, -inf)", -np.inf)]
)
def test_edge_fully_masked_rows(declared: str, hidden: Any) -> None:
    case = edge("fully_masked_rows", {"n": "3..5", "x": "normal[n, n]", "mask": declared})
    assert case.label == "a row that is masked out entirely"
    assert (case.inputs["mask"][-1] == hidden).all()
    assert (case.inputs["mask"][0] != hidden).any()
    assert np.isfinite(case.inputs["x"]).all()


def test_edge_non_contiguous() -> None:
    case = edge("non_contiguous")
    assert (case.label, case.strided) == ("arrays that are views of larger ones", True)


def test_edge_float32() -> None:
    case = edge("float32")
    assert case.label == "float32 inputs"
    assert case.inputs["scores"].dtype == case.inputs["weights"]["W"].dtype == np.float32
    assert case.inputs["weights"]["k"].dtype == np.int64


@pytest.mark.parametrize("name", ["size_one", "odd_sizes", "huge_values", "ties", "float32"])
def test_an_edge_without_anything_to_change_is_left_out(name: str) -> None:
    assert cases(CasePlan(edges=(name,)), {"k": 3}) == ()


def test_a_generator_gets_each_case_and_adds_to_it() -> None:
    seen = []

    def generate(function: str, requests: Sequence[Any]) -> list[Mapping[str, Any]]:
        seen.append((function, [seed for seed, _ in requests]))
        return [{"x": 2 * inputs["x"], "more": 1} for _, inputs in requests]

    declared = {"x": "ones[3]", "from": "module.draw"}
    found = make_cases(declared, CasePlan(count=2), generate, "s", PLACE)
    assert seen == [("module.draw", [case.seed for case in found])]
    assert [list(case.inputs["x"]) for case in found] == [[2, 2, 2], [2, 2, 2]]
    assert [case.inputs["more"] for case in found] == [1, 1]


SIZED = CasePlan(sizes=({"n": 4}, {"n": 8}, {"n": 8}))


def sized(declared: dict[str, Any], round_: int = 0) -> tuple[Case, ...]:
    return make_cases(declared, SIZED, no_generator, "s", PLACE, round_)


def test_cases_of_given_sizes() -> None:
    declared = {"n": "2..6", "d": "1..1000", "x": "normal[n, d]"}
    first, second, third = sized(declared)
    assert [case.inputs["n"] for case in (first, second, third)] == [4, 8, 8]
    assert [case.sizes["n"] for case in (first, second, third)] == [4, 8, 8]
    assert first.inputs["x"].shape == (4, first.inputs["d"])
    assert first.inputs["d"] == second.inputs["d"], "only what is given differs"
    assert not np.array_equal(second.inputs["x"], third.inputs["x"])


def test_a_plain_number_can_be_given_another_value() -> None:
    (first, *_) = sized({"n": 100, "width": "2 * n", "x": "normal[width]"})
    assert (first.inputs["n"], first.inputs["x"].shape) == (4, (8,))


def test_another_round_has_other_values_of_the_same_sizes() -> None:
    declared = {"n": "2..6", "d": "1..1000", "x": "normal[n, d]"}
    here, there = sized(declared), sized(declared, 1)
    assert [case.label for case in (*here, *there)] == [f"case {i}" for i in range(1, 7)]
    assert len({case.seed for case in (*here, *there)}) == 6
    for one, other in zip(here, there, strict=True):
        assert one.sizes == other.sizes
        assert not np.array_equal(one.inputs["x"], other.inputs["x"])
