"""Recognises a known mistake by its results: they are exactly what the student's are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.checks import Ask
from grader.checks.base import reference_calls_of, truth_of
from grader.checks.comparing import compare
from grader.course import Mistake
from grader.grading.asking import Prepared
from grader.grading.truth import Truth
from grader.sandbox import Observation, Returned
from grader.values import Value


def recognise(
    prepared: Prepared,
    mistakes: Sequence[Mistake],
    observations: Sequence[Observation],
    truth: Truth,
) -> Mistake | None:
    """The first mistake whose function returns what the student's did, in every case.

    In at least one case it must also differ from the right answer: a mistake that shows only
    elsewhere explains nothing here.
    """
    ask = prepared.ask
    if not prepared.check.calls_the_answer(ask):
        return None
    right = _answers(ask, ask.part.reference, truth)
    if right is None:
        return None
    attempts = len(observations) // len(ask.cases)
    for mistake in mistakes:
        wrong = _answers(ask, mistake.reference, truth)
        if wrong is None:
            continue
        explained = all(
            any(_same(ask, index, seen, wrong[index]) for seen in observations[start:end])
            for index, start, end in (
                (index, index * attempts, (index + 1) * attempts)
                for index in range(len(ask.cases))
            )
        )
        if explained and any(
            not _equal(ask, index, wrong[index], right[index]) for index in range(len(right))
        ):
            return mistake
    return None


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
