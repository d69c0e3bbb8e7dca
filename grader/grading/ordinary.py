"""The ordinary cases of a part: those drawn from its own inputs, where a formula can be compared.

Checks that bring their own inputs, and edges, are about something else than the formula: batches,
overflow, an array that is a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.cases import Case
from grader.checks.base import reference_calls_of, truth_of
from grader.grading.asking import Prepared
from grader.grading.truth import Truth
from grader.values import Value


@dataclass(frozen=True)
class Ordinary:
    """A case, which check it is of and at which place, and what the reference returns for it."""

    prepared: Prepared
    index: int
    truth: Value

    @property
    def case(self) -> Case:
        return self.prepared.ask.cases[self.index]


def no_case_of(part: str) -> str:
    """What an author is told where a formula is to be compared with a part that has none."""
    return f"`{part}` has no ordinary case to compare with; add an `equals` check to it"


def ordinary_cases(every: Sequence[Prepared], truth: Truth, most: int) -> list[Ordinary]:
    """At most so many, public ones first. Raises ReferenceFailed."""
    called = [one for one in every if one.check.calls_the_answer(one.ask)]
    own = [one for one in called if not one.entry.options.inputs]
    found = []
    for prepared in own or called[:1]:
        plan = prepared.check.plan(prepared.entry.options)
        drawn = len(plan.examples) + plan.count
        values = truth.values(prepared.ask.part.reference, reference_calls_of(prepared.ask))
        for index in range(min(drawn, len(prepared.ask.cases))):
            found.append(Ordinary(prepared, index, truth_of(prepared.ask, values, index)[0]))
    found.sort(key=lambda one: not one.case.public)
    return found[:most]
