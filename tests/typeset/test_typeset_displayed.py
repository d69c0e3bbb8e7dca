"""Displayed formulas: in two dimensions, within a width."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from grader.typeset.formula import displayed

PICTURES = {
    "fraction in brackets": (
        r"A = \operatorname{softmax}\left(\frac{Q K^T}{\sqrt{d_k}}\right) V .",
        r"""
           ⎛ Q Kᵀ ⎞
A = softmax⎜──────⎟ V.
           ⎝ √dₖ  ⎠
""",
    ),
    "sum with limits": (
        r"y_n = \frac{1}{N} \sum_{m=1}^{N} a_{nm} x_m",
        r"""
      1   N
yₙ = ───  ∑  aₙₘ xₘ
      N  m=1
""",
    ),
    "sums in brackets keep their limits": (
        r"\sigma\left( \sum_{\Delta = 0}^{D - 1} \sum_{i'} W[\Delta, i'] - B \right)",
        r"""
 ⎛D−1                ⎞
σ⎜ ∑  ∑  W[Δ, i′] − B⎟
 ⎝Δ=0 i′             ⎠
""",
    ),
    "matrices": (
        r"""\begin{pmatrix} x'_{2j} \\ x'_{2j+1} \end{pmatrix} =
            \begin{pmatrix} \cos\phi & -\sin\phi \\ \sin\phi & \cos\phi \end{pmatrix}
            \begin{pmatrix} x_{2j} \\ x_{2j+1} \end{pmatrix}""",
        r"""
⎛  x′₂ⱼ  ⎞   ⎛ cos ϕ  −sin ϕ ⎞ ⎛  x₂ⱼ  ⎞
⎜        ⎟ = ⎜               ⎟ ⎜       ⎟
⎝ x′₂ⱼ₊₁ ⎠   ⎝ sin ϕ  cos ϕ  ⎠ ⎝ x₂ⱼ₊₁ ⎠
""",
    ),
    "a matrix with a script": (
        r"\begin{bmatrix} 1 & 0 & a \\ 0 & 1 & b \\ 0 & 0 & 1 \end{bmatrix}^T x",
        r"""
⎡ 1  0  a ⎤T
⎢ 0  1  b ⎥  x
⎣ 0  0  1 ⎦
""",
    ),
    "cases": (
        r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}",
        r"""
      ⎧ 0   j ≤ i
Mᵢⱼ = ⎨
      ⎩ −∞  j > i
""",
    ),
    "aligned equations": (
        r"\begin{aligned} ab &= c \\ d &= e + \textstyle\sum_t f_t \end{aligned}",
        r"""
ab = c
 d = e + ∑ₜ fₜ
""",
    ),
    "a power of a fraction": (
        r"\frac{a}{b}^2 - \frac{c}{d}",
        r"""
⎛ a ⎞2    c
⎜───⎟  − ───
⎝ b ⎠     d
""",
    ),
    "a minus before a fraction": (
        r"-\frac{a}{b}",
        r"""
   a
− ───
   b
""",
    ),
    "a brace below": (
        r"\underbrace{a + b + c}_{n \text{ terms}}",
        r"""
a + b + c
╰───┬───╯
 n terms
""",
    ),
    "a word with something below": (
        r"\operatorname{argmax}_x f(x)",
        r"""
argmax f(x)
  x
""",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PICTURES)
def test_in_two_dimensions(name: str) -> None:
    latex, picture = PICTURES[name]
    assert displayed(latex, 76) == picture.strip("\n").split("\n")


THREE = r"c = f + i \odot g, \qquad a = o \odot \tanh(c), \qquad \hat y = \frac{a}{b}"


def test_formulas_side_by_side_come_below_each_other_where_there_is_no_room() -> None:
    assert displayed(THREE, 60) == [
        "                                           a",
        "c = f + i ⊙ g,    a = o ⊙ tanh(c),    ŷ = ───",
        "                                           b",
    ]
    assert displayed(THREE, 40) == [
        "c = f + i ⊙ g,    a = o ⊙ tanh(c),",
        "",
        "     a",
        "ŷ = ───",
        "     b",
    ]


def test_a_long_formula_is_broken_before_a_relation_then_before_a_sign() -> None:
    latex = r"f(x) = aaaaaaaa + bbbbbbbb + cccccccc = dddddddd"
    assert displayed(latex, 40) == ["f(x) = aaaaaaaa + bbbbbbbb + cccccccc", "    = dddddddd"]
    assert displayed(latex, 30) == ["f(x) = aaaaaaaa + bbbbbbbb", "    + cccccccc = dddddddd"]


def test_what_is_too_wide_as_a_table_is_shown_line_by_line() -> None:
    latex = r"\begin{aligned} a &= bbbbbbbbbb + cccccccccc \\ d &= e \end{aligned}"
    assert displayed(latex, 20) == ["a = bbbbbbbbbb", "    + cccccccccc", "d = e"]


def test_what_cannot_be_broken_in_two_dimensions_is_shown_on_lines() -> None:
    latex = r"\left(\frac{aaaaaaaaaa}{bbbbbbbbbb}, cccccccccc, dddddddddd\right)"
    assert displayed(latex, 30) == ["(aaaaaaaaaa / bbbbbbbbbb,", "    cccccccccc, dddddddddd)"]


@pytest.mark.parametrize("latex", [r"\fooo", r"a \\ b", "a\n& b"])
def test_what_is_no_formula_is_shown_as_its_source(latex: str) -> None:
    assert displayed(latex, 76) == latex.split("\n")


@pytest.mark.parametrize("width", [76, 60, 40, 30])
def test_lines_keep_to_the_width(width: int) -> None:
    latex = r"\Gamma_f = \sigma(W z + b), \quad \hat c = \tanh(V z + d), \quad a = \frac{c}{d} + e"
    assert max(map(cell_len, displayed(latex, width))) <= width
