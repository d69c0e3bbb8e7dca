"""How writings are read: spellings of names, numbers, indices and what is shown back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from formulas_declared import COUNTS, FUSED, GATES, MATRICES, NORMS, ROTATION, SUMS

from grader.maths import Number, Shape, Symbols, read, to_latex, to_text


@pytest.mark.parametrize(
    ("spellings", "symbols"),
    [
        (["d_model", "d_{model}", r"d_{\text{model}}", r"d_{\mathrm{model}}", "d"], ROTATION),
        ([r"\hat c", r"\hat{c}", "c_hat", r"\widehat{c}", "ĉ", r"\tilde c"], GATES),
        ([r"c^{<t>}", r"c^{\langle t\rangle}", r"c^{\langle t \rangle}", "c^<t>", "c"], GATES),
        ([r"\Gamma_o", "Gamma_o", "Γ_o", r"\Gamma_{o}", r"\Gamma_{\mathrm{o}}"], GATES),
        ([r"\lambda", "lambda", "λ"], ROTATION),
        (["q_1", "q_{1}", "q₁"], ROTATION),
        (
            [r"\frac{\partial L}{\partial a}", "dL/da", "∂L/∂a", r"\frac{\partial  L}{\partial a}"],
            GATES,
        ),
        ([r"W^Q_{k,i,j_1}", r"W^Q[k,i,j_1]", r"W^{Q}_{k i j_1}", "W_Q[k][i][j_1]"], FUSED),
    ],
)
def test_spellings_of_one_thing(spellings: list[str], symbols: Symbols) -> None:
    symbols = replace(symbols, einstein=("i",))
    assert len({read(spelling, symbols) for spelling in spellings}) == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("39352320", 39352320),
        ("39,352,320", 39352320),
        (r"39\,352\,320", 39352320),
        ("39{,}352{,}320", 39352320),
        ("39 352 320", 39352320),
        ("39'352'320", 39352320),
        ("39_352_320", 39352320),
        ("39.352.320", 39352320),
        ("1,008,100", 1008100),
        ("6.558", Fraction(6558, 1000)),
        ("0.1", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("1e-6", Fraction(1, 10**6)),
        ("1,000.5", Fraction(20010, 20)),
        ("-7", -7),
    ],
)
def test_numbers(text: str, value: Fraction | int) -> None:
    assert read(text, COUNTS) == Number(Fraction(value))


@pytest.mark.parametrize(
    ("text", "symbols", "shown"),
    [
        ("d(h+1)", COUNTS, "d*(h + 1)"),
        ("nd^2", COUNTS, "n*d**2"),
        ("2[h(d+1)]", COUNTS, "2*(h*(d + 1))"),
        ("-d^2", COUNTS, "-d**2"),
        ("(-d)^2", COUNTS, "(-d)**2"),
        ("2^{-d}", COUNTS, "2**(-d)"),
        ("d/2 + 1/2 n", COUNTS, "d/2 + 1/2*n"),
        ("k^2^3", COUNTS, "k**(2**3)"),
        (r"\sin^2 \theta", ROTATION, "sin(theta)**2"),
        (r"\sin\lambda pos\cos\lambda k", ROTATION, "sin(lambda*pos)*cos(lambda*k)"),
        (r"Q K^T V", MATRICES, "Q @ K.T @ V"),
        (r"x^Tx", NORMS, "x.T @ x"),
        (r"x\cdot w", NORMS, "dot(x, w)"),
        (r"\sum_i w_i z_i", SUMS, "sum(w[i]*z[i], i, 1, N)"),
        (r"\sigma(z)", GATES, "sigma(z)"),
    ],
)
def test_shown_back(text: str, symbols: Symbols, shown: str) -> None:
    expr = read(text, symbols)
    assert to_text(expr, symbols) == shown
    assert read(to_latex(expr, symbols), symbols) is not None


def test_shown_as_latex() -> None:
    expr = read("N*(d_k + 1)/sqrt(d_ff)", COUNTS)
    assert to_latex(expr, COUNTS) == (r"\frac{N \left(d_{k} + 1\right)}{\sqrt{d_{\mathrm{ff}}}}")
    gate = read(r"\Gamma_o(1-\hat c^2)", GATES)
    assert to_latex(gate, GATES) == r"\Gamma_{o} \left(1 - \hat c^{2}\right)"
    cell = read(r"(c^{<t>})^2", GATES)
    assert to_latex(cell, GATES) == r"\left(c^{<t>}\right)^{2}"


def test_case_matters() -> None:
    symbols = Symbols.of(h="real", H="real")
    assert read("h", symbols) != read("H", symbols)


def test_t_is_a_transpose_unless_it_is_a_scalar() -> None:
    matrix = Symbols.of(A=Shape("n", "n"))
    assert to_text(read("A^T", matrix), matrix) == "A.T"
    power = Symbols.of(x="positive", T="natural")
    assert to_text(read("x^T", power), power) == "x**T"


def test_e_and_i_mean_what_is_declared() -> None:
    plain = Symbols.of(x="real")
    assert to_text(read("e^x", plain), plain) == "e**x"
    own = Symbols.of(x="real", e="positive")
    assert read("e", own) != read("e", plain)
    imaginary = replace(plain, imaginary=("i",))
    assert to_text(read("2i", imaginary), imaginary) == "2*i"


def test_log_means_what_is_declared() -> None:
    natural = Symbols.of(x="positive")
    binary = replace(natural, log_base=2)
    assert to_text(read(r"\log x", natural), natural) == "log(x)"
    assert to_text(read(r"\log x", binary), binary) == "log(x)/log(2)"
    assert to_text(read(r"\ln x", binary), binary) == "log(x)"
    assert to_text(read(r"\log_{10} x", binary), binary) == "log(x)/log(10)"


def test_faulty_declarations_are_the_authors_errors() -> None:
    with pytest.raises(ValueError, match="the alias 'q' stands for 'p', which is not declared"):
        Symbols(aliases={"q": "p"})
    with pytest.raises(
        ValueError, match="the function 's' stands for 'sigm', which is not a known"
    ):
        Symbols(functions={"s": "sigm"})
    with pytest.raises(ValueError, match="unknown syntax 'tex': write one of auto, latex, python"):
        read("x", Symbols.of(x="real"), "tex")


STACKED = Symbols.of(W=Shape("n", "m+n"), a=Shape("n"), x=Shape("m"), A=Shape("n", "n"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("W[a; x]", "W @ [[a], [x]]"),
        ("W [a, x] + a", "W @ [[a], [x]] + a"),
        ("A[a]", "A @ a"),
        ("A[A[a]]", "A @ (A @ a)"),
        ("A[1, 2] a", "A[1,2]*a"),
        ("A[a[1], 2]", "A[a[1],2]"),
    ],
)
def test_a_bracket_with_vectors_after_a_matrix_is_a_factor(text: str, shown: str) -> None:
    assert to_text(read(text, STACKED), STACKED) == shown


def test_brackets_in_brackets_are_read_in_no_time() -> None:
    """Each is looked into before it is read: once, or 45 of them would take years."""
    shown = to_text(read("A[" * 45 + "a" + "]" * 45, STACKED), STACKED)
    assert shown == "A @ (" * 44 + "A @ a" + ")" * 44
