"""Numbers beside those that the question gives, and beside the numbers of other cases."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

SPREAD = "attention/variance", "deviation"  # 8, for D = 64
PEAK = "attention/schedule", "value"  # 6.99e-4, for d_model = 512 and warmup = 4000
LENGTH = "translation/language-cnn", "length"  # 23, for D = 5 and T = 50

RIGHT = [
    (SPREAD, "For $D = 64$ it is 8, for $D = 400$ it is 20."),
    (SPREAD, "8 für D = 64, 20 für D = 400"),
    (SPREAD, "D=25 → 5, D=64 → 8, D=81 → 9"),
    (SPREAD, "D = 64 のとき 8、D = 400 のとき 20"),
    (SPREAD, "z. B. $\\sqrt{100} = 10$, hier $\\sqrt{64} = 8$"),
    (SPREAD, "($d_k = 64$ oder $400$) $\\sqrt{64} = 8$ oder $\\sqrt{400} = 20$"),
    (PEAK, "Con $d_{model} = 512$ y $warmup\\_steps = 4000$ da $6.99 \\times 10^{-4}$."),
    (PEAK, "warmup_steps: 4000, d_model: 512, peak: 0.000699"),
    (PEAK, "With warmup_steps = 4000 and d_model = 512 the rate peaks at 0.000699"),
    (PEAK, "d_model 512: 6.99e-4 (for d_model = 768 it would be 5.71e-4)"),
    (LENGTH, "For T = 50 it is 23, for T = 60 it is 28"),
]
WRONG = [
    (SPREAD, "For $D = 64$ it is 64, for $D = 16$ it is 8."),
    (SPREAD, "4 for D = 64, 8 for D = 16"),
    (SPREAD, "for D = 16 the standard deviation is 8"),
    (SPREAD, "std = 64, with 8 heads"),
    (SPREAD, "$\\sqrt{64} = 64$, $\\sqrt{16} = 8$"),
    (PEAK, "0.000571 for d_model = 512, 0.000699 for d_model = 768 (warmup 4000)"),
    (PEAK, "For d_model = 768 and warmup_steps = 4000 it is 0.000571."),
    (PEAK, "d_model = 512, warmup = 6000: 0.000699"),
    (SPREAD, "8 for D = 4096"),
    (LENGTH, "For T = 50 it is 28, for T = 40 it is 23"),
]


@pytest.mark.parametrize(("place", "text"), RIGHT)
def test_the_number_of_the_case_asked_counts(
    place: tuple[str, str], text: str, shipped: Course
) -> None:
    assert judged(shipped, place, text)[0] == "correct"


@pytest.mark.parametrize(("place", "text"), WRONG)
def test_no_number_of_another_case_counts(
    place: tuple[str, str], text: str, shipped: Course
) -> None:
    assert judged(shipped, place, text)[0] != "correct"
