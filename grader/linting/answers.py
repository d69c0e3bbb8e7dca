"""What functions of the reference give where they are taken for answers, case by case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.checks.base import truth_of
from grader.grading.asking import Prepared
from grader.grading.truth import Truth
from grader.sandbox import Call
from grader.values import Value

Answer = tuple[Value] | None  # what was returned; None where it failed


def truths_of(truth: Truth, prepared: Prepared) -> list[Value]:
    """What the reference gives in each case; empty where a check's results are not those of the
    answer. Raises ReferenceFailed."""
    calls = _calls(truth, prepared, prepared.ask.part.reference)
    return _by_case(prepared, truth.values(prepared.ask.part.reference, calls)) if calls else []


def answers_of(truth: Truth, prepared: Prepared, reference: str) -> list[Answer]:
    """The same of another function, which may fail in some cases. Raises ReferenceFailed where
    the reference itself fails."""
    calls = _calls(truth, prepared, reference)
    values = truth.values_or_none(reference, calls)
    if values is not None:
        return [(value,) for value in _by_case(prepared, values)] if calls else []
    share = len(calls) // len(prepared.ask.cases)
    found: list[Answer] = []
    for start in range(0, len(calls), share):
        alone = truth.values_or_none(reference, calls[start : start + share])
        found.append(None if alone is None else (alone[-1],))
    return found


def _calls(truth: Truth, prepared: Prepared, reference: str) -> list[Call]:
    check, ask = prepared.check, prepared.ask
    if check.timed or not ask.cases:  # large inputs, about something else than what is returned
        return []
    known = truth.values(ask.part.reference, check.reference_calls(ask))
    part = ask.part.model_copy(update={"reference": reference})
    return check.answer_calls(replace(ask, part=part), known)


def _by_case(prepared: Prepared, values: Sequence[Value]) -> list[Value]:
    ask = prepared.ask
    return [truth_of(ask, values, index)[0] for index in range(len(ask.cases))]
