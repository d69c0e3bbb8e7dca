"""Formulas that are wrong as they stand and may be right as they are meant: a person reads them."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

PEAK = "attention/schedule", "peak"
PLANE = "companions/relative-rotary", "plane"
FORGET = "lstm/gate-derivatives", "forget_gate"
TWO = "is the answer `{}`, or `{}`, with which it ends? write one of them"

DOUBTFUL = [
    # the sizes of one model, put in behind the formula
    (PEAK, "$r = d_{model}^{-1/2} warmup^{-1/2} = 768^{-1/2} 100^{-1/2} \\approx 0.0036$",
     TWO.format("d_{model}^{-1/2} warmup^{-1/2}", "0.0036")),
    # another angle by the same letter, with which the formula is not right either
    (PLANE, r"Put $\delta = \theta (n - m)$: $(q_1 k_1 + q_2 k_2) \cos\delta "
     r"+ (q_1 k_2 - q_2 k_1) \sin\delta$",
     r"here \delta is \theta (n - m), and in this problem it is not"),
    # the gate in small letters, which the problem has for what goes into it
    (FORGET, r"$dc \, c_{prev} \gamma_f (1 - \gamma_f)$",
     "is it gamma_f or Gamma_f? both are in this problem"),
]  # fmt: skip
FROM_ZERO = "read the numbers 0, 1, … as 1, 2, …: no other reading fits"
COSINE = r"(q_0 k_0 + q_1 k_1) \cos(\delta\theta)"


@pytest.mark.parametrize(("place", "text", "message"), DOUBTFUL)
def test_it_is_unread(place: tuple[str, str], text: str, message: str, shipped: Course) -> None:
    verdict, said, _ = judged(shipped, place, text)
    assert verdict == "unread"
    assert message in said


@pytest.mark.parametrize(
    ("sine", "verdict"),
    [("q_1 k_0 - q_0 k_1", "correct"), ("q_0 k_1 - q_1 k_0", "partly")],
)
def test_who_counts_from_zero_means_all_numbers_so(
    sine: str, verdict: str, shipped: Course
) -> None:
    """Of two names the one that is not known is not just the one that is left over."""
    found, _, notes = judged(shipped, PLANE, rf"${COSINE} + ({sine}) \sin(\delta\theta)$")
    assert found == verdict
    assert FROM_ZERO in notes


def test_who_skips_a_number_is_not_guessed(shipped: Course) -> None:
    text = r"$(q_0 k_0 + q_2 k_2) \cos(\delta\theta) + (q_2 k_0 - q_0 k_2) \sin(\delta\theta)$"
    verdict, said, _ = judged(shipped, PLANE, text)
    assert verdict == "unread"
    assert "unknown symbol q_0" in said


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        ("dc_bar = dc * Gamma_u\ndc_bar *= 1 - c_hat ** 2", "correct", ""),
        ("dc_bar = dc * Gamma_u\nfor k in range(2):\n    dc_bar *= 1 - c_hat ** 2", "unread",
         "`dc_bar` gets another value later; write what it comes to"),
        ("dc_bar = dc * Gamma_u\nif k:\n    dc_bar /= 2", "unread",
         "`dc_bar` gets another value later; write what it comes to"),
        ("dp = dc * Gamma_u * (1 - c_hat ** 2)", "correct", ""),
    ],
)  # fmt: skip
def test_a_name_that_gets_another_value(
    text: str, verdict: str, said: str, shipped: Course
) -> None:
    found, message, _ = judged(shipped, ("lstm/gate-derivatives", "candidate"), text)
    assert (found, message) == (verdict, said)
