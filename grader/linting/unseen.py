"""A declared mistake that gets full marks: how near to the truth it is, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.cases.edges import leaves
from grader.checks.describing import as_array
from grader.course.parts import Mistake
from grader.grading.outcome import Outcome
from grader.grading.truth import Truth
from grader.linting.answers import answers_of, truths_of
from grader.values import Value


def unseen_mistake(truth: Truth, mistake: Mistake, outcomes: Sequence[Outcome]) -> str:
    """What to say of a mistake that is right to every check."""
    who = f"`{mistake.reference}`"
    cases, furthest = 0, 0.0
    for outcome in outcomes:
        truths = truths_of(truth, outcome.prepared)
        for right, answer in zip(
            truths, answers_of(truth, outcome.prepared, mistake.reference), strict=True
        ):
            if answer is None:
                continue
            cases += 1
            returns = outcome.prepared.ask.returns
            furthest = max(furthest, _apart(_seen(right, returns), _seen(answer[0], returns)))
    if not cases:
        return f"{who} gets full marks, and no check compares what it returns; add an `equals`"
    count = f"all {cases} cases" if cases > 1 else "the one case"
    if furthest == 0:
        return (
            f"{who} returns exactly what the reference does in {count}; "
            "add inputs that bring the mistake out, or remove it"
        )
    after = [one.prepared.ask.after.title for one in outcomes if one.prepared.ask.after]
    if after:
        return (
            f"{who} is the same as the reference after {after[0]}; "
            "add inputs that bring the mistake out, or remove it"
        )
    return (
        f"{who} gets full marks: it differs from the reference by {furthest:.1g} at most, which "
        "the tolerance allows; add inputs that bring the mistake out, or narrow `tolerance`"
    )


def _seen(value: Value, returns: Sequence[str]) -> Value:
    """The outputs that are looked at."""
    if isinstance(value, tuple) and len(value) == len(returns):
        return [one for one, name in zip(value, returns, strict=True) if name != "_"]
    return value


def _apart(right: Value, other: Value) -> float:
    """The largest difference of two numbers at the same place."""
    pairs = [
        (as_array(one), as_array(two))
        for one, two in zip(leaves(right), leaves(other), strict=False)
    ]
    return max((_largest(one, two) for one, two in pairs), default=0.0)


def _largest(one: np.ndarray[Any, Any] | None, two: np.ndarray[Any, Any] | None) -> float:
    if one is None or two is None or one.size != two.size or not one.size:
        return 0.0
    apart = np.abs(one.astype(complex).ravel() - two.astype(complex).ravel())
    return float(np.nan_to_num(apart, posinf=0.0).max())
