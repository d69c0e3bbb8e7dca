"""`property`: something every right answer satisfies, whatever its numbers are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from pydantic import Field, field_validator

from grader.cases import CasePlan
from grader.checks.base import (
    Ask,
    Check,
    Evidence,
    Judgement,
    build_call,
    reference_calls_of,
    truth_of,
)
from grader.checks.fitting import misfits
from grader.checks.observing import failure
from grader.checks.properties import PROPERTIES, Seen, Setting
from grader.checks.verdict import Verdict
from grader.course.inputs import did_you_mean
from grader.course.parts import CodePart
from grader.course.renamed import now_called
from grader.course.specs import CheckOptions, Faulty
from grader.sandbox import Call, Returned
from grader.values import Value
from grader.values.counting import all_of
from grader.values.plain import Library


class PropertyOptions(CheckOptions):
    shorthand: ClassVar[str] = "holds"

    holds: str = Field(description=f"one of {', '.join(PROPERTIES)}")
    output: int = Field(0, ge=0, description="which output, where several are returned")
    input: str = Field("", description="the input it is about; the first array by default")
    axis: int = Field(0, description="of that input, and of the output")
    dtype: str = Field("float64", description="for right_dtype")
    cases: int = Field(4, ge=1, le=200, description="how many to draw")

    @field_validator("holds")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in PROPERTIES:
            hint = now_called("property", name) or did_you_mean(name, list(PROPERTIES))
            raise ValueError(f"unknown property `{name}`{hint}")
        return name

    def faults(self, part: CodePart) -> Iterator[Faulty]:
        for option in ("input", "axis", "output", "dtype"):
            if option in self.model_fields_set and option not in PROPERTIES[self.holds].uses:
                yield (option,), f"means nothing to `{self.holds}`; leave it out"


class Property(Check):
    kind: ClassVar[str] = "property"
    Options: ClassVar[type[CheckOptions]] = PropertyOptions
    by_results: ClassVar[bool] = True

    def title(self, options: PropertyOptions) -> str:
        return PROPERTIES[options.holds].title

    def plan(self, options: PropertyOptions) -> CasePlan:
        return CasePlan(count=options.cases, public=options.public_cases())

    def reference_calls(self, ask: Ask) -> list[Call]:
        """For their shapes: the numbers of a right answer are not asked for here."""
        return reference_calls_of(ask)

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        held = PROPERTIES[ask.options.holds]
        calls = []
        for case in ask.cases:
            for number, changed in enumerate(held.variants(case, _setting(ask))):
                call = build_call(
                    ask, case, library, inputs=changed, return_inputs=held.wants_inputs
                )
                # Another seed for each: a property must not hold by luck of the same randomness.
                calls.append(Call(**{**call.__dict__, "seed": case.seed + number}))
        return calls

    def faults_in_use(self, ask: Ask, truth: Sequence[Value]) -> Iterator[Faulty]:
        held, setting = PROPERTIES[ask.options.holds], _setting(ask)
        for index, case in enumerate(ask.cases):
            found = list(misfits(held, case, truth_of(ask, truth, index)[0], setting))
            if found:
                yield from found
                return

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        held = PROPERTIES[ask.options.holds]
        setting = _setting(ask)
        seen = list(evidence.observations)
        for index, case in enumerate(ask.cases):
            count = len(held.variants(case, setting))
            mine, seen = seen[:count], seen[count:]
            for observation in mine:
                failed = failure(observation, ask, case)
                if failed is not None:
                    return failed
            returned = [item for item in mine if isinstance(item, Returned)]
            wanted, _ = truth_of(ask, truth, index)
            found = Seen(case, wanted, returned, quote=ask.may_quote(case))
            problem = held.problem(found, setting)
            if problem:
                return Judgement(Verdict.WRONG, f"{case.label}: {problem}")
        return Judgement(Verdict.CORRECT, f"holds in {all_of(len(ask.cases), 'case')}")


def _setting(ask: Ask) -> Setting:
    options: Any = ask.options
    return Setting(
        input=options.input,
        axis=options.axis,
        output=options.output,
        dtype=options.dtype,
        arguments=ask.call.arguments,
        returns=ask.returns,
        relative=ask.tolerance.relative,
    )
