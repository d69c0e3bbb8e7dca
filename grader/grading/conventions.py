"""Recognises another convention by its results: judged by it, every check of the part passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.checks import Ask, Judgement, Verdict
from grader.course.parts import Convention
from grader.grading.outcome import Outcome
from grader.grading.truth import Truth


def note_of(convention: Convention) -> str:
    """What the student reads of it."""
    return f"read as: {convention.name}" + (f". {convention.hint}" if convention.hint else "")


def follow(
    outcomes: Sequence[Outcome], conventions: Sequence[Convention], truth: Truth
) -> tuple[Convention, list[Outcome]] | None:
    """The first convention by which every check is right, and the outcomes by it.

    The student's results are judged once more as they are, nothing is run again. What does not
    depend on the reference (a rule) must have been right before. The time taken is compared with
    the reference's as before.
    """
    verdicts = {outcome.judgement.verdict for outcome in outcomes}
    if not {Verdict.WRONG} <= verdicts <= {Verdict.WRONG, Verdict.CORRECT}:
        return None
    for convention in conventions:
        again: list[Outcome] = []
        for outcome in outcomes:
            judgement = _judged(outcome, convention, truth)
            if judgement is None or judgement.verdict is not Verdict.CORRECT:
                break
            again.append(replace(outcome, judgement=judgement))
        if len(again) == len(outcomes):
            return convention, again
    return None


def _judged(outcome: Outcome, convention: Convention, truth: Truth) -> Judgement | None:
    check = outcome.prepared.check
    if check.reads_source:
        return outcome.judgement
    # The cases that were run: of a check that is timed there are more than were prepared.
    ask = outcome.prepared.with_cases(outcome.asked.cases)
    calls = check.reference_calls(_by(convention, ask))
    values = truth.values_or_none(convention.reference, calls)
    if values is None:
        return None
    return check.judge(_by(convention, outcome.asked), values, outcome.evidence)


def _by(convention: Convention, ask: Ask) -> Ask:
    """The same question with the convention's function in place of the reference."""
    return replace(
        ask,
        part=ask.part.model_copy(update={"reference": convention.reference}),
        returns=convention.returns or ask.returns,
        # What the author wrote out is the reference's answer.
        cases=tuple(replace(case, expected=None) for case in ask.cases),
    )
