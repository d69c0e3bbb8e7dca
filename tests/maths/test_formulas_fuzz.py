# ruff: noqa: E501
"""Nothing a student writes makes the reader crash, and what is printed reads back the same."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.maths import (
    Add,
    Applied,
    Constant,
    Decided,
    Entry,
    Expr,
    Fold,
    Hadamard,
    Identity,
    Indexed,
    Matrix,
    Multiply,
    Name,
    Number,
    Power,
    Shape,
    Symbols,
    Transpose,
    Unreadable,
    compare,
    read,
    to_latex,
    to_text,
)
from grader.maths.algebra.structure import same_form

SYMBOLS = replace(
    Symbols.of(
        x="real",
        y="positive",
        n="natural",
        k="1..n",
        d_model="positive",
        Gamma_o="real",
        c_hat="real",
        v=Shape("n"),
        w=Shape("n"),
        S=Shape("m", "m"),
        A=Shape("n", "d"),
        z=Indexed(("n",)),
        W=Indexed(("n", "d")),
        G=Indexed(("n",), shape=Shape("m", "m")),
    ),
    functions={"sigma": "sigmoid", "f": None},
    identity={"I": None},
    kronecker=("delta",),
    aliases={"dL/da": "x"},
)

_FRAGMENTS = (
    r"x y n k A v w S z W G c \hat \hat{c} \Gamma_o Γ ^ ^{ _{ { } ( ) [ ] + - * / ** @ .T ^T ^\top "
    r"\frac \frac{1}{2} \sqrt \sqrt[3]{x} \sum \sum_{i=1}^{n} \prod_{k} \sum_i _i z_i W_{ij} W[i,j] "
    r"\sin \tanh \exp \log \sigma( f( f'( softmax( diag( | \| \left( \right) \left| \right| & \\ "
    r"\begin{bmatrix} \end{bmatrix} \begin{pmatrix}1&x\\k&2\end{pmatrix} , ; 1 2 0.5 1,000 3e2 ! ' "
    r"\cdot \times \odot \langle \rangle \lfloor \rfloor \text{a} \mathrm{softmax} det( I I_n "
    r"\delta_{kn} e^{x} \pi π ² ᵀ √ sum( x,i,1,n) max( dL/da = < > \foo \, ~ . \binom{n}{k} norm( "
    r"G^{(k)} G_k ^{-1} ^{-T} \infty \ldots \' \_ \{ \} ĉ ₁ [[1,x],[k,2]] [v;w] np. Matrix( sqrt( "
    '" ` $ # % 00 1e400 \\left. \\max \\min_ 𝟙 ٣ \x00 \ud800'
)
FRAGMENTS = _FRAGMENTS.split()

QUIET = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def _reads_or_refuses(text: str) -> None:
    try:
        read(text, SYMBOLS)
    except Unreadable as refused:
        problem = refused
    else:
        return
    assert problem.message
    assert 0 <= problem.position <= len(text)
    assert str(problem)


@QUIET
@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    _reads_or_refuses(text)


@QUIET
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14), st.sampled_from(["", " "]))
def test_any_fragments(parts: list[str], glue: str) -> None:
    _reads_or_refuses(glue.join(parts))


# random formulas, well formed

_numbers = st.one_of(
    st.integers(-20, 20).map(lambda n: Number(Fraction(n))),
    st.fractions(min_value=-5, max_value=5, max_denominator=9).map(Number),
)
_leaves = st.one_of(
    _numbers,
    st.sampled_from([Name(key) for key in ("x", "y", "n", "k", "d_model", "Gamma_o", "c_hat")]),
    st.sampled_from([Constant("pi"), Constant("e")]),
    st.just(Entry(Name("z"), (Name("k"),))),
    st.just(Entry(Name("v"), (Number(Fraction(1)),))),
    st.just(Entry(Name("W"), (Name("k"), Number(Fraction(2))))),
)
_matrices = st.sampled_from(
    [
        Name("S"),
        Transpose(Name("S")),
        Power(Name("S"), Number(Fraction(2))),
        Add((Name("S"), Identity())),
        Multiply((Number(Fraction(-1)), Name("S"))),
        Entry(Name("G"), (Name("k"),)),
        Multiply((Name("S"), Transpose(Name("S")))),
    ]
)
_vectors = st.sampled_from([Name("v"), Name("w"), Hadamard((Name("v"), Name("w")))])


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pairs = st.tuples(inner, inner)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    functions = ("sin", "exp", "log", "tanh", "sigmoid", "abs", "factorial", "floor", "f", "atan")
    return st.one_of(
        several.map(Add),
        several.map(Multiply),
        pairs.map(lambda pair: Power(*pair)),
        st.tuples(st.sampled_from(functions), inner).map(lambda made: Applied(made[0], (made[1],))),
        inner.map(lambda body: Fold("sum", body, "i", Number(Fraction(1)), Name("n"))),
        pairs.map(lambda pair: Applied("max", pair)),
        _matrices.map(lambda matrix: Applied("det", (matrix,))),
        _matrices.map(lambda matrix: Applied("norm_F", (matrix,))),
        st.tuples(_vectors, _vectors).map(lambda pair: Multiply((Transpose(pair[0]), pair[1]))),
        _vectors.map(lambda vector: Applied("norm", (vector,))),
    )


_formulas = st.recursive(_leaves, _larger, max_leaves=8)
_grids = st.lists(st.tuples(_formulas, _formulas), min_size=2, max_size=2).map(
    lambda rows: Matrix(tuple(rows))
)


@settings(QUIET, max_examples=80)
@given(st.one_of(_formulas, _grids, _matrices))
def test_printed_formulas_read_back(expr: Expr) -> None:
    for printed in (to_latex(expr, SYMBOLS), to_text(expr, SYMBOLS)):
        again = read(printed, SYMBOLS)
        if not same_form(again, expr, SYMBOLS):
            found = compare(again, expr, SYMBOLS, proof=False)
            assert found.verdict is not Decided.REFUTED, printed
