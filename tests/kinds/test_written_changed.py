"""Words beside a formula or a number that make another one of it: it is left to a person."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

PEAK = "attention/schedule", "peak"
VALUE = "attention/schedule", "value"
GROWTH = "attention/cost", "attention"
ROWS = "attention/masked-softmax", "rows"
RATE = "1/sqrt(d_model warmup)"
BESIDE = "`{}` beside the {} makes another one of it; write all of it in signs"
BEHIND = "`{}` behind the number makes another one of it; write what it comes to"

CHANGED = [
    *(
        (PEAK, f"{RATE} {words}", BESIDE.format(seen, "formula"))
        for words, seen in [
            ("plus one", "plus"),
            ("times two", "times"),
            ("squared", "squared"),
            ("but all divided by two", "but all divided"),
            ("without the root", "without the root"),
            ("is wrong", "is wrong"),
            (", or maybe the square of it", "or maybe the square of it"),
        ]
    ),
    (PEAK, r"$\frac{1}{\sqrt{d_{model} warmup}}$ cubed", BESIDE.format("cubed", "formula")),
    (PEAK, "It is $d_{model}^{-1/2}$ times $warmup^{-1/2}$.", BESIDE.format("times", "formula")),
    (GROWTH, "O(n^2 d) squared", BESIDE.format("squared", "growth class")),
    (VALUE, "0.000699 times a thousand", BEHIND.format("times")),
    (VALUE, "0.000699, then halved", BEHIND.format("then halved")),
    (ROWS, "all but same and columns",
     "it names columns; write some of sum, zero, ratio, same, columns"),
]  # fmt: skip
COMBINED = "attention/heads-sum", "combined"
SPREAD = "attention/variance", "value"
# Of the same words where they change nothing.
UNCHANGED = [
    (PEAK, f"{RATE}, as the paper has it"),
    (PEAK, f"{RATE} (the largest value)"),
    (PEAK, f"{RATE}. Without warmup it would be larger, times more than needed"),
    (GROWTH, "O(n^2 d), a few times for each layer"),
    # one model's size is not what the letter stands for
    (SPREAD, "For long vectors (for instance $d_h = 96$ and $h = 8$) it is $d_h$."),
    (
        SPREAD,
        r"For $n$-dimensional ones, $a^T b = \sum_{i=1}^n a_i b_i$; $\mathrm{Var}(a^T b) = n$",
    ),
    (COMBINED, "$M = W_v W_o$ (an $n \\times n$ map of low rank) says what is moved."),
    (SPREAD, "It is $d_h$, e.g. $d_h = 96$ in a small model."),
    (VALUE, "512 times 4000 under the root gives 0.000699"),
]


@pytest.mark.parametrize(("place", "text", "message"), CHANGED)
def test_it_is_unread(place: tuple[str, str], text: str, message: str, shipped: Course) -> None:
    verdict, said, _ = judged(shipped, place, text)
    assert verdict == "unread"
    assert message in said


@pytest.mark.parametrize(("place", "text"), UNCHANGED)
def test_it_is_right(place: tuple[str, str], text: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == "correct"
