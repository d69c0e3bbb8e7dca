"""`means`: a symbol that stands for others may be used or spelled out, in any mixture."""

from __future__ import annotations

from pathlib import Path

import pytest
from forms_course import mark, open_course, write_course

from grader.checks import all_checks
from grader.course import Course
from grader.kinds.marker import Unclear
from grader.linting import lint

SLOPE = r"""
id: means/slope
title: A slope
prompt: Write the derivative of $h = \tanh(p)^2 y$ with respect to $p$, where $t = \tanh(p)$.
parts:
  slope:
    asks: formula
    points: 2
    symbols: {p: real, t: "(-1,1)", s: real, y: real}
    means: {s: 1 - t^2, t: tanh(p)}
    answer: 2 * t * s * y
    mistakes:
      - {name: the slope of the tanh is missing, answer: 2 * t * y, credit: 0.5}
  outer:
    asks: formula
    points: 1
    symbols: {u: "vector[n]", v: "vector[n]", w: "vector[n]"}
    means: {w: u - v}
    answer: w w^T
"""


@pytest.fixture(scope="module")
def means(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return open_course(write_course(tmp_path_factory.mktemp("means") / "c", {"slope": SLOPE}))


@pytest.mark.parametrize(
    ("part", "text", "read_as"),
    [
        ("slope", "2*t*s*y", "2*t*s*y"),
        ("slope", "2*t*(1 - t^2)*y", "2*t*(1 - t**2)*y"),
        ("slope", "2*tanh(p)*(1 - t*tanh(p))*y", "2*tanh(p)*(1 - t*tanh(p))*y"),
        ("slope", "2*t*y/cosh(p)^2", "2*t*y/cosh(p)**2"),
        ("outer", "(u - v) w^T", "(u - v) @ w.T"),
        ("outer", "w u^T - w v^T", "w @ u.T - w @ v.T"),
    ],
)
def test_either_is_right_and_shown_as_written(
    means: Course, part: str, text: str, read_as: str
) -> None:
    marked = mark(means, "means/slope", part, f"`{text}`")
    assert (str(marked.verdict), marked.read_as) == ("correct", read_as)


def test_a_mistake_is_recognised_spelled_out(means: Course) -> None:
    marked = mark(means, "means/slope", "slope", "`2*y*tanh(p)`")
    assert marked.mistake is not None
    assert (marked.mistake.name, marked.share) == ("the slope of the tanh is missing", 0.5)


def test_a_wrong_answer_is_refuted_by_symbols_that_stand_for_themselves(means: Course) -> None:
    marked = mark(means, "means/slope", "slope", "`t*s*y`")
    assert str(marked.verdict) == "wrong"
    assert " at p = " in marked.message


def test_the_file_has_no_faults(means: Course) -> None:
    assert lint(means, all_checks(), ["means/slope"]).faults == ()


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("{q: p}", "`q` is not declared under `symbols`"),
        ("{t: tanh(s), s: t + 1}", "`t` stands for itself, by way of what it means"),
        (
            "{t: tanh(p}",
            "`tanh(p` cannot be read: character 5: this bracket is never closed: add )",
        ),
    ],
)
def test_faults(tmp_path: Path, declared: str, words: str) -> None:
    text = SLOPE.replace("{s: 1 - t^2, t: tanh(p)}", declared)
    course = open_course(write_course(tmp_path / "c", {"slope": text}))
    (fault,) = lint(course, all_checks(), ["means/slope"], run=False).faults
    assert (fault.line, fault.field) == (10, "parts.slope.means")
    assert fault.message.startswith(words)


def test_a_number_cannot_stand_for_a_vector(tmp_path: Path) -> None:
    text = SLOPE.replace("{w: u - v}", "{w: u^T v}")
    course = open_course(write_course(tmp_path / "c", {"slope": text}))
    (fault,) = lint(course, all_checks(), ["means/slope"], run=False).faults
    assert fault.message == "`w` and `u^T v` have different shapes"


# (part, as a student writes it, share, the mistake that is named)
GATES = "lstm/gate-derivatives"
SEEN = (
    ("lstm/output-layer", "bias", r"$(\hat y - y)a^T$", 0.0,
     "it is multiplied by the activation, as the derivative of the weights is"),
    (GATES, "candidate", r"$\frac{\partial L}{\partial c} \Gamma_u^{<t>}(1 - p\hat{c}^{<t>})$",
     0.5, "the slope of the tanh is taken as 1 minus what goes into it"),
    (GATES, "candidate", r"$dc\,\Gamma_u\,(1 - \tanh^2(\hat c))$", 0.5,
     "tanh is taken once more of a candidate that is already a tanh"),
    (GATES, "bias", r"$\Gamma_u(1 - \Gamma_u)$", 0.25, "what comes from above is left out"),
    (GATES, "bias", r"$\frac{\partial L}{\partial\gamma_u}\,\Gamma_u(1-\Gamma_u)$", 0.5,
     "the slope of the gate is counted twice"),
    (GATES, "cell", r"$da\,\Gamma_o(1-\tanh^2(c))$", 0.5, "dc_next is not added"),
    ("lstm/cell-formulas", "cell", r"$\Gamma_u \odot c_{t-1} + \Gamma_f \odot \hat c_t$", 0.5,
     "the forget and the update gate are exchanged"),
    ("lstm/cell-formulas", "candidate", r"$\tanh(W_c[x^{<t>}, a^{<t-1>}] + b_c)$", 0.5,
     "the input is stacked on top of the activation"),
    ("lstm/cell-formulas", "activation", "`ot * c_next`", 0.5,
     "the cell state is not passed through tanh"),
    ("lstm/parallel", "attention", "$O(T)$", 0.0, "a recurrent layer is counted"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "part", "text", "share", "name"), SEEN, ids=[f"{row[1]} {row[4]}" for row in SEEN]
)
def test_written_mistakes_about_an_lstm(
    shipped: Course, problem: str, part: str, text: str, share: float, name: str
) -> None:
    marked = mark(shipped, problem, part, text)
    assert marked.mistake is not None, marked.message
    assert (marked.mistake.name, marked.share) == (name, share)


RIGHT = (
    ("lstm/cell-formulas", "candidate",
     r"$\hat{c} = \tanh\left(W_c \begin{bmatrix} a^{<t-1>} \\ x^{<t>} \end{bmatrix} + b_c\right)$"),
    ("lstm/cell-formulas", "candidate", r"$2\sigma(2(W_c[a_{t-1}; x_t] + b_c)) - 1$"),
    ("lstm/cell-formulas", "activation", r"$\Gamma_o \tanh(\Gamma_f c_{prev} + \Gamma_u \hat{c})$"),
    (GATES, "forget_gate", r"$(dc_{next} + da\,\sigma(\gamma_o)(1-\tanh^2(c)))\,c^{<t-1>}"
                           r"\,\sigma(\gamma_f)(1-\Gamma_f)$"),
    (GATES, "output_gate", "`da_next * np.tanh(c_next) * ot * (1 - ot)`"),
    (GATES, "cell", r"$\frac{\partial L}{\partial a} * \Gamma_o * (1 - \tanh^2(c)) + dc_{next}$"),
    ("lstm/output-layer", "activation", "`da_next + W_y.T @ (y_hat - y)`"),
    ("lstm/parallel", "recurrent", r"$\Theta(T)$"),
)  # fmt: skip


@pytest.mark.parametrize(("problem", "part", "text"), RIGHT)
def test_right_writings_about_an_lstm(shipped: Course, problem: str, part: str, text: str) -> None:
    assert str(mark(shipped, problem, part, text).verdict) == "correct"


@pytest.mark.parametrize(
    ("part", "words"),
    [("cell", "character 1: unknown symbol dc: did you mean c?"),
     ("update_gate", "character 1: unknown symbol dgamma_u: did you mean gamma_u")],
)  # fmt: skip
def test_what_is_asked_for_is_no_answer_to_itself(shipped: Course, part: str, words: str) -> None:
    text = {"cell": "`dc`", "update_gate": "`dgamma_u`"}[part]
    with pytest.raises(Unclear) as unclear:
        mark(shipped, GATES, part, text)
    assert str(unclear.value).startswith(words)
