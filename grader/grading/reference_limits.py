"""How long a function of the reference may take: a multiple of what a student's answer may.

It is trusted and may be slow, since a class waits for it once. But one that never ends must not
hold up a class, or the author who runs lint, for longer than its part gives reason to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.course import Course, LimitsSpec, Problem
from grader.course.inputs import GENERATOR
from grader.course.parts import CodePart
from grader.grading.limits import merged_limits

# A reference in float64 and without tricks takes a few times as long as a good answer.
FACTOR = 10
# Where a part gives a fraction of a second: the first call also imports.
LEAST_SECONDS = 10.0


class ReferenceSeconds:
    """For each function the most that a part which uses it gives; else what the course gives."""

    def __init__(self, course: Course) -> None:
        self._usual = _seconds(course, LimitsSpec(), LimitsSpec())
        self._of_function: dict[str, float] = {}
        self._of_module: dict[str, float] = {}
        for file in course.problems.values():
            for limits, reference in _uses(file.problem):
                seconds = _seconds(course, file.problem.limits, limits)
                module = reference.rpartition(".")[0]
                _raise_to(self._of_function, reference, seconds)
                _raise_to(self._of_module, module, seconds)

    def of(self, reference: str) -> float:
        return self._of_function.get(reference, self._usual)

    def of_module(self, module: str) -> float:
        """To run its top level."""
        return self._of_module.get(module, self._usual)


def said(reference: str, seconds: float) -> str:
    """What the author reads of one that took longer."""
    return (
        f"{reference} did not end within {seconds:g} s; a reference gets {FACTOR} times the "
        f"part's `limits.seconds`, and at least {LEAST_SECONDS:g} s"
    )


def _seconds(course: Course, problem: LimitsSpec, part: LimitsSpec) -> float:
    known = merged_limits(course, problem, part)
    # One number for the wall clock and the processor's: which of them was short is not the point.
    return max(FACTOR * max(known.seconds or 0.0, known.cpu_seconds or 0.0), LEAST_SECONDS)


def _raise_to(most: dict[str, float], name: str, seconds: float) -> None:
    most[name] = max(seconds, most.get(name, 0.0))


def _uses(problem: Problem) -> Iterator[tuple[LimitsSpec, str]]:
    """Each function of the reference that a part calls, with the part's own limits."""
    for part in problem.parts.values():
        if not isinstance(part, CodePart):
            continue
        yield part.limits, part.reference
        for mistake in part.mistakes:
            yield part.limits, mistake.reference
        for convention in part.readings:
            yield part.limits, convention.reference
        for entry in part.checks:
            for _, function, _ in entry.options.functions():
                yield part.limits, function
        for inputs in (part.inputs, *(entry.options.inputs for entry in part.checks)):
            yield from _generator(part.limits, inputs)
    for formulas in problem.formulas:
        part = problem.parts[formulas.part]
        if isinstance(part, CodePart):
            yield from _generator(part.limits, formulas.inputs)


def _generator(limits: LimitsSpec, inputs: Mapping[str, Any]) -> Iterator[tuple[LimitsSpec, str]]:
    if GENERATOR in inputs:
        yield limits, str(inputs[GENERATOR])
