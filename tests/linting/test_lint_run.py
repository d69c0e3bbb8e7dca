"""Faults that only show when the reference and the mistakes are run like a student's answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.grading import reference_limits

REFERENCE = """\
import numpy as np


def double(x):
    return 2 * x


def square(x):
    return x**2


def also_square(x):
    return x * x


def double_all_but_huge(x):
    return np.where(x > 1e6, 0, 2 * x)


def raises(x):
    return undefined_name * x


def raises_on_negative(x):
    if (x < 0).any():
        raise ValueError("negative")
    return 3 * x


def loops(x):
    while True:
        pass


def draws(x):
    return x + np.random.normal(size=x.shape)


def draws_afresh(x):
    return x + np.random.default_rng().normal(size=x.shape)


def changes_its_input(x):
    x += x
    return x


def fails_to_draw(seed, inputs):
    return inputs["nothing"]


def draws_a_list(seed, inputs):
    return [seed]


def draws_nothing_needed(seed, inputs):
    return {"other": 1}


def cube(x):
    return x**3


def steps_along_a_row(x):
    if x.ndim < 2:
        raise ValueError(f"a matrix is needed, not the shape {x.shape}")
    return np.diff(x, axis=-1)


def says_nothing(x):
    return {}


def double_and_one(x):
    return 2 * x + 1


def squares_its_input(x):
    x *= x
    return x


def forward(x):
    return {"cache": 2 * x}


def backward(cache):
    return cache + 1


def loops_too(x):
    while True:
        pass


def times(x, n):
    return n * x


def first_entries(x):
    return x[:, 0]


def twice(x):
    return x, 2 * x


def total(x):
    return np.full_like(x, x.sum())
"""

PROBLEM = """\
id: {id}
title: A title
prompt: Double it.
parts:
  code:
    asks: function
    {first}call: {call}
    reference: topic.{reference}
    inputs: {inputs}
    points: 4
    checks:
      - {check}
    mistakes: {mistakes}
    conventions: {conventions}
    limits: {limits}
"""


def problem(
    name: str,
    *,
    reference: str = "double",
    call: str = "double(x)",
    inputs: str = '{n: 2..6, x: "normal[n]"}',
    check: str = "equals: {cases: 3}",
    mistakes: str = "[]",
    conventions: str = "[]",
    first: str = "",
    limits: str = "{}",
) -> str:
    return PROBLEM.format(
        id=f"topic/{name}",
        reference=reference,
        call=call,
        inputs=inputs,
        check=check,
        mistakes=mistakes,
        conventions=conventions,
        limits=limits,
        first=f"first: {first}\n    " if first else "",
    )


def mistake(name: str, function: str) -> str:
    """A mistake; a convention is written the same way."""
    return f"{{name: {name}, reference: topic.{function}}}"


# name of the problem -> its text, and its only fault after the file's name; "" for none
RUNS: dict[str, tuple[str, str]] = {
    "sound": (problem("sound", mistakes=f"[{mistake('squared', 'square')}]"), ""),
    "example-right": (
        problem("example-right", check="equals: {examples: [{inputs: {x: [1.0]}, expect: [2.0]}]}"),
        "",
    ),
    "example-disagrees": (
        problem(
            "example-disagrees",
            check="equals: {examples: [{inputs: {x: [1.0, 2.0]}, expect: [2.0, 5.0]}]}",
        ),
        "12:55: parts.code.checks.0.equals.examples.0.expect: the reference gives [2.0, 4.0]; "
        "correct one of them",
    ),
    "example-with-few-digits": (
        problem(
            "example-with-few-digits",
            check="equals: {decimals: 1, examples: [{inputs: {x: [1.02]}, expect: [2.0]}]}",
        ),
        "",
    ),
    "property-fails": (
        problem("property-fails", check="property: rows_sum_to_one"),
        "8:5: parts.code.reference: `topic.double` does not get full marks: wrong: case 1: 1 of 1 "
        "row does not sum to 1",
    ),
    "raises": (
        problem("raises", reference="raises"),
        "8:5: parts.code.reference: cannot be graded: the reference failed: topic.raises raised "
        "NameError: name 'undefined_name' is not defined at topic.py, line 21",
    ),
    "loops": (
        problem("loops", reference="loops", limits="{seconds: 0.2}"),
        "8:5: parts.code.reference: cannot be graded: the reference failed: topic.loops did not "
        "end within 2 s; a reference gets 10 times the part's `limits.seconds`, and at least 1 s",
    ),
    "mistake-loops": (
        problem(
            "mistake-loops",
            mistakes=f"[{mistake('it loops', 'loops_too')}]",
            limits="{seconds: 1}",
        ),
        "13:16: parts.code.mistakes.0: `topic.loops_too` did not end, so nothing can be recognised "
        "by it: case 1: no answer within 1 s; is there a loop that never ends?",
    ),
    "draws": (
        problem("draws", reference="draws"),
        "8:5: parts.code.reference: `topic.draws` gives another result in case 1 of “agrees with "
        "the reference” when it is called again; draw its random numbers in `inputs`, and pass "
        "them in",
    ),
    "draws-afresh": (
        problem("draws-afresh", reference="draws_afresh"),
        "8:5: parts.code.reference: `topic.draws_afresh` gives another result in case 1 of “agrees "
        "with the reference” when it is called again; draw its random numbers in `inputs`, and "
        "pass them in",
    ),
    "changes-its-input": (
        problem("changes-its-input", reference="changes_its_input"),
        "8:5: parts.code.reference: `topic.changes_its_input` changes its input `x`; let it work "
        "on a copy",
    ),
    "mistake-crashes": (
        problem("mistake-crashes", mistakes=f"[{mistake('crash', 'raises_on_negative')}]"),
        "13:16: parts.code.mistakes.0: `topic.raises_on_negative` loses points but is not "
        "recognised by its results: case 1: ValueError: negative at reference/topic.py, line 26",
    ),
    "generator-without-the-input": (
        problem(
            "generator-without-the-input",
            inputs="{n: 2..3, from: topic.draws_nothing_needed}",
        ),
        "7:5: parts.code.call: `x` is not an input, and `topic.draws_nothing_needed` does not "
        "return it",
    ),
    "mistake-never-shows": (
        problem("mistake-never-shows", mistakes=f"[{mistake('huge', 'double_all_but_huge')}]"),
        "13:16: parts.code.mistakes.0: `topic.double_all_but_huge` returns exactly what the "
        "reference does in all 3 cases; add inputs that bring the mistake out, or remove it",
    ),
    "mistakes-alike": (
        problem(
            "mistakes-alike",
            mistakes=f"[{mistake('one', 'square')}, {mistake('two', 'also_square')}]",
        ),
        "13:54: parts.code.mistakes.1: `topic.also_square` gives the same results as `one`, which "
        "comes first; keep one of them or add inputs that tell them apart",
    ),
    "convention": (
        problem(
            "convention",
            mistakes=f"[{mistake('cubed', 'cube')}]",
            conventions=f"[{mistake('squared', 'square')}]",
        ),
        "",
    ),
    "convention-never-shows": (
        problem(
            "convention-never-shows", conventions=f"[{mistake('huge', 'double_all_but_huge')}]"
        ),
        "14:19: parts.code.conventions.0: `topic.double_all_but_huge` gives the same results as "
        "the reference; remove it or add inputs that tell them apart",
    ),
    "conventions-alike": (
        problem(
            "conventions-alike",
            conventions=f"[{mistake('one', 'square')}, {mistake('two', 'also_square')}]",
        ),
        "14:57: parts.code.conventions.1: `topic.also_square` gives the same results as `one`, "
        "which comes first; keep one of them or add inputs that tell them apart",
    ),
    "convention-like-a-mistake": (
        problem(
            "convention-like-a-mistake",
            mistakes=f"[{mistake('wrong', 'also_square')}]",
            conventions=f"[{mistake('right', 'square')}]",
        ),
        "13:16: parts.code.mistakes.0: `topic.also_square` gives the same results as the "
        "convention `right`, and so gets full marks; keep one of them or add inputs that tell "
        "them apart",
    ),
    "convention-without-the-property": (
        problem(
            "convention-without-the-property",
            check="equals: {cases: 3}\n      - property: leaves_inputs_unchanged",
            conventions=f"[{mistake('in place', 'squares_its_input')}]",
        ),
        "15:19: parts.code.conventions.0: `topic.squares_its_input` does not get full marks: "
        "wrong: agrees with the reference: case 1: the result differs in 6 of 6 entries",
    ),
    "convention-crashes": (
        problem("convention-crashes", conventions=f"[{mistake('crash', 'raises_on_negative')}]"),
        "14:19: parts.code.conventions.0: `topic.raises_on_negative` does not get full marks: "
        "crashed: case 1: ValueError: negative at reference/topic.py, line 26",
    ),
    "after-a-function": (
        problem(
            "after-a-function",
            inputs='{n: 3..6, x: "normal[n, n]"}',
            check="equals: {after: topic.steps_along_a_row}",
            mistakes=f"[{mistake('squared', 'square')}]",
        ),
        "",
    ),
    "after-a-function-that-fails": (
        problem("after-a-function-that-fails", check="equals: {after: topic.steps_along_a_row}"),
        "8:5: parts.code.reference: cannot be graded: the reference failed: "
        "topic.steps_along_a_row raised ValueError: a matrix is needed, not the shape (2,) at "
        "topic.py, line 66",
    ),
    "after-a-function-that-returns-no-array": (
        problem(
            "after-a-function-that-returns-no-array", check="equals: {after: topic.says_nothing}"
        ),
        "8:5: parts.code.reference: cannot be graded: the reference failed: topic.says_nothing "
        "must return an array of numbers",
    ),
    "mistake-gone-after-a-function": (
        problem(
            "mistake-gone-after-a-function",
            inputs='{n: 3..6, x: "normal[n, n]"}',
            check="equals: {after: topic.steps_along_a_row}",
            mistakes=f"[{mistake('shifted', 'double_and_one')}]",
        ),
        "13:16: parts.code.mistakes.0: `topic.double_and_one` is the same as the reference "
        "after steps along a row; add inputs that bring the mistake out, or remove it",
    ),
    "generator-without-an-input-of-another-call": (
        problem(
            "generator-without-an-input-of-another-call",
            call="double(x)\n    also: twice(z)",
            inputs='{n: 2..3, x: "normal[n]", from: topic.draws_nothing_needed}',
        ),
        "8:5: parts.code.also: `z` is not an input, and `topic.draws_nothing_needed` does not "
        "return it",
    ),
    "generator-fails": (
        problem("generator-fails", inputs='{n: 2..6, x: "normal[n]", from: topic.fails_to_draw}'),
        "8:5: parts.code.reference: cannot be graded: the reference failed: topic.fails_to_draw "
        "raised KeyError: 'nothing' at topic.py, line 49",
    ),
    "generator-returns-a-list": (
        problem("generator-returns-a-list", inputs='{x: "normal[3]", from: topic.draws_a_list}'),
        "8:5: parts.code.reference: cannot be graded: the reference failed: topic.draws_a_list "
        "must return a dictionary of inputs",
    ),
    "inputs-that-contradict-themselves-in-between": (
        problem(
            "inputs-that-contradict-themselves-in-between",
            inputs='{n: 2..6, x: "normal[12 // (n - 4) ** 2]"}',
            check="equals: {cases: 40}",
        ),
        "9:23: parts.code.inputs.x: 12 // 0 cannot be worked out: integer division or modulo by "
        "zero",
    ),
    "an-edge-that-no-input-has": (
        problem("an-edge-that-no-input-has", check="equals: {edges: [ties, fully_masked_rows]}"),
        "12:32: parts.code.checks.0.equals.edges.1: `fully_masked_rows` fits none of the inputs; "
        "leave it out",
    ),
    "property-along-an-axis-that-is-not-there": (
        problem(
            "property-along-an-axis-that-is-not-there",
            check="property: {holds: causal, axis: 1, input: x}",
        ),
        "12:35: parts.code.checks.0.property.axis: is 1, but `x` has one axis, which is 0",
    ),
    "property-along-an-axis-that-the-result-lacks": (
        problem(
            "property-along-an-axis-that-the-result-lacks",
            reference="first_entries",
            inputs='{n: 2..6, x: "normal[n, 3]"}',
            check="property: {holds: permutation_equivariant, axis: -2}",
        ),
        "12:52: parts.code.checks.0.property.axis: is -2, but the result has one axis, which is 0",
    ),
    "property-of-a-size": (
        problem(
            "property-of-a-size",
            reference="times",
            call="double(x, n)",
            check="property: {holds: causal, input: n}",
        ),
        "12:35: parts.code.checks.0.property.input: `n` is a number, but an array is needed; name "
        "one: `x`",
    ),
    "property-of-no-array": (
        problem(
            "property-of-no-array", inputs="{x: 2..6}", check="property: permutation_invariant"
        ),
        "12:9: parts.code.checks.0.property.input: no argument is an array, and the property is "
        "about one",
    ),
    "property-of-an-output-that-is-not-there": (
        problem(
            "property-of-an-output-that-is-not-there",
            check="property: {holds: causal, output: 3}",
        ),
        "12:35: parts.code.checks.0.property.output: is 3, but one thing is returned; leave it out",
    ),
    "property-of-one-output-too-many": (
        problem(
            "property-of-one-output-too-many",
            reference="twice",
            check="property: {holds: causal, output: 2}",
        ),
        "12:35: parts.code.checks.0.property.output: is 2, but 2 things are returned, of which the "
        "first is 0",
    ),
    "mistake-that-no-check-compares": (
        problem(
            "mistake-that-no-check-compares",
            check="property: {holds: permutation_invariant}",
            reference="total",
            mistakes=f"[{mistake('squared', 'square')}]",
        ),
        "13:16: parts.code.mistakes.0: `topic.square` loses points, but no check of this part "
        "compares results, by which mistakes are recognised; add `equals`",
    ),
    "first-step": (
        problem(
            "first-step",
            first="out = forward(x)",
            call='backward(out["cache"])',
            reference="backward",
        ),
        "",
    ),
}


@pytest.fixture(scope="module")
def found(lint_course: Callable[..., list[str]]) -> dict[str, list[str]]:
    """One run over all problems: {problem: its faults without the file's name}."""
    files = {f"problems/{name}.yaml": text for name, (text, _) in RUNS.items()}
    with pytest.MonkeyPatch.context() as patch:
        # A reference may take its time; the one that never ends is not waited for here.
        patch.setattr(reference_limits, "LEAST_SECONDS", 1.0)
        lines = lint_course({**files, "reference/topic.py": REFERENCE})
    by_name: dict[str, list[str]] = {name: [] for name in RUNS}
    for line in lines:
        file, _, rest = line.partition(".yaml:")
        by_name[file.removeprefix("problems/")].append(rest)
    return by_name


@pytest.mark.parametrize("name", RUNS)
def test_a_run_finds_the_fault(name: str, found: dict[str, list[str]]) -> None:
    message = RUNS[name][1]
    assert found[name] == ([message] if message else [])


def on_paper(**changes: str) -> dict[str, str]:
    return {"problems/p.yaml": problem("paper", **changes), "reference/topic.py": REFERENCE}


PAPER: dict[str, tuple[dict[str, str], str]] = {
    "a list longer than the cases": (
        {"inputs": '{n: 2..6, k: [1, 2, 3, 4, 5], x: "normal[n]"}', "check": "equals: {cases: 4}"},
        "9:23: parts.code.inputs.k: is never 3 in 4 cases; write `cases: 5` or leave out what "
        "need not be tried",
    ),
    "a range for one case": (
        {"check": "equals: {cases: 1}"},
        "9:14: parts.code.inputs.n: is never 2 in one case; write `cases: 2` or leave out what "
        "need not be tried",
    ),
    "a size that another always has": (
        {"inputs": '{n: [3], m: 3..5, x: "normal[n, m]"}', "check": "equals: {cases: 8}"},
        "9:22: parts.code.inputs.m: is never 3 in 8 cases, for other sizes are; give sizes in "
        "shapes values that differ",
    ),
    "a list of a check": (
        {"check": "equals: {cases: 2, inputs: {n: [2, 3, 4]}}"},
        "12:37: parts.code.checks.0.equals.inputs.n: is never 3 in 2 cases; write `cases: 3` or "
        "leave out what need not be tried",
    ),
    "an empty range of integers": (
        {"inputs": '{x: "integers[3](5, 5)"}'},
        "9:14: parts.code.inputs.x: integers(5, 5) is empty; the upper end is left out",
    ),
    "a size that can be negative": (
        {"inputs": '{n: 1..6, x: "normal[n - 2]"}'},
        "9:23: parts.code.inputs.x: -1 is not a size; sizes are whole numbers from 0 up",
    ),
    "a size that is negative where one is small and another large": (
        {"inputs": '{n: 3..6, k: 1..4, x: "normal[n - k]"}'},
        "9:32: parts.code.inputs.x: -1 is not a size; sizes are whole numbers from 0 up",
    ),
    "an array that can be too large": (
        {"inputs": '{n: 1..9000, x: "normal[n, n]"}'},
        "9:26: parts.code.inputs.x: an input of shape (9000, 9000) is larger than 20,000,000 "
        "entries",
    ),
    "a number that is too large": (
        {"inputs": '{x: "10 ** 10 ** 10"}'},
        "9:14: parts.code.inputs.x: 10 ** 10000000000 cannot be worked out: the result is too "
        "large",
    ),
    "an input of a check": (
        {"check": 'equals: {inputs: {x: "normal[n](0, -1)"}}'},
        "12:27: parts.code.checks.0.equals.inputs.x: normal cannot be drawn: scale < 0",
    ),
    "an example without an input of another call": (
        {
            "call": "double(x)\n    also: twice(x, n)",
            "check": "equals: {examples: [{inputs: {x: [1.0]}, expect: [2.0]}]}",
        },
        "13:30: parts.code.checks.0.equals.examples.0.inputs: `n` is missing; an example gives "
        "every input",
    ),
    "an example without its input": (
        {"check": "equals: {examples: [{inputs: {y: [1.0]}, expect: [2.0]}]}"},
        "12:30: parts.code.checks.0.equals.examples.0.inputs: `x` is missing; an example gives "
        "every input",
    ),
}


@pytest.mark.parametrize(("changes", "message"), PAPER.values(), ids=PAPER)
def test_cases_that_cannot_be_made_are_found_without_running(
    changes: dict[str, str], message: str, lint_course: Callable[..., list[str]]
) -> None:
    assert f"problems/p.yaml:{message}" in lint_course(on_paper(**changes), run=False)
