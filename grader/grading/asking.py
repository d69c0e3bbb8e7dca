"""Prepares a part's checks: everything about them that does not depend on the submission."""

from __future__ import annotations

from dataclasses import dataclass

from grader.cases import make_cases
from grader.checks import Ask, Check, Tolerance
from grader.checks.tolerance import ABSOLUTE, RELATIVE
from grader.course import CheckEntry, CodePart, Course, FunctionPart, LimitsSpec
from grader.course.inputs import GENERATOR
from grader.course.signature import read_signature
from grader.grading.truth import Truth
from grader.sandbox import Limits


@dataclass(frozen=True)
class Prepared:
    """A check and what it asks; `ask.options` is the kind's own model."""

    entry: CheckEntry
    check: Check
    ask: Ask

    @property
    def name(self) -> str:
        return self.entry.options.name or self.check.title(self.entry.options)


def prepare(
    course: Course, checks: dict[str, Check], truth: Truth, problem: str, part: str
) -> list[Prepared]:
    """The checks of a part, with their cases. Raises ReferenceFailed or Undrawable."""
    whole = course.problems[problem].problem
    spec = whole.parts[part]
    assert isinstance(spec, CodePart)
    limits = merged_limits(course, whole.limits, spec.limits)
    spec = spec.model_copy(update={"limits": limits})
    first = spec.first if isinstance(spec, FunctionPart) else ()
    returns = spec.returns if isinstance(spec, FunctionPart) else ()
    prepared = []
    for number, entry in enumerate(spec.checks):
        check = checks[entry.kind]
        raw = {**spec.inputs, **entry.options.inputs}
        if GENERATOR in entry.options.inputs:
            raw[GENERATOR] = entry.options.inputs[GENERATOR]
        plan = check.plan(entry.options)
        cases = make_cases(
            raw, plan, truth.generate, course.secret, (problem, part, number, entry.kind)
        )
        ask = Ask(
            part=spec,
            options=entry.options,
            cases=cases,
            call=read_signature(spec.call),
            first=tuple(read_signature(text, named_result=True) for text in first),
            returns=returns,
            tolerance=tolerance_of(course, spec),
            reference_library="torch" if course.references.uses_torch(spec.reference) else "numpy",
            secret=bool(course.secret),
        )
        prepared.append(Prepared(entry, check, ask))
    return prepared


def tolerance_of(course: Course, part: CodePart) -> Tolerance:
    """The part's own, else the course's, else the default; each half on its own."""
    relative, absolute = RELATIVE["float64"], ABSOLUTE
    for spec in (course.settings.tolerance, part.tolerance):
        relative = relative if spec.relative is None else spec.relative
        absolute = absolute if spec.absolute is None else spec.absolute
    return Tolerance(relative, absolute)


def merged_limits(course: Course, problem: LimitsSpec, part: LimitsSpec) -> LimitsSpec:
    """The part's limits; where it says nothing, the problem's, the course's, the defaults."""
    default = Limits()
    known = {
        "seconds": default.wall_seconds,
        "memory_mb": default.memory_mb,
        "output_mb": default.output_bytes >> 20,
        "threads": default.threads,
        "scratch_mb": default.scratch_mb,
    }
    for spec in (course.settings.limits, problem, part):
        known.update(spec.model_dump(exclude_none=True))
    known.setdefault("cpu_seconds", known["seconds"])
    return LimitsSpec.model_validate(known)


def to_limits(spec: LimitsSpec) -> Limits:
    """Limits for the sandbox; `spec` has been merged, so nothing in it is None."""
    known = spec.model_dump()
    return Limits(
        wall_seconds=known["seconds"],
        cpu_seconds=known["cpu_seconds"],
        memory_mb=known["memory_mb"],
        output_bytes=known["output_mb"] << 20,
        threads=known["threads"],
        scratch_mb=known["scratch_mb"],
    )
