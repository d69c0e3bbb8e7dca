"""A formula and a growth class are one language: what one part reads, the other reads alike."""

from __future__ import annotations

import pytest

from grader.maths import Symbols, Unreadable, read, to_plain
from grader.maths.growth import read_growth, render_growth

NAMES = ["n", "d", "k"]
SYMBOLS = Symbols().declare(dict.fromkeys(NAMES, "positive"))

READ = [
    ("n^2^k", "n^(2^k)"),
    ("|n|", "|n|"),
    ("np.log(n)", "log n"),
    (r"\ln nd", "ln(n d)"),
    (r"\log n^2d", "log(n² d)"),
    (r"\ln n\ln d", "ln(n) ln d"),
    ("log2(n)", "log_2 n"),
    ("log10(n)", "log_10 n"),
    ("log_2 n", "log_2 n"),
    ("log_10(n)", "log_10 n"),
    ("lg n", "log_2 n"),
    ("nlogn", "n log n"),
    ("log n/log d", "log(n)/log(d)"),
    ("n^2/2", "n²/2"),
    ("n^2/3", "n²/3"),
    ("n**3/2", "n³/2"),
    ("n^{1}/2", "n¹/2"),
    ("n^(1/2)", "sqrt(n)"),
    ("n^{3/2}", "n^(3/2)"),
    ("2^n d", "2^n d"),
    (r"\max\{n, d\}", "max(n, d)"),
    (r"\frac{n}{d k}", "n/(d k)"),
    ("exp n", "exp(n)"),
    ("√n", "sqrt(n)"),
    ("n!", "n!"),
    ("e^{-n}", "e^(-n)"),
]

REFUSED = [
    "",
    "n^1/2",
    "n**1/2",
    "n^-1/2",
    "n^3/2",
    r"d n^1/2",
    r"\ln n d",
    r"\log n/d",
    "log n d",
    "n/2d",
    "n2",
    "n!!",
    "q",
    "vocb n",
    "n 2",
    "(n",
    "n)",
    "n^",
    r"\foo n",
    "log " * 100 + "n",
]


@pytest.mark.parametrize(("text", "shown"), READ)
def test_both_read_it_alike(text: str, shown: str) -> None:
    growth = render_growth(read_growth(text, NAMES))
    # a bare log is the natural one in a formula, and has an open base in a growth class
    formula = to_plain(read(text, SYMBOLS), SYMBOLS)
    assert (growth, formula) == (f"O({shown})", shown.replace("ln", "log"))


@pytest.mark.parametrize("text", REFUSED)
def test_both_refuse_it_in_the_same_words(text: str) -> None:
    with pytest.raises(Unreadable) as growth:
        read_growth(text, NAMES)
    with pytest.raises(Unreadable) as formula:
        read(text, SYMBOLS)
    assert str(growth.value) == str(formula.value)


def test_a_term_of_lower_order_belongs_to_a_growth_class_only() -> None:
    assert render_growth(read_growth("n*d + O(n)", NAMES)) == "O(n d + n)"
    with pytest.raises(Unreadable) as refused:
        read("n*d + O(n)", SYMBOLS)
    assert str(refused.value) == (
        "character 7: O(…) is an order of growth, and a formula has none: write its terms out\n"
        "    n*d + O(n)\n"
        "          ^"
    )
