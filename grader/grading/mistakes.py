"""Recognises a known mistake by its results: they are exactly what the student's are."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from grader.cases.edges import leaves
from grader.checks.base import Ask, truth_of
from grader.course.parts import Convention, Mistake
from grader.grading.at_once import at_once, in_order
from grader.grading.outcome import Outcome
from grader.grading.truth import ReferenceFailed, Truth
from grader.sandbox import Returned
from grader.values import Array, Value


def recognise(
    wrong: Sequence[Outcome],
    passed: Sequence[Outcome],
    mistakes: Sequence[Mistake],
    readings: Sequence[Convention],
    truth: Truth,
) -> Mistake | None:
    """The mistake that explains a wrong answer: as it is asked for, or with its outputs in the
    order of a convention; else several mistakes made at once.
    """
    orders = [one.returns for one in readings if one.returns]
    for order in ((), *orders):
        asked = [_ordered(one, order) for one in wrong]
        others = [_ordered(one, order) for one in passed]
        if (found := _alone(asked, others, mistakes, truth)) is not None:
            return found
    return at_once(wrong, passed, mistakes, partial(answers, truth=truth))


def _ordered(outcome: Outcome, order: Sequence[str]) -> Outcome:
    """The outcome, with what the answer returns named in this order."""
    if not order:
        return outcome
    ask = replace(outcome.prepared.ask, returns=tuple(order))
    return replace(outcome, prepared=replace(outcome.prepared, ask=ask))


def _alone(
    wrong: Sequence[Outcome],
    passed: Sequence[Outcome],
    mistakes: Sequence[Mistake],
    truth: Truth,
) -> Mistake | None:
    """The first mistake whose function returns what the student's did, in every case of every
    check that came out wrong, and of those that were passed as far as it answers them: two
    mistakes may agree on one check and differ on the next.
    """
    comparable = [
        (one, right)
        for one in wrong
        if (right := answers(one, one.prepared.ask.part.reference, truth)) is not None
    ]
    if not comparable:
        return None
    for mistake in mistakes:
        if all(_explains(mistake, one, right, truth) for one, right in comparable) and not any(
            _contradicts(mistake, one, truth) for one in passed
        ):
            return mistake
    return None


def _contradicts(mistake: Mistake, outcome: Outcome, truth: Truth) -> bool:
    """Whether it fails a check that the student passed."""
    mistaken = answers(outcome, mistake.reference, truth)
    return mistaken is not None and not _gives(outcome, mistaken)


def _explains(mistake: Mistake, outcome: Outcome, right: Sequence[Value], truth: Truth) -> bool:
    """Whether it gives these results, and in at least one case not the right ones."""
    check, ask = outcome.prepared.check, outcome.prepared.ask
    mistaken = answers(outcome, mistake.reference, truth)
    if mistaken is None or not _gives(outcome, mistaken):
        return False
    return any(
        not check.same(ask, case, value, truly)
        for case, value, truly in zip(ask.cases, mistaken, right, strict=True)
    )


def _gives(outcome: Outcome, mistaken: Sequence[Value]) -> bool:
    """Whether the student's function returned these, case by case."""
    check, ask = outcome.prepared.check, outcome.prepared.ask
    observations = outcome.evidence.observations
    attempts = len(observations) // len(ask.cases)
    for index, (case, value) in enumerate(zip(ask.cases, mistaken, strict=True)):
        seen = observations[index * attempts : (index + 1) * attempts]
        if not any(
            isinstance(one, Returned) and check.same(ask, case, one.value, value) for one in seen
        ):
            return False
    return True


def answers(outcome: Outcome, reference: str, truth: Truth) -> list[Value] | None:
    """What a function of the reference, taken for an answer, gives case by case.

    None where it fails, or where the check's results are not those of the answer.
    """
    check, ask = outcome.prepared.check, outcome.prepared.ask
    if check.timed:  # on large inputs, and about something else than what is returned
        return None
    known = truth.values(ask.part.reference, check.reference_calls(ask))
    asked = replace(ask, part=ask.part.model_copy(update={"reference": reference}))
    calls = check.answer_calls(asked, known)
    values = truth.values_or_none(reference, calls)
    if not values:
        return None
    _put_through(ask, values)
    found = [truth_of(asked, values, index)[0] for index in range(len(ask.cases))]
    return [in_order(one, ask.part.outputs, ask.returns) for one in found]


def _put_through(ask: Ask, values: Sequence[Value]) -> None:
    """All at once: case by case, as they are compared, each would start a process."""
    if ask.after is None:
        return
    arrays = [leaf.data for leaf in leaves(values) if isinstance(leaf, Array)]
    # A mistake may return what the function cannot take; it is then not compared by it either.
    with contextlib.suppress(ReferenceFailed):
        ask.after.put((), arrays)
