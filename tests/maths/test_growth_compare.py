"""Every pair of the table gets its relation, and every relation carries its proof."""

from __future__ import annotations

import pytest
from growth_pairs import DECIDED, UNDECIDED, VARIABLES

from grader.maths.growth import (
    BadAssumptionError,
    GrowthVerdict,
    Relation,
    compare_growth,
    read_assumption,
    read_growth,
)

_MIRROR = {"larger": "smaller", "smaller": "larger"}


def verdict_on(student: str, truth: str, assumptions: list[str]) -> GrowthVerdict:
    return compare_growth(
        read_growth(student, VARIABLES),
        read_growth(truth, VARIABLES),
        [read_assumption(text, VARIABLES) for text in assumptions],
    )


def test_there_are_enough_pairs() -> None:
    assert len(DECIDED) >= 100


@pytest.mark.parametrize(("student", "truth", "assumptions", "relation"), DECIDED)
def test_relation(student: str, truth: str, assumptions: list[str], relation: str) -> None:
    verdict = verdict_on(student, truth, assumptions)
    assert verdict.relation.value == relation
    proofs = (
        verdict.upper is not None,
        verdict.lower is not None,
        verdict.above is not None,
        verdict.below is not None,
    )
    assert (
        proofs
        == {
            "same": (True, True, False, False),
            "larger": (False, True, True, False),
            "smaller": (True, False, False, True),
            "incomparable": (False, False, True, True),
        }[relation]
    )


@pytest.mark.parametrize(("student", "truth", "assumptions", "relation"), DECIDED)
def test_turned_around(student: str, truth: str, assumptions: list[str], relation: str) -> None:
    verdict = verdict_on(truth, student, assumptions)
    assert verdict.relation.value == _MIRROR.get(relation, relation)


@pytest.mark.parametrize(("student", "truth", "assumptions"), UNDECIDED)
def test_undecided(student: str, truth: str, assumptions: list[str]) -> None:
    verdict = verdict_on(student, truth, assumptions)
    assert verdict.relation is Relation.UNDECIDED
    assert not verdict.differs
    assert verdict.reason


@pytest.mark.parametrize("text", ["n - k", "log(n/k)", "2^{2^n}"])
def test_the_same_text_is_the_same_growth_even_out_of_theory(text: str) -> None:
    assert verdict_on(text, text, ["k <= n"]).relation is Relation.SAME


@pytest.mark.parametrize(
    ("assumptions", "message"),
    [
        (["k << n", "n << k"], "no variables can satisfy k << n, n << k together"),
        (["n <= k", "k constant"], "no variables can satisfy n <= k, k constant together"),
        (["d = h*k", "d = n"], "d = n defines a variable twice"),
        (["d = d*k"], "d = d*k defines a variable twice"),
        (["d = n - k"], "d = n - k: a difference cannot be put in; turn it around"),
        (["d = h + k", "d <= n"], "d <= n cannot be used together with a value for d"),
    ],
)
def test_bad_assumptions(assumptions: list[str], message: str) -> None:
    with pytest.raises(BadAssumptionError) as caught:
        verdict_on("n", "n", assumptions)
    assert str(caught.value) == message


def test_a_bound_is_a_convex_combination_above_the_target() -> None:
    verdict = verdict_on("n d", "n^2 + d^2", [])
    assert verdict.upper is not None
    (bound,) = verdict.upper
    assert sum(weight for _, weight in bound.combination) == 1
    for name in ("n", "d"):
        mixed = sum(w * term.monomial.power_of((name, 0)) for term, w in bound.combination)
        assert mixed >= bound.target.monomial.power_of((name, 0))


def test_orderings_of_the_variables_are_named_in_a_split_proof() -> None:
    verdict = verdict_on("n log d", "n log n + d log d", [])
    assert verdict.upper is not None
    assert [bound.cases for bound in verdict.upper] == [("d <= n",), ("n <= d",)]
