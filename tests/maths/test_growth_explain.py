"""The exact sentences that a student reads."""

from __future__ import annotations

import pytest
from growth_pairs import VARIABLES

from grader.maths.growth import compare_growth, explain, read_assumption, read_growth

SENTENCES = [
    ("n^2 d", "n^2 d", [], "Your O(n² d) is right."),
    ("d n^2 + n", "n^2 d", [], "Your O(d n² + n) is right: it grows like O(n² d)."),
    ("(n-k+1) k d^2", "n k d^2", ["k << n"],
     "Your O((n - k + 1) k d²) is right: it grows like O(n k d²) (given k << n)."),
    ("n d", "n d^2", [], "Your O(n d) grows too slowly: it is too small by a factor d."),
    ("n^2", "n^2 d", [], "Your O(n²) grows too slowly: it is too small by a factor d."),
    ("n^2 d^2", "n^2 d", [], "Your O(n² d²) grows too fast: it is too large by a factor d."),
    ("n^3", "n^2", [], "Your O(n³) grows too fast: it is too large by a factor n."),
    ("n^3", "n^2 d", [],
     "Your O(n³) is off by a factor n/d: too large if you let n grow with d fixed, "
     "too small if you let d grow with n fixed."),
    ("d^2", "n^2 d", [],
     "Your O(d²) is off by a factor d/n²: too large if you let d grow with n fixed, "
     "too small if you let n grow with d fixed."),
    ("N^2 D^2", "N^4 D^2", [],
     "Your O(N² D²) grows too slowly: it is too small by a factor N²."),
    ("N^2 D^4", "N^4 D^2", [],
     "Your O(N² D⁴) is off by a factor D²/N²: too large if you let D grow with N fixed, "
     "too small if you let N grow with D fixed."),
    ("n^2 d^2", "n k d^2", ["k << n"],
     "Your O(n² d²) grows too fast: it is too large by a factor n/k (given k << n)."),
    ("n log n", "n", [], "Your O(n log n) grows too fast: it is too large by a factor log n."),
    ("n", "n log^2 n", [],
     "Your O(n) grows too slowly: it is too small by a factor (log n)²."),
    ("2^n", "3^n", [], "Your O(2^n) grows too slowly: it is too small by a factor (3/2)^n."),
    ("T", "T + L", [],
     "Your O(T) grows too slowly: let L grow with T fixed and it falls behind the right answer."),
    ("T L", "T + L", [],
     "Your O(T L) grows too fast: let T and L grow together and it outgrows the right answer."),
    ("ln T ln U", "ln T + ln U", [],
     "Your O(ln(T) ln U) grows too fast: let T and U grow together "
     "and it outgrows the right answer."),
    ("(n-k+1) k d", "n k d", ["k <= n"],
     "Your O((n - k + 1) k d) grows too slowly: let k grow with (n - k + 1) and d fixed "
     "and it falls behind the right answer."),
    ("n^3 + d^3", "n^2 d", [],
     "Your O(n³ + d³) grows too fast: let n grow with d fixed and it outgrows the right answer."),
    ("2^n + d", "n + 2^d", [],
     "Your O(2^n + d) is not the right growth: too large if you let n grow with d fixed, "
     "too small if you let d grow with n fixed."),
    ("n - k", "n", ["k <= n"],
     "Your O(n - k) could not be compared with the right answer (it subtracts something that "
     "may be as large as the rest). A person will look at it."),
]  # fmt: skip


@pytest.mark.parametrize(("student", "truth", "assumptions", "sentence"), SENTENCES)
def test_sentence(student: str, truth: str, assumptions: list[str], sentence: str) -> None:
    verdict = compare_growth(
        read_growth(student, VARIABLES),
        read_growth(truth, VARIABLES),
        [read_assumption(text, VARIABLES) for text in assumptions],
    )
    assert explain(verdict) == sentence
