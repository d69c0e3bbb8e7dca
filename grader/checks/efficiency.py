"""`efficiency`: not slower than the reference by more than a factor, on the same machine.

Both run in the same kind of cell, on the same inputs, timed from outside by the grader's own
clock: a student's code cannot stop that clock. The fastest of several runs is compared, which a
busy machine disturbs least.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field

from grader.cases import CasePlan
from grader.checks.base import Ask, Check, Evidence, Judgement, build_call, reference_calls_of
from grader.checks.observing import failure
from grader.checks.verdict import Verdict
from grader.course.specs import CheckOptions
from grader.sandbox import Call, Returned
from grader.values import Value
from grader.values.plain import Library

# Sending a call and its reply costs about a millisecond, whatever is called. Below this the
# ratio would compare noise, so a faster pair passes.
FLOOR_SECONDS = 0.005


class EfficiencyOptions(CheckOptions):
    at_most: float = Field(
        20.0, gt=1, description="how many times the reference's time is still fine"
    )
    repeats: int = Field(3, ge=1, le=20)


class Efficiency(Check):
    kind: ClassVar[str] = "efficiency"
    Options: ClassVar[type[CheckOptions]] = EfficiencyOptions
    timed: ClassVar[bool] = True

    def title(self, options: EfficiencyOptions) -> str:
        return f"takes at most {options.at_most:g} times as long as the reference"

    def plan(self, options: EfficiencyOptions) -> CasePlan:
        return CasePlan(count=1)

    def reference_calls(self, ask: Ask) -> list[Call]:
        # The last call of a case is the part's own; what comes before only prepares it.
        repeats: int = ask.options.repeats
        return reference_calls_of(ask)[-1:] * repeats

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        repeats: int = ask.options.repeats
        return [build_call(ask, ask.cases[0], library)] * repeats

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        options: EfficiencyOptions = ask.options
        for seen in evidence.observations:
            failed = failure(seen, ask, ask.cases[0])
            if failed is not None:
                return failed
        mine = min(seen.seconds for seen in evidence.observations if isinstance(seen, Returned))
        theirs = max(min(evidence.reference_seconds), FLOOR_SECONDS)
        ratio = mine / theirs
        if ratio <= options.at_most:
            return Judgement(Verdict.CORRECT, "fast enough")
        return Judgement(
            Verdict.WRONG,
            f"it takes about {ratio:.0f} times as long as the reference; "
            f"at most {options.at_most:g} times is asked for. Is there a loop that one array "
            "operation could replace?",
        )
