"""The options of a comparison, and what a verdict carries."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import ctx

from grader.maths import (
    Decided,
    Domain,
    Equality,
    Shape,
    Symbols,
    Tolerance,
    Where,
    compare,
    read,
)

X = Symbols.of(x="real")


def verdict(answer: str, truth: str, symbols: Symbols = X, **options: Any) -> Decided:
    found = compare(read(answer, symbols), read(truth, symbols), symbols, proof=False, **options)
    return found.verdict


def test_order_is_a_matter_of_form() -> None:
    found = compare(read("x*2 + 1", X), read("1 + 2x", X), X)
    assert found == Equality(Decided.PROVED, "the same formula, up to the order of terms")


def test_the_counterexample_is_simple() -> None:
    found = compare(read("x^2", X), read("2x", X), X)
    # 2 is the first point, and there the two agree
    assert (dict(found.point), found.student_value, found.truth_value) == ({"x": "-1"}, "1", "-2")
    assert found.reason == "1 instead of -2 at x = -1"


def test_two_values_are_shown_in_as_many_digits_as_tell_them_apart() -> None:
    found = compare(read("sqrt(2) x", X), read("sqrt(2) x (1 + 10^(-15))", X), X, proof=False)
    assert found.reason == "2.8284271247461900976 instead of 2.828427124746192926 at x = 2"


def test_a_far_counterexample_is_rounded() -> None:
    found = compare(read("|x+10|-10", X), read("|x+11|-11", X), X, proof=False)
    assert found.verdict is Decided.REFUTED
    assert Fraction(found.point["x"]).denominator == 1


def test_the_same_seed_gives_the_same_answer() -> None:
    answers = {
        str(compare(read("|x+10|-10", X), read("|x+11|-11", X), X, seed=3, proof=False))
        for _ in range(3)
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("real", Decided.REFUTED),
        ("positive", Decided.EQUAL_NUMERIC),
        ("nonnegative", Decided.EQUAL_NUMERIC),
        ("negative", Decided.REFUTED),
        ("(0,1)", Decided.EQUAL_NUMERIC),
        ("[0,1]", Decided.EQUAL_NUMERIC),
        ("natural", Decided.EQUAL_NUMERIC),
        ("integer", Decided.REFUTED),
        ("complex", Decided.REFUTED),
    ],
)
def test_domains_decide(domain: str, expected: Decided) -> None:
    assert verdict(r"\sqrt{x^2}", "x", Symbols.of(x=domain)) is expected


@pytest.mark.parametrize(
    ("domain", "expected"), [("1..3", Decided.EQUAL_NUMERIC), ("1..4", Decided.REFUTED)]
)
def test_a_small_domain_is_gone_through(domain: str, expected: Decided) -> None:
    assert verdict("(x-1)(x-2)(x-3)", "0", Symbols.of(x=domain)) is expected


def test_integers_only_where_declared() -> None:
    assert verdict(r"\sin(\pi x)", "0") is Decided.REFUTED
    assert verdict(r"\sin(\pi x)", "0", Symbols.of(x="integer")) is Decided.EQUAL_NUMERIC


def test_an_unknown_domain_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown domain 'postive': write one of real, positive, "):
        Domain.parse("postive")


def test_points_where_the_reference_is_not_real() -> None:
    answer, truth = r"\ln|x|", r"\ln x"
    assert verdict(answer, truth) is Decided.REFUTED
    assert verdict(answer, truth, where=Where.REAL) is Decided.EQUAL_NUMERIC


def test_poles_are_skipped() -> None:
    assert verdict(r"\frac{x^2-2x}{x-2}", "x") is Decided.EQUAL_NUMERIC


def test_no_value_on_a_whole_stretch_is_wrong() -> None:
    found = compare(read("1/(x-x)", X), read("x", X), X, proof=False)
    assert found.verdict is Decided.REFUTED
    assert found.reason == "no value instead of 2 at x = 2"


def test_nothing_to_compare_at_is_undecided() -> None:
    # Zero, but no ball says that it is not merely near zero.
    nowhere = r"1/(\sin^2 x+\cos^2 x-1)"
    found = compare(read(nowhere, X), read("x", X), X, proof=False)
    assert found.verdict is Decided.UNDECIDED
    assert found.reason.startswith(
        "the two could not be compared at any point: this formula has no"
    )


@pytest.mark.parametrize(
    ("answer", "tolerance", "expected"),
    [
        ("3.14", None, Decided.REFUTED),
        ("3.14", Tolerance(absolute=Fraction(1, 100)), Decided.EQUAL_NUMERIC),
        ("3.14", Tolerance(relative=Fraction(1, 10**6)), Decided.REFUTED),
        ("22/7", Tolerance(relative=Fraction(1, 1000)), Decided.EQUAL_NUMERIC),
        (r"\pi", Tolerance(), Decided.EQUAL_NUMERIC),
    ],
)
def test_tolerance(answer: str, tolerance: Tolerance | None, expected: Decided) -> None:
    found = compare(read(answer, X), read(r"\pi", X), X, tolerance=tolerance, proof=False)
    assert found.verdict is expected


def test_the_limit_itself_is_within_the_tolerance() -> None:
    within = Tolerance(absolute=Fraction(1, 100))
    assert verdict("3.15", "3.14", tolerance=within) is Decided.EQUAL_NUMERIC
    assert verdict("3.1501", "3.14", tolerance=within) is Decided.REFUTED


def test_decimals_are_exact() -> None:
    assert verdict("0.1+0.2", "0.3").startswith(("proved", "equal"))
    assert verdict("0.333333333333333333", "1/3") is Decided.REFUTED


def test_an_identity_that_holds_at_small_sizes_only() -> None:
    """Hall's identity holds for all 2×2 matrices and for no larger size."""
    symbols = Symbols.of(A=Shape("n", "n"), B=Shape("n", "n"), C=Shape("n", "n"))
    hall = "(AB-BA)^2 C - C (AB-BA)^2"
    assert verdict(hall, "0C", symbols) is Decided.REFUTED
    small = replace(symbols, matrices=dict.fromkeys("ABC", Shape(2, 2)))
    assert verdict(hall, "0C", small) is Decided.EQUAL_NUMERIC


def test_flint_keeps_its_own_precision() -> None:
    before = ctx.prec
    compare(read("x+x", X), read("2.5x", X), X, proof=False)
    assert ctx.prec == before


def test_matrices_in_a_counterexample_are_shown() -> None:
    symbols = Symbols.of(A=Shape(2, 2), B=Shape(2, 2))
    found = compare(read("A@B", symbols), read("B@A", symbols), symbols, proof=False)
    assert set(found.point) == {"A", "B"}
    assert found.point["A"].startswith("[[")
    assert "in row 1, column 1 at A = [[" in found.reason
