"""A written part's answer against the function that computes the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Lint = Callable[..., list[str]]

REFERENCE = """
import numpy as np


def gram_slope(A, t):
    return 4 * t * (A @ A.T - np.eye(len(A))) @ A


def table(n, d):
    return np.outer(np.arange(n), np.arange(d)) + 1.0
"""
PROBLEM = """
id: topic/slope
title: A slope
prompt: Derive it.
parts:
  code:
    asks: function
    call: gram_slope(A, t)
    reference: slopes.gram_slope
    inputs: {r: 2..3, n: 4..5, A: "normal[r, n]", t: "uniform(1, 2)"}
    points: 2
    checks:
      - equals: {cases: 3}
  table:
    asks: function
    call: table(n, d)
    reference: slopes.table
    returns: values
    inputs: {n: 3..4, d: 5..6}
    points: 2
    checks:
      - equals: {cases: 3}
  formula:
    asks: formula
    symbols: {A: "matrix[r, n]", t: real}
    identity: {I: r}
    answer: 4 t (A A^T - I) A
    same_as: code
    points: 1
  entry:
    asks: formula
    symbols: {i: 0..9, j: 0..9}
    answer: i j + 1
    same_as: {part: table, indices: {i: 0..n-1, j: 0..d-1}, gives: "values[i, j]"}
    points: 1
"""


def faults(lint_course: Lint, problem: str) -> list[str]:
    return lint_course({"problems/p.yaml": problem, "reference/slopes.py": REFERENCE})


def test_answers_that_say_what_the_code_computes(lint_course: Lint) -> None:
    assert faults(lint_course, PROBLEM) == []


WRONG = {
    "a wrong factor": (
        "answer: 4 t (", "answer: 2 t (",
        "problems/p.yaml:27:5: parts.formula.answer: is not what `code` computes: in case 1, entry "
        "[0, 0], the formula gives -16.1074 and the reference -32.2149",
    ),
    "another shape": (
        "answer: 4 t (A A^T - I) A", "answer: 4 t (A A^T - I)",
        "problems/p.yaml:27:5: parts.formula.answer: is not what `code` computes: in case 1, the "
        "formula gives an array of shape (3, 3) and the reference an array of shape (3, 4)",
    ),
    "an index off by one": (
        "answer: i j + 1", "answer: i j + i",
        "problems/p.yaml:33:5: parts.entry.answer: is not what `table` computes: in case 1, at "
        "i = 0, j = 0, the formula gives 0 and the reference 1",
    ),
    "a symbol that is nothing there": (
        "symbols: {A: \"matrix[r, n]\", t: real}\n    identity: {I: r}\n    answer: 4 t (",
        "symbols: {A: \"matrix[r, n]\", s: real}\n    identity: {I: r}\n    answer: 4 s (",
        "problems/p.yaml:28:5: parts.formula.same_as.means: does not say what `s` is in `code`",
    ),
    "a shape that is not as declared": (
        'A: "matrix[r, n]"', 'A: "matrix[r, 2]"',
        "problems/p.yaml:28:5: parts.formula.same_as.means.A: `A` has the shape (3, 4) in case "
        "1, not as declared",
    ),
    "a place that is not there": (
        'gives: "values[i, j]"', 'gives: "values[j, i]"',
        "problems/p.yaml:34:5: parts.entry.same_as: in case 1 a side has no value: values has no "
        "place 4 along an axis of 4",
    ),
    "a function without an ordinary case": (
        "- equals: {cases: 3}\n  formula:", "- property: {holds: deterministic}\n  formula:",
        "problems/p.yaml:34:5: parts.entry.same_as: nothing could be compared: `table` has no "
        "ordinary case to compare with; add an `equals` check to it",
    ),
    "an unknown output": (
        'gives: "values[i, j]"', 'gives: "value[i, j]"',
        "problems/p.yaml:34:61: parts.entry.same_as.gives: `value[i, j]` cannot be read: unknown "
        "symbol value: did you mean values?",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), WRONG.values(), ids=WRONG)
def test_what_lint_says(lint_course: Lint, old: str, new: str, words: str) -> None:
    assert PROBLEM.count(old) == 1
    assert words in faults(lint_course, PROBLEM.replace(old, new))
