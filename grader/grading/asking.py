"""Prepares a part's checks: everything about them that does not depend on the submission."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from grader.cases import Case
from grader.checks import Ask, Check, Tolerance
from grader.checks.afterwards import Afterwards
from grader.checks.tolerance import ABSOLUTE, RELATIVE
from grader.course import CheckEntry, Course
from grader.course.inputs import GENERATOR
from grader.course.parts import CodePart
from grader.course.signature import read_signature
from grader.grading.afterwards import InReference
from grader.grading.judging import InCourse
from grader.grading.limits import merged_limits
from grader.grading.truth import Truth
from grader.values.plain import Library


@dataclass(frozen=True, eq=False)
class Prepared:
    """A check and what it asks; `ask.options` is the kind's own model. Equal to itself alone.

    `cases_of` gives the cases of a round: those of a check that is timed are others in each.
    """

    entry: CheckEntry
    check: Check
    ask: Ask
    cases_of: Callable[[int], tuple[Case, ...]]

    @property
    def name(self) -> str:
        return self.entry.options.name or self.check.title(self.entry.options)

    def with_cases(self, cases: tuple[Case, ...]) -> Ask:
        """The same question about other cases."""
        return replace(self.ask, cases=cases)


def prepare(
    course: Course, checks: dict[str, Check], truth: Truth, problem: str, part: str
) -> list[Prepared]:
    """The checks of a part, with their cases. Raises ReferenceFailed or Undrawable."""
    whole = course.problems[problem].problem
    spec = whole.parts[part]
    assert isinstance(spec, CodePart)
    limits = merged_limits(course, whole.limits, spec.limits)
    spec = spec.model_copy(update={"limits": limits})
    prepared = []
    for number, entry in enumerate(spec.checks):
        check = checks[entry.kind]
        raw = {**spec.inputs, **entry.options.inputs}
        if GENERATOR in entry.options.inputs:
            raw[GENERATOR] = entry.options.inputs[GENERATOR]
        plan = check.plan(entry.options)
        place = (problem, part, number, entry.kind)
        cases_of = partial(truth.cases, raw, plan, course.secret, place)
        ask = Ask(
            part=spec,
            options=entry.options,
            cases=cases_of(0),
            call=read_signature(spec.call),
            first=tuple(read_signature(text, named_result=True) for text in spec.steps),
            returns=spec.outputs,
            tolerance=tolerance_of(course, spec),
            reference_library=_library(course, spec.reference),
            after=_afterwards(course, truth, check.after(entry.options)),
            judge=_judge(course, truth, check.judged_by(entry.options), entry.options),
            secret=bool(course.secret),
        )
        prepared.append(Prepared(entry, check, ask, cases_of))
    return prepared


def _library(course: Course, reference: str) -> Library:
    return "torch" if course.references.uses_torch(reference) else "numpy"


def _afterwards(course: Course, truth: Truth, function: str) -> Afterwards | None:
    if not function:
        return None
    return Afterwards(function, InReference(function, _library(course, function), truth))


def _judge(course: Course, truth: Truth, function: str, options: Any) -> InCourse | None:
    if not function:
        return None
    return InCourse(function, _library(course, function), truth, frozenset(options.words))


def tolerance_of(course: Course, part: CodePart) -> Tolerance:
    """The part's own, else the course's, else the default; each half on its own."""
    relative, absolute = RELATIVE["float64"], ABSOLUTE
    for spec in (course.settings.tolerance, part.tolerance):
        relative = relative if spec.relative is None else spec.relative
        absolute = absolute if spec.absolute is None else spec.absolute
    return Tolerance(relative, absolute)
