"""`distribution`: a function that draws is judged by how often it returns what.

It is called many times, each time with fresh chance, and so is the reference. The draws are fixed
by the course's secret: the same code always gets the same verdict. They are looked at in rounds,
and an answer is wrong only if all of them say so; `chance.py` has the test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field

from grader.cases import Case, CasePlan
from grader.checks.base import (
    Ask,
    CallingCheck,
    Evidence,
    Judgement,
    build_call,
    reference_calls_of,
    truth_of,
)
from grader.checks.chance import LEVEL, Of
from grader.checks.drawn import difference, sample_of, sample_problem, told_apart
from grader.checks.observing import failure
from grader.checks.verdict import Verdict
from grader.course.specs import CheckOptions
from grader.sandbox import Call, Returned
from grader.values import Value
from grader.values.counting import all_of
from grader.values.plain import Library


class DistributionOptions(CheckOptions):
    only_functions: ClassVar[bool] = True

    of: Of = Field(
        "entries",
        description="entries: each entry of a result on its own; values: all entries in one; "
        "result: whole results, as one of a few outcomes",
    )
    draws: int = Field(1000, ge=100, le=20_000, description="calls in each of the rounds")
    cases: int = Field(2, ge=1, le=50, description="how many to draw")
    error: float = Field(
        1e-9,
        ge=1e-15,
        le=LEVEL,
        description="how often a right answer may be called wrong, by chance, in a case",
    )

    @property
    def rounds(self) -> int:
        """So many that all of them are wrong by chance no more often than the error says."""
        return math.ceil(math.log(self.error) / math.log(LEVEL) - 1e-9)

    @property
    def calls(self) -> int:
        return self.rounds * self.draws


class Distribution(CallingCheck):
    kind: ClassVar[str] = "distribution"
    Options: ClassVar[type[CheckOptions]] = DistributionOptions
    random: ClassVar[bool] = True

    def title(self, options: DistributionOptions) -> str:
        return "is distributed as it should be"

    def plan(self, options: DistributionOptions) -> CasePlan:
        return CasePlan(count=options.cases, public=options.public_cases())

    def reference_calls(self, ask: Ask) -> list[Call]:
        return reference_calls_of(ask, draws=(0, ask.options.calls))

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        """Draws after those of the reference: with the same chance an answer that draws just as
        the reference does would agree with it, and another one would not."""
        count = ask.options.calls
        calls = [build_call(ask, case, library, draws=(count, 2 * count)) for case in ask.cases]
        return [replace(call, seed=call.seed + 1) for call in calls]

    def answer_calls(self, ask: Ask, truth: Sequence[Value]) -> list[Call]:
        return self.reference_calls(ask)

    def same(self, ask: Ask, case: Case, got: Value, wanted: Value) -> bool:
        """Whether most rounds cannot tell them apart: half as strict as calling one wrong, so that
        no mistake is named which the results only resemble."""
        return self.rounds_apart(ask, case, got, wanted) <= int(ask.options.rounds) // 2

    def rounds_apart(self, ask: Ask, case: Case, got: Value, wanted: Value) -> int:
        """In how many rounds two samples differ, up to the first in which they do not."""
        options = ask.options
        if sample_problem(got, wanted, options.of, ask.returns, quote=False):
            return int(options.rounds)
        mine, theirs = (sample_of(one, wanted[0], options.of, ask.returns) for one in (got, wanted))
        return told_apart(mine, theirs, options.of, options.rounds, case.seed)

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        for index, (case, seen) in enumerate(zip(ask.cases, evidence.observations, strict=True)):
            failed = failure(seen, ask, case)
            if failed is not None:
                return failed
            assert isinstance(seen, Returned)
            problem = self._problem(ask, case, truth_of(ask, truth, index)[0], seen.value)
            if problem:
                return Judgement(Verdict.WRONG, f"{case.label}: {problem}")
        count = len(ask.cases)
        cases = all_of(count, "case")
        return Judgement(Verdict.CORRECT, f"holds in {cases}, {ask.options.calls:,} calls each")

    def _problem(self, ask: Ask, case: Case, wanted: Value, got: Value) -> str:
        options = ask.options
        quote = ask.may_quote(case)
        problem = sample_problem(got, wanted, options.of, ask.returns, quote)
        if problem:
            return problem
        mine, theirs = (sample_of(one, wanted[0], options.of, ask.returns) for one in (got, wanted))
        if told_apart(mine, theirs, options.of, options.rounds, case.seed) < options.rounds:
            return ""
        return difference(mine, theirs, options.of, show=case.public)
