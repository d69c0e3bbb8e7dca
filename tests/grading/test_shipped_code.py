"""The shipped problems on attention and language models: named mistakes, right answers in unusual
styles, and what earns nothing."""

from __future__ import annotations

import pytest
from attention_answers import MANY_HEADS, ROLES, SCHEDULE, attention
from attention_answers import RIGHT as RIGHT_ATTENTION
from language_answers import BERT_INPUT, COUNTS, MASKED
from language_answers import RIGHT as RIGHT_LANGUAGE
from module_answers import MISTAKEN as MODULES
from module_answers import RIGHT as RIGHT_MODULES
from shipped_marks import assert_full_marks, assert_named, declared_mistakes, marked

from grader.grading import Session

TABLES = {
    "attention/roles": ROLES,
    "attention/heads": MANY_HEADS,
    "attention/schedule": SCHEDULE,
    "language-model/bert-input": BERT_INPUT,
    "language-model/masked-modelling": MASKED,
    "counting/language-model": COUNTS,
    "language-model/modules": MODULES,
}
MISTAKEN = [(problem, *row) for problem, rows in TABLES.items() for row in rows]
RIGHT = (*RIGHT_ATTENTION, *RIGHT_LANGUAGE, *RIGHT_MODULES)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("problem", "name", "mistake", "source"), MISTAKEN, ids=[f"{r[0]}: {r[2]}" for r in MISTAKEN]
)
def test_a_named_mistake_is_recognised(
    shipped: Session, problem: str, name: str, mistake: str, source: str
) -> None:
    assert_named(shipped, problem, name, mistake, source)


@pytest.mark.parametrize("problem", TABLES)
def test_every_named_mistake_is_tried(shipped: Session, problem: str) -> None:
    tried = {(problem, row[0], row[1]) for row in TABLES[problem]}
    assert tried == declared_mistakes(shipped, [problem])


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("problem", "name", "what", "source"), RIGHT, ids=[f"{r[0]}, {r[1]}: {r[2]}" for r in RIGHT]
)
def test_a_right_answer_gets_full_marks(
    shipped: Session, problem: str, name: str, what: str, source: str
) -> None:
    assert_full_marks(shipped, problem, name, source)


def test_an_answer_that_needs_a_mask_says_so(shipped: Session) -> None:
    source = attention(hide="s = np.where(mask.astype(bool), s, -np.inf)")
    part = marked(shipped, "attention/roles", "code", source)
    assert (part.verdict.value, part.score.earned) == ("partly", 2.5)
    assert part.message == (
        "works when mask is None: case 1: it fails when mask is None: AttributeError: 'NoneType' "
        "object has no attribute 'astype' at homework.py, line 9"
    )


def test_a_length_that_does_not_fit_costs_that_check(shipped: Session) -> None:
    source = (
        "import numpy as np\n"
        "def cross_attention(Y, X, WQ, WK, WV, WO, num_heads):\n"
        "    n, d = Y.shape\n"
        "    q, k, v = ((Z @ W).reshape(n, num_heads, -1).transpose(1, 0, 2)\n"
        "               for Z, W in ((Y, WQ), (X, WK), (X, WV)))\n"
        "    s = np.exp(q @ k.transpose(0, 2, 1) / (d // num_heads) ** 0.5)\n"
        "    o = s / s.sum(-1, keepdims=True) @ v\n"
        "    return o.transpose(1, 0, 2).reshape(n, d) @ WO\n"
    )
    part = marked(shipped, "attention/heads", "cross", source)
    assert (part.verdict.value, part.score.earned) == ("partly", 1.0)
    assert part.message.startswith("works when X is longer or shorter than Y: case 1: ValueError: ")


def test_the_rate_at_step_0(shipped: Session) -> None:
    source = (
        "def learning_rate(step, d_model, warmup):\n"
        "    return d_model ** -0.5 * min(step ** -0.5, step * warmup ** -1.5)\n"
    )
    part = marked(shipped, "attention/schedule", "code", source)
    assert (part.verdict.value, part.score.earned) == ("partly", 2.5)
    assert part.message == (
        "works at step 0: case 1: ZeroDivisionError: 0.0 cannot be raised to a negative power at "
        "homework.py, line 2"
    )
