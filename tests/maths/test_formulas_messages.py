# ruff: noqa: E501
"""The exact words a student reads when a formula cannot be read, and where they point."""

from __future__ import annotations

import formulas_declared as declared
import pytest

from grader.maths import Symbols, Unreadable, read

COUNTS, MATRICES, GATES = declared.COUNTS, declared.MATRICES, declared.GATES
ROTATION, FUSED, SUMS = declared.ROTATION, declared.FUSED, declared.SUMS

ROWS: list[tuple[Symbols, str, int, str]] = [
    (COUNTS, "", 0, "no formula here"),
    (COUNTS, "d_q", 0, "unknown symbol d_q: did you mean d_v or d_k?"),
    (COUNTS, "3 dmodl", 2, "unknown symbol dmodl: did you mean d_model?"),
    (COUNTS, "N + D", 4, "unknown symbol D: did you mean d?"),
    (COUNTS, "foo(d)", 0, "unknown function or symbol foo: did you mean floor?"),
    (
        COUNTS,
        "O(n^2)",
        0,
        "O(…) is an order of growth, and a formula has none: write its terms out",
    ),
    (COUNTS, "2(d+1", 1, "this bracket is never closed: add )"),
    (COUNTS, "d+1)", 3, "this ) closes nothing: it was never opened"),
    (COUNTS, "2d+", 3, "something is missing here: the formula ends too early"),
    (COUNTS, "d = 512", 2, "write only the expression, without an equals sign"),
    (COUNTS, "1/2d", 3, "a factor right after a/b can be read in two ways: write (a/b)*c or a/(b*c)"),
    (COUNTS, "d 2", 2, "a number cannot follow a factor directly: write \\cdot or * before it"),
    (COUNTS, "2 3", 1, "two numbers side by side: write \\cdot or * between them"),
    (COUNTS, "0,5", 1, "write decimals with a point, as in 0.5, and thousands in groups of three"),
    (COUNTS, "1.2.3", 3, "a second decimal point: write one, and no point between thousands"),
    (COUNTS, "d^", 2, "an exponent is missing here"),
    (COUNTS, "2^nd", 2, "write brackets around this exponent, or a * after it"),
    (COUNTS, "d^{2}^{3}", 5, "two superscripts in a row: put the inner one in braces"),
    (COUNTS, r"\frac{}{2}", 5, "nothing stands between these braces"),
    (COUNTS, r"\sum_{i=1} i", 0, "the sum over i has no upper bound: write \\sum_{i=1}^{N}"),
    (COUNTS, r"\sum i", 0, "say what this runs over: write \\sum_{i=1}^{N}"),
    (COUNTS, r"\sum_i i", 8, "the range of i is not known here: write \\sum_{i=1}^{…}"),
    (COUNTS, r"\infty", 0, "infinity is not a number: a formula must be finite"),
    (COUNTS, r"2+\cdots+n", 1, "what do these dots leave out? write it out, or use \\sum"),
    (COUNTS, r"d+\foo", 2, "cannot read \\foo here"),
    (COUNTS, "$d$", 0, "leave out the $ signs: write the formula alone"),
    (COUNTS, "n^T", 0, "a number has no transpose: T is not a declared scalar here, so ^T means transpose"),
    (COUNTS, "[[1,2],[3]]", 0, "the rows of this matrix have 1 and 2 entries"),
    (COUNTS, "binomial(n)", 8, "binomial takes 2 arguments, not 1"),
    (COUNTS, "log(1,000)", 3, "write this number without a comma: log takes two arguments"),
    (
        MATRICES,
        "S*T",
        1,
        "* between two matrices can mean two things: write @ for the matrix product or \\odot for "
        "the elementwise one",
    ),
    (
        MATRICES,
        "A B",
        2,
        "r×n times r×n does not fit: write \\odot for the elementwise product, or transpose one of "
        "them",
    ),
    (MATRICES, "A + S", 2, "shapes r×n and m×m cannot be added"),
    (MATRICES, "S + 1", 2, "a number and a matrix (m×m) cannot be added: write a multiple of the identity"),
    (MATRICES, "x/S", 2, "cannot divide by a matrix: multiply by its inverse ^{-1}"),
    (MATRICES, r"\|S\|", 0, "say which norm of a matrix: write \\|…\\|_F"),
    (MATRICES, "|S|", 0, "bars around a matrix can mean two things: write \\det(…) or \\|…\\|_F"),
    (MATRICES, "A^2", 0, "a matrix of shape r×n has no power: only a square one does"),
    (MATRICES, r"\det(A)", 4, "det needs a square matrix, and this one is r×n"),
    (
        MATRICES,
        "[S, T]",
        0,
        "a list with a matrix (m×m) in it can be stacked two ways: write \\begin{bmatrix} with & "
        "and \\\\",
    ),
    (MATRICES, "S[0,1]", 0, "indices are whole numbers that count from 1"),
    (GATES, r"\Gamma_x", 0, "unknown symbol Gamma_x: did you mean Gamma_u or Gamma_o or Gamma_f?"),
    (GATES, r"\gamma_o", 0, "unknown symbol gamma_o: did you mean Gamma_o or Gamma_u or Gamma_f?"),
    (GATES, r"\tanh c \Gamma_o", 8, "where does the argument of tanh end? write tanh(…)"),
    (GATES, r"\sigma", 6, "sigma needs an argument in brackets: write sigma(…)"),
    (GATES, r"\sigma^{-1}(z)", 6, "sigma^{-1} can mean two things: write 1/sigma(…)"),
    (ROTATION, r"\sin \lambda (pos+k)", 13, "where does the argument of sin end? write sin(…)"),
    (ROTATION, r"\begin{cases}1\end{cases}", 0, "only matrix environments can be read here, such as \\begin{bmatrix}"),
    (FUSED, "W^Q_{k}", 0, "3 indices needed here, found 1"),
    (FUSED, "W^Q", 0, "W^Q needs its index: write W^Q_{…}"),
    (SUMS, "w_0", 0, "indices are whole numbers that count from 1"),
]  # fmt: skip


@pytest.mark.parametrize(("symbols", "text", "position", "message"), ROWS)
def test_words(symbols: Symbols, text: str, position: int, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text, symbols)
    assert (caught.value.position, caught.value.message) == (position, message)


def test_shown_with_a_caret() -> None:
    with pytest.raises(Unreadable) as caught:
        read("2d + d_q", COUNTS)
    assert str(caught.value) == (
        "character 6: unknown symbol d_q: did you mean d_v or d_k?\n    2d + d_q\n         ^"
    )


def test_a_far_caret_stays_in_sight() -> None:
    with pytest.raises(Unreadable) as caught:
        read("d + " * 40 + "q", COUNTS)
    head, line, caret = str(caught.value).splitlines()
    assert head.startswith("character 161: ")
    assert line[caret.index("^")] == "q"


def test_an_allowed_left_side_is_left_out() -> None:
    assert read("d = 4k", COUNTS, left=["d"]) == read("4k", COUNTS)
    assert read(r"\lambda_i = 2k", ROTATION, left=[r"\lambda_i"]) == read("2k", ROTATION)
    with pytest.raises(Unreadable, match="without an equals sign"):
        read("h = 4k", COUNTS, left=["d"])
