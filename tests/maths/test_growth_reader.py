"""What is read, how it is shown, and the exact words with which the rest is refused."""

from __future__ import annotations

import pytest
from counted_calls import at_most
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.maths import Unreadable
from grader.maths.growth import (
    AtMost,
    Constant,
    Equal,
    read_assumption,
    read_growth,
    render_growth,
)

NAMES = ["n", "d", "k", "r", "T", "U", "X", "Y", "vocab", "d_model", "lambda"]

READINGS = [
    ("O(n^2 d)", "O(n² d)"),
    (r"\mathcal{O}(n^{2}d)", "O(n² d)"),
    (r"$\mathcal O\left(n^2 d\right)$", "O(n² d)"),
    ("Θ(n*d**2)", "O(n d²)"),
    (r"\Theta(n d^2)", "O(n d²)"),
    ("Theta(n)", "O(n)"),
    (r"n^2 \cdot d", "O(n² d)"),
    ("n × d · k", "O(n d k)"),
    ("n²d", "O(n² d)"),
    ("n^2d", "O(n² d)"),
    (r"n \log n", "O(n log n)"),
    ("nlogn", "O(n log n)"),
    ("n log(n) d", "O(n log(n) d)"),
    (r"\ln T + \ln U", "O(ln T + ln U)"),
    (r"\log(XY)", "O(log(X Y))"),
    (r"\ln XY", "O(ln(X Y))"),
    (r"\log_2 n", "O(log_2 n)"),
    ("log2(n)", "O(log_2 n)"),
    (r"\log^2 n", "O((log n)²)"),
    ("log log n", "O(log(log n))"),
    ("(n-k+1) k d^2", "O((n - k + 1) k d²)"),
    ("2^n", "O(2^n)"),
    ("e^{-n}", "O(e^(-n))"),
    ("n!", "O(n!)"),
    (r"\frac{n}{r}", "O(n/r)"),
    (r"\frac nr", "O(n/r)"),
    ("n/(r d)", "O(n/(r d))"),
    ("sqrt(n)", "O(sqrt(n))"),
    ("√n", "O(sqrt(n))"),
    (r"\sqrt[3]{n}", "O(n^(1/3))"),
    ("n^{3/2}", "O(n^(3/2))"),
    ("n**0.5", "O(sqrt(n))"),
    ("max(n, d)", "O(max(n, d))"),
    (r"\max\{n, d\}", "O(max(n, d))"),
    (r"\left\lceil \frac{n}{r} \right\rceil", "O(ceil(n/r))"),
    ("O(1)", "O(1)"),
    ("O(T) + O(U)", "O(T + U)"),
    ("vocab d_{model}", "O(vocab d_model)"),
    (r"\text{vocab} \cdot d_{\text{model}}^2", "O(vocab d_model²)"),
    ("nd_model", "O(n d_model)"),
    (r"\lambda n", "O(lambda n)"),
    ("λ n", "O(lambda n)"),
    (r"\theta(n)", "O(n)"),
    (r"\mathcal{O}(n^{2}) + O(n)", "O(n² + n)"),
    ("n*d + O(n)", "O(n d + n)"),
    ("n^2^k", "O(n^(2^k))"),
    ("n^2/2", "O(n²/2)"),
    ("2/3 n", "O(2 n/3)"),
    ("-n + n^2", "O(-n + n²)"),
    ("|n|", "O(|n|)"),
    ("np.log(n)", "O(log n)"),
    (r"\ln nd", "O(ln(n d))"),
    ("lg n", "O(log_2 n)"),
    (r"\log_10 n", "O(log_10 n)"),
    ("log(n)/r", "O(log(n)/r)"),
    ("exp(n)", "O(exp(n))"),
    (r"\pi n", "O(pi n)"),
    ("n^{-2}", "O(1/n²)"),
]

LISTED = "this problem uses n, d, k, r, T, U, X, Y, vocab, d_model, lambda"

UNREADABLE = [
    ("", "character 1: no formula here"),
    ("n^2 q", f"character 5: unknown symbol q: {LISTED}"),
    ("N^2", "character 1: unknown symbol N: did you mean n?"),
    ("n vocb", "character 3: unknown symbol vocb: did you mean vocab?"),
    ("O(n d_{modl})", "character 5: unknown symbol d_modl: did you mean d_model?"),
    ("n2", "character 2: a number right after n: write n^2 for a power, or 2*n for a product"),
    ("n log n d", "character 9: where does the argument of log end? write log(…)"),
    (r"\ln n d", "character 7: where does the argument of ln end? write ln(…)"),
    ("log n/d", "character 6: where does the argument of log end? write log(…)"),
    ("n/2r", "character 4: a factor right after a/b can be read in two ways: "
     "write (a/b)*c or a/(b*c)"),
    ("n^1/2", "character 1: n^1/2 can be (n^1)/2 or n^(1/2): write one of them"),
    ("O(d n**1/2)", "character 5: n**1/2 can be (n**1)/2 or n**(1/2): write one of them"),
    ("n^-1/2", "character 1: n^-1/2 can be (n^-1)/2 or n^(-1/2): write one of them"),
    ("n^3/2", "character 1: n^3/2 can be (n^3)/2 or n^(3/2): write one of them"),
    ("n^", "character 3: an exponent is missing here"),
    ("O(n", "character 2: this bracket is never closed: add )"),
    ("n d)", "character 4: this ) closes nothing: it was never opened"),
    ("(n}", "character 3: expected ) here, to close the bracket of character 1"),
    ("n +", "character 4: something is missing here: the formula ends too early"),
    ("n = d", "character 3: = does not belong here: write one growth class"),
    ("Ω(n)", "character 1: Ω(...) is only a lower bound; write O(...)"),
    (r"\Omega\left(n\right)", "character 1: Ω(...) is only a lower bound; write O(...)"),
    ("o(n)", "character 1: o(...) is a strict bound; write O(...)"),
    (r"\tilde{O}(n)", "character 1: Õ(...) hides logarithms; write them out inside O(...)"),
    ("O(n O(d))", "character 5: an O(...) inside another expression"),
    (r"n \foo d", r"character 3: cannot read \foo here"),
    ("n;d", "character 2: cannot read ; here"),
    ("n!!", "character 2: a double factorial cannot be read: write what it multiplies"),
    ("n/0", "character 2: a division by zero"),
    ("n/0 + d/k", "character 1: a division by zero"),
    ("d n^{99}", "character 4: an exponent beyond 64"),
    ("d^2 n^{99}", "character 1: an exponent beyond 64"),
    ("max(n)", "character 1: max of one thing: write max(a, b)"),
    ("log2(n, d)", "character 5: this log2 has a base already: write one argument"),
    ("n 2", r"character 3: a number cannot follow a factor directly: write \cdot or * before it"),
    ("sin(n)", "character 1: sin(…) does not belong in a growth class"),
    (r"\sum_{i=1}^{n} i",
     "character 2: a growth class has no sums over an index and no matrices in it"),
    ("__import__('os')", "character 1: cannot read _ here"),
    ("n.__class__", "character 2: cannot read . here"),
]  # fmt: skip

LITTLE_WORK = 2_000_000  # calls and returns: what a hundred thousand letters may cost
HOSTILE = [
    "n^{9^9}",
    "n^{9^{9^9}}",
    "9^{9^{9^9}}",
    "n^99999999999999999999",
    "(" * 300 + "n" + ")" * 300,
    "log " * 240 + "n",
    "e^" * 140 + "n",
    r"\frac{" * 150 + "n",
    "{" * 900,
    "n" * 100_000,
    "+n" * 50_000,
    "n!" * 400,
    "999999999!",
    "lambda: 0",
    "eval('1')",
    "\x00",
    "n" + "\u0301" * 50,
]


@pytest.mark.parametrize(("text", "shown"), READINGS)
def test_reading(text: str, shown: str) -> None:
    assert render_growth(read_growth(text, NAMES)) == shown


@pytest.mark.parametrize(("text", "shown"), READINGS)
def test_what_is_shown_reads_as_the_same(text: str, shown: str) -> None:
    assert render_growth(read_growth(shown, NAMES)) == shown


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_refusal(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_growth(text, NAMES)
    assert f"character {caught.value.position + 1}: {caught.value.message}" == message


def test_the_picture_has_a_caret_under_the_fault() -> None:
    with pytest.raises(Unreadable) as caught:
        read_growth("O(n^2 q)", NAMES)
    assert (
        str(caught.value) == f"character 7: unknown symbol q: {LISTED}\n    O(n^2 q)\n          ^"
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_refused_at_once(text: str) -> None:
    with at_most(LITTLE_WORK), pytest.raises(Unreadable):
        read_growth(text, NAMES)


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="ndk 0123+-*/^(){}_!,\\=Oologsqrtmaxfce²·Θ", max_size=40))
def test_no_text_crashes_the_reader(text: str) -> None:
    try:
        growth = read_growth(text, NAMES)
    except Unreadable:
        return
    assert render_growth(growth)


@pytest.mark.parametrize(
    ("text", "names", "shown"),
    [
        ("O(n)", ["n", "O"], "O(O n)"),
        (r"\theta(n)", ["n", "theta"], "O(theta n)"),
        ("O(o n)", ["n", "o"], "O(o n)"),
        ("l n d", ["l", "n", "d"], "O(l n d)"),
        ("lnd", ["l", "n", "d"], "O(l n d)"),
        ("lnd", ["n", "d"], "O(ln d)"),
        ("tr n", ["tr", "n"], "O(tr n)"),
        ("IO(n) + d_O(n)", ["IO", "d_O", "n"], "O(IO n + d_O n)"),
        ("log(n, 2)", ["n"], "O(log_2 n)"),
    ],
)
def test_a_declared_name_wins(text: str, names: list[str], shown: str) -> None:
    assert render_growth(read_growth(text, names)) == shown


@pytest.mark.parametrize("names", [["n", "n"], ["log"], ["2n"], ["n m"], [""]])
def test_variables_that_cannot_be_written(names: list[str]) -> None:
    with pytest.raises(ValueError, match="variable"):
        read_growth("n", names)


@pytest.mark.parametrize(
    ("text", "kind", "strict"),
    [
        ("k << n", AtMost, True),
        (r"k \ll n", AtMost, True),
        ("k ≪ n", AtMost, True),
        ("k = o(n)", AtMost, True),
        ("n >> k", AtMost, True),
        ("k <= n", AtMost, False),
        ("k ≤ n", AtMost, False),
        (r"$k \leq n$", AtMost, False),
        (r"n \ge k", AtMost, False),
        ("k < n", AtMost, False),
        ("k constant", Constant, None),
        ("k is constant", Constant, None),
        ("k = O(1)", Constant, None),
        ("d = r*k", Equal, None),
    ],
)
def test_assumptions(text: str, kind: type, strict: bool | None) -> None:
    assumption = read_assumption(text, NAMES)
    assert isinstance(assumption, kind)
    if isinstance(assumption, AtMost):
        assert assumption.strict is strict
        assert [name for name, _ in assumption.smaller] == ["k"]
        assert [name for name, _ in assumption.larger] == ["n"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("k", "character 1: an assumption reads k << n, k <= n, k constant or d = h*k"),
        ("k << q", f"character 6: unknown symbol q: {LISTED}"),
        ("k << n << d", "character 8: one relation at a time: write two assumptions"),
        ("k + d <= n", "character 1: only products of variables can be compared here"),
        ("k <= n/4", "character 5: only products of variables can be compared here"),
        ("k d = n", "character 1: one variable belongs here"),
    ],
)
def test_unreadable_assumptions(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_assumption(text, NAMES)
    assert f"character {caught.value.position + 1}: {caught.value.message}" == message
