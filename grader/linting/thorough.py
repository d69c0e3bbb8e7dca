"""`grader lint --thorough`: whether a verdict depends on the secret, found before a class finds it.

A mistake near the tolerance is caught under one secret and missed under another; a tolerance near
to honest rounding takes points from right answers. So cases are drawn under many secrets, and the
distance of every mistake and of honest rounding from the truth is measured in tolerances.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from grader.cases import Case
from grader.cases.edges import change_leaves
from grader.checks import Check, Verdict
from grader.checks.base import build_call
from grader.course import Course, Fault, ProblemFile
from grader.course.given import given_files
from grader.course.parts import CodePart, Mistake
from grader.course.source import Path_
from grader.grading.asking import Prepared, prepare
from grader.grading.reference_limits import ReferenceSeconds
from grader.grading.scoring import combine
from grader.grading.truth import ReferenceFailed, Truth
from grader.linting.answers import answers_of, truths_of
from grader.linting.distance import FAR, distance
from grader.report import CheckReport

SECRETS = tuple(f"thorough {number}" for number in range(20))
# Of the tolerance: a mistake nearer than this, or rounding nearer than its inverse, is too near.
NEAR = 3.0
# A step in the last bit of every input moves a result about as far as another order of its sums.
LAST_BIT = 2.0**-52


def thorough_faults(
    course: Course,
    checks: Mapping[str, Check],
    problems: Sequence[str],
    progress: Callable[[str], None],
    secrets: Sequence[str] = SECRETS,
) -> Iterator[Fault]:
    """Faults, and notes, which begin with "note:". Nothing that is computed is kept."""
    with (
        tempfile.TemporaryDirectory() as cache,
        Truth(
            course.references, ReferenceSeconds(course), Path(cache), given_files(course.root)
        ) as truth,
    ):
        for problem in problems:
            file = course.problems[problem]
            for name, part in file.problem.parts.items():
                if not isinstance(part, CodePart):
                    continue
                measured = _Measured(part)
                for secret in secrets:
                    progress(f"{problem}/{name}, {secret}")
                    try:
                        drawn = replace(course, secret=secret)
                        every = prepare(drawn, dict(checks), truth, problem, name)
                        measured.measure(truth, every)
                    except ReferenceFailed as error:
                        path = ("parts", name, "reference")
                        yield file.source.fault(path, f"with the secret `{secret}`: {error}")
                        break
                else:
                    yield from measured.faults(file, name)


@dataclass
class _Measured:
    """The distances of one part, each that of the furthest case of a check."""

    part: CodePart
    names: dict[int, str] = field(default_factory=dict)  # what each check is called
    # Of each mistake: for every secret, by check.
    mistakes: dict[int, list[dict[int, float]]] = field(default_factory=dict)
    rounding: dict[tuple[int, str], list[float]] = field(default_factory=dict)  # for every secret

    def measure(self, truth: Truth, every: Sequence[Prepared]) -> None:
        """Add those under one more secret. Raises ReferenceFailed."""
        for index in range(len(self.part.mistakes)):
            self.mistakes.setdefault(index, []).append({})
        for number, prepared in enumerate(every):
            check, ask = prepared.check, prepared.ask
            truths = truths_of(truth, prepared)
            if not truths:
                continue
            self.names[number] = prepared.name
            for index, mistake in enumerate(self.part.mistakes):
                answers = answers_of(truth, prepared, mistake.reference)
                self.mistakes[index][-1][number] = max(
                    FAR if answer is None else distance(check, ask, case, answer[0], right)
                    for case, answer, right in zip(ask.cases, answers, truths, strict=True)
                )
            by_numbers = check.calls_the_answer(ask) and not check.random
            if self.part.defines == "function" and by_numbers:
                for how, change in _HONEST.items():
                    found = _rounded(truth, prepared, truths, change)
                    if found is not None:
                        self.rounding.setdefault((number, how), []).append(found)

    def faults(self, file: ProblemFile, name: str) -> Iterator[Fault]:
        path: Path_ = ("parts", name)
        for index, found in self.mistakes.items():
            message = self._of_mistake(self.part.mistakes[index], found)
            if message:
                yield file.source.fault((*path, "mistakes", index), message)
        for (number, how), apart in self.rounding.items():
            if max(apart) * NEAR > 1:
                says = f"{how} is off by up to {max(apart):g} times the tolerance"
                lost = sum(one > 1 for one in apart)
                if lost:
                    says = f"{how} is wrong under {lost} of {len(apart)} secrets"
                yield file.source.fault(
                    (*path, "tolerance"),
                    f"note: in “{self.names[number]}” {says}; widen it, or draw inputs on which "
                    "less cancels",
                )

    def _of_mistake(self, mistake: Mistake, found: Sequence[Mapping[int, float]]) -> str:
        who = f"`{mistake.reference}`"
        earned = [self._earned(mistake, one) for one in found]
        low, high = min(earned), max(earned)
        if low < high:
            often = sum(one == high for one in earned)
            return (
                f"{who} keeps {high:g} of {self.part.points:g} points under {often} of "
                f"{len(earned)} secrets and {low:g} under another; draw inputs that always bring "
                "it out, or more cases"
            )
        nearest = min((max(one.values()) for one in found if one), default=FAR)
        if 1 < nearest <= NEAR:
            return (
                f"note: {who} is within {nearest:g} times the tolerance; narrow `tolerance`, or "
                "draw inputs that bring it out"
            )
        return ""

    def _earned(self, mistake: Mistake, apart: Mapping[int, float]) -> float:
        """Its points, if the checks that compare nothing are passed."""
        checks = [
            CheckReport(
                kind=entry.kind,
                name=entry.kind,
                weight=entry.options.weight,
                verdict=Verdict.WRONG if apart.get(number, 0.0) > 1 else Verdict.CORRECT,
                message="",
            )
            for number, entry in enumerate(self.part.checks)
        ]
        return self.part.points * combine(checks, mistake.credit)[1]


def _rounded(
    truth: Truth,
    prepared: Prepared,
    truths: Sequence[Any],
    change: Callable[[Any, np.random.Generator], Any],
) -> float | None:
    """The furthest distance of the reference, with inputs so changed, from itself; None where it
    does not take them. In drawn cases only: an edge may be where a function jumps."""
    check, ask = prepared.check, prepared.ask
    plan = check.plan(prepared.entry.options)
    drawn = range(len(plan.examples), len(plan.examples) + plan.count)
    function = ask.part.reference.rpartition(".")[2]
    calls = [
        build_call(ask, _with(ask.cases[index], change), ask.reference_library, function=function)
        for index in drawn
    ]
    values = truth.values_or_none(ask.part.reference, calls) if calls else None
    if values is None:
        return None
    return max(
        distance(check, ask, ask.cases[index], value, truths[index])
        for index, value in zip(drawn, values, strict=True)
    )


def _with(case: Case, change: Callable[[Any, np.random.Generator], Any]) -> Case:
    rng = np.random.default_rng(case.seed)

    def leaf(value: Any) -> Any:
        real = isinstance(value, np.ndarray) and value.dtype.kind == "f"
        return change(value, rng) if real else value

    return replace(case, inputs=change_leaves(case.inputs, leaf), strided=False)


_HONEST: Mapping[str, Callable[[Any, np.random.Generator], Any]] = {
    "an answer in float32": lambda array, rng: array.astype(np.float32),
    "another order of sums": lambda array, rng: (
        array.astype(np.float64) * (1 + LAST_BIT * rng.choice([-1.0, 1.0], array.shape))
    ),
}
