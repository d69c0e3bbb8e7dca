"""Authoring errors that change nothing for the reference: each gets a word all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

REFERENCE = """\
import numpy as np


def double(x):
    return 2 * x


def nothing(x):
    2 * x


def undefined(x):
    return np.log(-np.abs(x))


def always(x):
    return 3.0


def zeros(x):
    return 0 * x


def same(x):
    return x


def same_table(x):
    return np.eye(3)


def in_place(x):
    x += x
    return x


def gram(x):
    return np.outer(x, x)


def outer(x):
    return np.outer(x, np.arange(len(x)))


def barely_double(x):
    return 2 * x + 1e-9


def rounded(x):
    return np.round(x)


def named(x):
    return {"once": x, "twice": 2 * x}
"""
PROBLEM = """\
id: topic/double
title: A title
prompt: |
  {prompt}
parts:
  code:
    asks: function
    call: double(x)
    reference: topic.{reference}
    inputs: {inputs}
    points: 4
    checks: [{check}]
    tolerance: {tolerance}
    mistakes: {mistakes}
  formula:
    asks: formula
    symbols: {symbols}
    answer: 2 * x
    points: 1
"""


def problem(
    *,
    prompt: str = "Write `double(x)`.",
    reference: str = "double",
    inputs: str = '{n: 2..6, x: "normal[n]"}',
    check: str = "{equals: {cases: 3}}",
    tolerance: str = "{}",
    mistakes: str = "[]",
    symbols: str = "{x: real}",
) -> str:
    return PROBLEM.format(
        prompt=prompt,
        reference=reference,
        inputs=inputs,
        check=check,
        tolerance=tolerance,
        mistakes=mistakes,
        symbols=symbols,
    )


ELSE = "would get full marks for what is returned; draw inputs on which"
# what is written -> all that lint says, without the file's name
SILENT: dict[str, tuple[dict[str, str], list[str]]] = {
    "sound": ({}, []),
    "a symmetric result": ({"reference": "gram"}, []),
    "a result that is no transpose": ({"reference": "outer"}, []),
    "whole numbers": ({"reference": "rounded", "inputs": '{x: "3 * normal[4]"}'}, []),
    "a tolerance that says that it is coarse": ({"tolerance": "{relative: 0.01}"}, []),
    "an absurd tolerance": (
        {"tolerance": "{absolute: 10}"},
        [
            "13:5: parts.code.tolerance: is so wide that zeros, the input `x`, one number "
            "everywhere and the result in half precision would get full marks for what is "
            "returned; narrow it or leave it out"
        ],
    ),
    "a tolerance for half precision that does not say so": (
        {"tolerance": "{absolute: 0.005}", "inputs": '{n: 2..6, x: "normal[n]"}'},
        [
            "13:5: parts.code.tolerance: is so wide that the result in half precision would get "
            "full marks for what is returned; narrow it or leave it out"
        ],
    ),
    "None": (
        {"reference": "nothing"},
        ["9:5: parts.code.reference: `topic.nothing` returns None; does it end without `return`?"],
    ),
    "a dictionary where `returns` has names": (
        {"reference": "named\n    returns: [once, twice]"},
        [
            "9:5: parts.code.reference: `topic.named` returns a dictionary, but `returns` names 2 "
            "outputs; return them as a tuple in this order, or leave `returns` out"
        ],
    ),
    "NaN": (
        {"reference": "undefined"},
        [
            "9:5: parts.code.reference: `topic.undefined` returns NaN in every case; draw inputs "
            "for which it is defined"
        ],
    ),
    "a constant": (
        {"reference": "always"},
        [
            "9:5: parts.code.reference: the result of the first case and one number everywhere "
            f"{ELSE} `topic.always` gives something else"
        ],
    ),
    "a constant array": (
        {"reference": "same_table"},
        [
            "9:5: parts.code.reference: the result of the first case "
            f"{ELSE} `topic.same_table` gives something else"
        ],
    ),
    "zeros": (
        {"reference": "zeros"},
        [
            "9:5: parts.code.reference: zeros and one number everywhere "
            f"{ELSE} `topic.zeros` gives something else"
        ],
    ),
    "the input itself": (
        {"reference": "same"},
        [f"9:5: parts.code.reference: the input `x` {ELSE} `topic.same` gives something else"],
    ),
    "changes its input": (
        {"reference": "in_place"},
        [
            "9:5: parts.code.reference: `topic.in_place` changes its input `x`; let it work on a "
            "copy"
        ],
    ),
    "changes an input that is to be changed": (
        {"reference": "in_place\n    changes: x", "prompt": "Write `double(x)`."},
        [],
    ),
    "an unused input": (
        {"inputs": '{n: 2..6, y: "normal[n]", x: "normal[n]"}'},
        ["10:23: parts.code.inputs.y: is used by nothing; pass it in `call` or remove it"],
    ),
    "an unused symbol": (
        {"symbols": "{x: real, alpha: real}"},
        [
            "17:24: parts.formula.symbols.alpha: stands in no answer and in nothing that a student "
            "reads; remove it"
        ],
    ),
    "another function": (
        {"prompt": "Write `twice(x)`."},
        [
            "4:1: prompt: names the function `twice`, but `call` of `code` asks for `double`; "
            "write the same name in both"
        ],
    ),
    "a mistake that equals the truth": (
        {"mistakes": "[{name: no mistake, reference: topic.double_again}]"},
        [
            "14:16: parts.code.mistakes.0: `topic.double_again` returns exactly what the reference "
            "does in all 3 cases; add inputs that bring the mistake out, or remove it"
        ],
    ),
    "a mistake that is nearly the truth": (
        {"mistakes": "[{name: too small, reference: topic.barely_double}]"},
        [
            "14:16: parts.code.mistakes.0: `topic.barely_double` gets full marks: it differs from "
            "the reference by 1e-09 at most, which the tolerance allows; add inputs that bring the "
            "mistake out, or narrow `tolerance`"
        ],
    ),
}
NOTED: dict[str, tuple[dict[str, str], list[str]]] = {
    "sound": ({}, []),
    "a misprint within a line": (
        {"prompt": "Write `double(x)`, which is $y = 3 x$."},
        [
            "4:1: prompt: note: the formula `y = 3 x` is not compared with the reference; declare "
            "it under `formulas`, or say why not under `unchecked`"
        ],
    ),
    "a number within a line": ({"prompt": "Write `double(x)`, with $c = 10^{-5}$."}, []),
}


def test_a_pattern_that_matches_nothing_yet_is_a_note(
    lint_course: Callable[..., list[str]],
) -> None:
    files = {
        "problems/p.yaml": problem(),
        "reference/topic.py": REFERENCE,
        "grader.toml": '[assignments]\none = ["topic/*"]\ntwo = ["zebra/*"]\n',
    }
    assert lint_course(files, run=False) == []
    assert lint_course(files, run=False, notes=True) == [
        "grader.toml:3:1: assignments.two: note: `zebra/*` matches no problem yet"
    ]


@pytest.mark.parametrize(("changes", "said"), SILENT.values(), ids=SILENT)
def test_no_error_is_silent(
    changes: dict[str, str], said: list[str], lint_course: Callable[..., list[str]]
) -> None:
    reference = REFERENCE + "\n\ndef double_again(x):\n    return x + x\n"
    found = lint_course({"problems/p.yaml": problem(**changes), "reference/topic.py": reference})
    assert found == [f"problems/p.yaml:{line}" for line in said]


@pytest.mark.parametrize(("changes", "said"), NOTED.values(), ids=NOTED)
def test_what_is_noted(
    changes: dict[str, str], said: list[str], lint_course: Callable[..., list[str]]
) -> None:
    files = {"problems/p.yaml": problem(**changes), "reference/topic.py": REFERENCE}
    found = lint_course(files, run=False, notes=True)
    assert found == [f"problems/p.yaml:{line}" for line in said]
