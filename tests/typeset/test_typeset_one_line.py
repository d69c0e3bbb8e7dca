"""Formulas on one line, as a student reads them in a sentence."""

from __future__ import annotations

import pytest

from grader.typeset.formula import in_one_line, prefers_plain_letters
from grader.typeset.inline import in_words

LINES = {
    # letters, numbers and scripts
    r"x_{2j+1}": "x₂ⱼ₊₁",
    r"x'_{2j}": "x′₂ⱼ",
    r"f'^2": "f′²",
    r"d_{model}": "d_model",
    r"n_{tokens} = 100": "n_tokens = 100",
    r"W_f z + b_f": "W_f z + b_f",
    r"W_f + W_i": "W_f + W_i",
    r"P_{pos,\,2i}": "P_{pos, 2i}",
    r"base^{-2j/d}": "base^(−2j/d)",
    r"W^Q_{kij} L_{tj}": "Wₖᵢⱼ^Q Lₜⱼ",
    r"Q_{k t_1 i}": "Q_{k t₁ i}",
    r"a^{\langle t-1\rangle}": "a^⟨t−1⟩",
    r"(a + b)^2": "(a + b)²",
    r"A A^T": "A Aᵀ",
    r"\mathbf{x}^\top": "𝐱ᵀ",
    r"x^{T-1}": "x^(T−1)",
    r"e^{x_i}": "e^(xᵢ)",
    r"2^{n^2}": "2^(n²)",
    r"{x^2}^3": "(x²)³",
    r"{ab}^2": "(ab)²",
    r"10^{-6}": "10⁻⁶",
    r"10000^{2i/n_{hid}}": "10000^(2i/n_hid)",
    r"x^*": "x*",
    r"1{,}000": "1,000",
    r"10\,000": "10 000",
    # names, products and brackets
    r"\sin(\lambda\, pos)": "sin(λ pos)",
    r"\cos\phi": "cos ϕ",
    r"\operatorname{softmax}(x)_i": "softmax(x)ᵢ",
    r"\mathrm{Var}(X)": "Var(X)",
    r"X W^Q": "X W^Q",
    r"h\,d/H, \dots, (h+1)\,d/H - 1": "h d/H, …, (h + 1) d/H − 1",
    r"\operatorname{softmax}(S)\, V": "softmax(S) V",
    r"s = \|x_n\|^2": "s = ‖xₙ‖²",
    r"P(a|b)": "P(a|b)",
    r"|a - b| \le |c|": "|a − b| ≤ |c|",
    r"\{x \mid x > 0\}": "{x | x > 0}",
    r"[0, 1)": "[0, 1)",
    r"\lfloor (T - D)/2 \rfloor + 1": "⌊(T − D)/2⌋ + 1",
    # signs
    r"-\infty": "−∞",
    r"2 \times 2": "2 × 2",
    r"\Gamma_o \odot \tanh(c)": "Γₒ ⊙ tanh(c)",
    r"x \in \mathbb{R}^{n \times d}": "x ∈ ℝ^(n×d)",
    r"a \not= b": "a ≠ b",
    r"\partial p_i / \partial x_j": "∂pᵢ/∂xⱼ",
    r"\hat y, \tilde W, \bar x, \vec h": "ŷ, W̃, x̄, h⃗",
    r"\hat{y_i}": "ŷᵢ",
    r"\overline{ab}": "a̅b̅",
    r"0 \text{ if } j \le i": "0 if j ≤ i",
    r"w \mid \text{the rest}": "w | the rest",
    # fractions, roots and sums
    r"\frac{1}{\sqrt{d_k}}": "1/√dₖ",
    r"\sin\left(\frac{pos}{base^{2i/d}}\right)": "sin(pos / base^(2i/d))",
    r"\frac{1}{\sqrt I} \sum_i Q_i": "(1/√I) ∑ᵢ Qᵢ",
    r"\frac{a}{b} + c": "a/b + c",
    r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}": "(x − μ) / √(σ² + ϵ)",
    r"\frac{\log x}{y}": "(log x) / y",
    r"\frac{\frac{a}{b}}{c}": "(a/b)/c",
    r"\frac{a}{b}^2": "(a/b)²",
    r"\frac{\partial L}{\partial W}": "∂L/∂W",
    r"\sqrt{x^2}": "√(x²)",
    r"\sqrt{x}^2": "(√x)²",
    r"\sqrt[3]{x}": "³√x",
    r"\sum_{i=1}^n x_i": "∑ᵢ₌₁ⁿ xᵢ",
    r"\prod_{t=1}^T p_t": "∏_{t=1}^T pₜ",
    r"\max_i a_i": "maxᵢ aᵢ",
    r"\operatorname*{arg\,max}_x f": "argmaxₓ f",
    # tables
    r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}^T": "(a, b; c, d)ᵀ",
    r"\begin{cases} 0 & \text{if } j \le i \\ -\infty & \text{otherwise} \end{cases}": (
        "{0 if j ≤ i; −∞ otherwise}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("latex", LINES, ids=list(LINES))
def test_on_one_line(latex: str) -> None:
    assert in_one_line(latex) == LINES[latex]


@pytest.mark.parametrize(
    "latex",
    [
        r"\fooo{x}",
        r"\frac{1}{2",
        r"\underbrace{a + b}_{n}",
        r"\widehat{xy}",
        r"\overset{!}{=}",
        r"\boxed{x}",
        r"a & b",
        r"\text{a $x$ b}",
    ],
)
def test_what_cannot_be_shown_so_is_shown_as_its_source(latex: str) -> None:
    assert in_one_line(latex) == latex


def test_subscripts_that_are_read_together_are_written_alike() -> None:
    assert prefers_plain_letters(["W_i", r"W_f z + b_f"])
    assert in_one_line("W_i", plain_letters=True) == "W_i"
    assert in_one_line("W_1", plain_letters=True) == "W₁"
    assert not prefers_plain_letters(["W_i", "d_{model}", "x_N", r"\fooo"])


def test_formulas_in_a_hint_become_words() -> None:
    hint = r"Look at $s_i$ again; `$s$` stays, and so does \$5: $\frac{1}{2}$"
    assert in_words(hint) == r"Look at sᵢ again; `$s$` stays, and so does \$5: 1/2"
    assert in_words("costs 5") == "costs 5"
