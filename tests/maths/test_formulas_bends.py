"""Formulas with bends: right verdicts, true words, and no evidence that is none."""

from __future__ import annotations

import pytest
from bends_pairs import ARRAYS, PAIRS, POSITIVE, REALS, WHOLE, kind, said

from grader.maths import Decided, Domain, Equality, Indexed, Prover, Shape, Symbols, compare, read

SECRETS = (3, 14)  # `python tests/maths/bends_pairs.py` goes through 20


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("symbols", "answer", "truth", "equal"), PAIRS)
def test_pairs(symbols: Symbols, answer: str, truth: str, equal: bool) -> None:
    for secret in SECRETS:
        assert kind(said(symbols, answer, truth, secret), equal) == "right"


def found(answer: str, truth: str, symbols: Symbols, *, proof: bool = False) -> Equality:
    return compare(read(answer, symbols), read(truth, symbols), symbols, proof=proof)


@pytest.mark.parametrize(
    ("answer", "truth", "symbols", "reason"),
    [
        ("relu(x-10)", "0", REALS, "7 instead of 0 at x = 17"),
        ("sign(|x-7|)", "1", REALS, "0 instead of 1 at x = 7"),
        ("relu(1-1000|x-12345.678|)", "0", REALS, "1 instead of 0 at x = 6172839/500"),
        ("ceil(n/3)", "floor(n/3)+1", WHOLE, "3 instead of 4 at n = 9"),
        ("kronecker(n,700)", "0", WHOLE, "1 instead of 0 at n = 700"),
        ("max(r,6)", "6", WHOLE, "7 instead of 6 at r = 7"),
        (
            "1/0^{s/w}",
            "10000^{-s/w}",
            POSITIVE,
            "no value instead of 0.00215443469 at s = 2, w = 3",
        ),
        ("1/(x-x)", "x", REALS, "no value instead of 2 at x = 2"),
        (r"\log(x-x)", "x", REALS, "no value instead of 2 at x = 2"),
    ],
)
def test_words_of_a_counterexample(answer: str, truth: str, symbols: Symbols, reason: str) -> None:
    refuted = found(answer, truth, symbols)
    assert (refuted.verdict, refuted.reason) == (Decided.REFUTED, reason)


@pytest.mark.parametrize(
    ("answer", "truth", "symbols", "reason"),
    [
        ("max(-5,min(12,x))", "min(12,max(-5,x))", REALS, "in 3 regions, the same formula in each"),
        ("max(x,y)*min(x,y)", "x*y", REALS, "in 2 regions, the same formula in each"),
        ("relu(x-9)^2+relu(9-x)^2", "x^2-18x+81", REALS, "in 2 regions, sympy: expand"),
        ("norm_1(v)", "|v_1|+|v_2|+|v_3|", ARRAYS, "in 8 regions, the same formula in each"),
    ],
)
def test_a_proof_region_by_region(answer: str, truth: str, symbols: Symbols, reason: str) -> None:
    proved = found(answer, truth, symbols, proof=True)
    assert (proved.verdict, proved.reason) == (Decided.PROVED, reason)


def test_of_an_open_size_no_proof_is_one() -> None:
    equal = found("relu(h)-relu(-h)", "h", ARRAYS, proof=True)
    assert equal.verdict is Decided.EQUAL_NUMERIC
    assert equal.reason.startswith("the same in all 4 regions, at ")


def test_the_border_of_a_jump_is_not_proved_by_its_sides() -> None:
    with Prover() as prover:
        equal = compare(read("sign(x)^2", REALS), read("1", REALS), REALS, prover=prover)
    assert (equal.verdict, equal.reason) == (Decided.REFUTED, "0 instead of 1 at x = 0")


def test_a_hole_is_right_and_noted() -> None:
    equal = found("(x^2-2x)/(x-2)", "x", REALS, proof=True)
    assert equal.verdict is Decided.PROVED
    assert equal.reason == "sympy: common denominator; it has no value at x = 2 alone"


def test_the_same_point_is_no_new_evidence() -> None:
    # 1! and 2! are 1 and 2, and no other has a value that can be worked out.
    open_ = found("(((n!)!)!)!", "n", WHOLE)
    assert open_.verdict is Decided.UNDECIDED
    assert open_.reason.startswith("equal at 2 points, but 12 are needed: ")


def test_matrices_alone_need_as_many_points_as_numbers() -> None:
    symbols = Symbols.of(A=Shape(2, 2), B=Shape(2, 2))
    assert found("A@B+A", "A@B+A+0A", symbols).points >= 12


def test_a_border_of_unknown_side_is_left_to_a_person() -> None:
    # Both jump where n is a power of 2, and of one of them no fraction says so.
    open_ = found("floor(2*log(n)/log(4))", "floor(log2(n))", WHOLE)
    assert (open_.verdict, open_.reason) == (
        Decided.UNDECIDED,
        "to which side they jump could not be told at every border",
    )


def test_of_few_points_all_are_enough() -> None:
    bits = Symbols.of(q=Indexed((3,), Domain.parse("0..1")))
    equal = found("max(q_1,q_2)", "q_1+q_2-q_1*q_2", bits)
    assert (equal.verdict, equal.points) == (Decided.EQUAL_NUMERIC, 4)


def test_too_many_regions_are_left_to_a_person() -> None:
    symbols = Symbols.of(**dict.fromkeys("abcdefgh", "real"))
    sizes = "+".join(f"|{name}|" for name in "abcdefgh")
    undecided = found(sizes, f"{sizes}+a-a", symbols)
    assert (undecided.verdict, undecided.reason) == (
        Decided.UNDECIDED,
        "the two have more bends than could be gone through",
    )
