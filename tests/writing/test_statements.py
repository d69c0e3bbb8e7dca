"""What a text states: words, mathematics, chains of equalities, and which of them concludes."""

from __future__ import annotations

import pytest

from grader.writing import Role, spans, statements
from grader.writing.cases import by_cases

# text -> (sides, role) of each statement
STATED: dict[str, list[tuple[tuple[str, ...], Role]]] = {
    r"Thus we get $y = Wx + b$ at last.": [(("y", "Wx + b"), Role.CONCLUDED)],
    r"$$\begin{aligned} z &= u + v \\ &= w, \quad \text{for all } k \end{aligned}$$": [
        (("z", "u + v", "w"), Role.STATED),
        (("k",), Role.GIVEN),
    ],
    r"$g(t) = e^{-t}, \quad t = 0, 1, \dots$": [
        (("g(t)", "e^{-t}"), Role.STATED),
        (("t", r"0, 1, \dots"), Role.GIVEN),
    ],
    r"$\boxed{m^2}$": [(("m^2",), Role.BOXED)],
    r"The answer is $u$, not $v$.": [(("u",), Role.BOXED), (("v",), Role.DENIED)],
    r"$c^{<t>} = f * c^{<t-1>} \tag{3}$": [(("c^{<t>}", "f * c^{<t-1>}"), Role.STATED)],
    r"costs $5 and $6 but $n^2$": [(("n^2",), Role.STATED)],
    r"$q = \underbrace{AB}_{C} + 1$": [
        (("q", "AB + 1"), Role.STATED),
        (("C", "AB"), Role.GIVEN),
    ],
    r"$A = XX^T \in \mathbb R^{n\times n}$": [
        (("A", "XX^T", r"\mathbb R^{n\times n}"), Role.STATED)
    ],
    r"In practice it would be done in $O(k)$ time": [(("O(k)",), Role.GIVEN)],
    r"$a = 1$ where $s = 2$ and $t = 3$": [
        (("a", "1"), Role.STATED),
        (("s", "2"), Role.GIVEN),
        (("t", "3"), Role.GIVEN),
    ],
    r"$y = x + 1 \qquad (3)$": [(("y", "x + 1"), Role.STATED)],
    r"$50, 439, 168$": [(("50, 439, 168",), Role.STATED)],
    r"\begin{align*} p &= q \\ r &= s \end{align*}": [
        (("p", "q"), Role.STATED),
        (("r", "s"), Role.STATED),
    ],
    # languages that have their verb last deny what stands before it
    r"$u$ ではなく $v$": [(("u",), Role.DENIED), (("v",), Role.STATED)],
    r"$u$가 아니라 $v$": [(("u",), Role.DENIED), (("v",), Role.STATED)],
    r"The slope is given by $u$": [(("u",), Role.CONCLUDED)],
    r"It grows by $u$": [(("u",), Role.GIVEN)],
    r"so the scores are divided by $\sqrt{d}$": [((r"\sqrt{d}",), Role.GIVEN)],
    r"so it is divided by $\sqrt{d}$": [((r"\sqrt{d}",), Role.CONCLUDED)],
    r"at step $= n$": [(("step", "n"), Role.GIVEN)],
    r"$$p = 1, \quad q = 2$$ $$r = 3$$": [
        (("p", "1"), Role.STATED),
        (("q", "2"), Role.GIVEN),
        (("r", "3"), Role.STATED),
    ],
    r"eˢ + 1": [],
    r"`eˢ + 1`": [(("e^{s} + 1",), Role.STATED)],
}


@pytest.mark.parametrize("text", STATED)
def test_statements(text: str) -> None:
    found = statements(spans(text))
    assert [(one.sides, one.role) for one in found] == STATED[text]


def test_a_choice_between_two_is_hedged() -> None:
    assert [one.hedged for one in statements(spans("$a$ or maybe $b$"))] == [True, True]


@pytest.mark.parametrize(
    ("text", "examples"),
    [
        ("small ones (e.g., $n = 3$ and $m = 5$) cost $n m$", [True, True, False]),
        ("for instance $n = 3$. Then it is $n$", [True, False]),
        ("a size such as $n = 3$; in general $n$", [True, False]),
        ("if the length is, say, $n = 7$, and the width $m = 2$", [True, True]),
        ("where $n = 3$; we say that $m = n$", [False, False]),
    ],
)
def test_what_is_an_example(text: str, examples: list[bool]) -> None:
    assert [one.example for one in statements(spans(text))] == examples


def test_of_a_brace_each_case_has_its_left_side() -> None:
    text = r"$a_{ij} = \begin{cases} 1 & i = j \\ 0 & \text{otherwise} \end{cases}$"
    (one,) = statements(spans(text))
    assert [case.sides for case in by_cases(one, ["a_{ii}"])] == [
        ("a_{i i}", "1"),
        ("a_{ij}", "0"),
    ]
    (joined,) = by_cases(one, ["b"])
    assert joined.last == r"\delta_{i j} (1) + (1 - \delta_{i j}) (0)"


@pytest.mark.parametrize(
    "sign", ["=", ",", "$", "\\quad ", "{", "<", "`", ". ", "\\boxed{", "(a) "]
)
def test_a_long_row_of_one_sign_is_cut_in_few_steps(sign: str) -> None:
    """It must end; that it is quick is measured where answers are marked."""
    assert len(statements(spans(sign * 5000))) <= 5000
