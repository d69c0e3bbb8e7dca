"""Recognises a known mistake by its results: they are exactly what the student's are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.checks import Ask
from grader.checks.base import reference_calls_of, truth_of
from grader.checks.comparing import compare
from grader.course import Mistake
from grader.grading.asking import Prepared
from grader.grading.truth import Truth
from grader.sandbox import Observation, Returned
from grader.values import Value


@dataclass(frozen=True)
class Unexplained:
    """A check that came out wrong, and the student's results in it."""

    prepared: Prepared
    observations: Sequence[Observation]


def recognise(
    wrong: Sequence[Unexplained], mistakes: Sequence[Mistake], truth: Truth
) -> Mistake | None:
    """The first mistake whose function returns what the student's did, in every case of every
    check that came out wrong: two mistakes may agree on one check and differ on the next.
    """
    comparable = [
        check for check in wrong if check.prepared.check.calls_the_answer(check.prepared.ask)
    ]
    if not comparable:
        return None
    for mistake in mistakes:
        if all(_explains(mistake, check, truth) for check in comparable):
            return mistake
    return None


def _explains(mistake: Mistake, check: Unexplained, truth: Truth) -> bool:
    """Whether it gives these results, and in at least one case not the right ones."""
    ask = check.prepared.ask
    right = _answers(ask, ask.part.reference, truth)
    mistaken = _answers(ask, mistake.reference, truth)
    if right is None or mistaken is None:
        return False
    attempts = len(check.observations) // len(ask.cases)
    for index, value in enumerate(mistaken):
        seen = check.observations[index * attempts : (index + 1) * attempts]
        if not any(_same(ask, index, one, value) for one in seen):
            return False
    return any(not _equal(ask, index, value, right[index]) for index, value in enumerate(mistaken))


def _answers(ask: Ask, reference: str, truth: Truth) -> list[Value] | None:
    """What a function of the reference returns for the check's cases, case by case."""
    asked = replace(ask, part=ask.part.model_copy(update={"reference": reference}))
    values = truth.values_or_none(reference, reference_calls_of(asked))
    if values is None:
        return None
    return [truth_of(asked, values, index)[0] for index in range(len(ask.cases))]


def _same(ask: Ask, index: int, seen: Observation, wanted: Value) -> bool:
    return isinstance(seen, Returned) and _equal(ask, index, seen.value, wanted)


def _equal(ask: Ask, index: int, got: Value, wanted: Value) -> bool:
    tolerance = ask.tolerance_for(ask.cases[index])
    return compare(got, wanted, tolerance, returns=ask.returns).agrees
