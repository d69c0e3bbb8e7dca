"""Checks that judge by a distribution: whether the reference draws what can be compared, and
whether so many draws tell the declared mistakes from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.checks import Verdict
from grader.checks.chance import MOST_ENTRIES
from grader.checks.comparing import form_problem
from grader.checks.distribution import Distribution
from grader.checks.drawn import NotNumbers, sample_of
from grader.course import Fault, ProblemFile
from grader.course.parts import CodePart, Mistake
from grader.grading import Session
from grader.grading.asking import Prepared, prepare
from grader.grading.outcome import Outcome
from grader.grading.truth import ReferenceFailed, Truth
from grader.linting.answers import answers_of, truths_of
from grader.values import Value


def chance_faults(
    session: Session, file: ProblemFile, name: str, part: CodePart
) -> Iterator[Fault]:
    """A fault if what the reference draws cannot be compared as a check says."""
    if not any(session.checks[entry.kind].random for entry in part.checks):
        return
    try:
        found = [
            _unfit(one, draws)
            for one in prepare(
                session.course, dict(session.checks), session.truth, file.problem.id, name
            )
            if one.check.random
            for draws in truths_of(session.truth, one)
        ]
    except ReferenceFailed:
        return  # told when the reference is graded
    message = next(filter(None, found), "")
    if message:
        yield file.source.fault(("parts", name, "reference"), f"`{part.reference}` {message}")


def _unfit(prepared: Prepared, draws: Sequence[Value]) -> str:
    ask = prepared.ask
    of, returns = ask.options.of, ask.returns
    if all(repr(draw) == repr(draws[0]) for draw in draws):
        return f"returns the same in all {len(draws):,} calls; a `distribution` needs chance"
    if of == "result":
        return ""
    try:
        sample = sample_of(draws[:1], draws[0], of, returns)
    except NotNumbers:
        return "does not return numbers alone; write `of: result`"
    if any(form_problem(draw, draws[0], returns, quote=True) for draw in draws):
        return "does not return as many numbers in every call; write `of: result`"
    if of == "entries" and sample[0].size > MOST_ENTRIES:
        return (
            f"returns {sample[0].size:,} entries, and no more than {MOST_ENTRIES} are looked at "
            "each on its own; write `of: values`, or draw smaller sizes"
        )
    return ""


def not_told(truth: Truth, mistake: Mistake, outcomes: Sequence[Outcome]) -> str:
    """What to say of a mistake that so many draws do not tell from the reference with certainty:
    half of them must do, too. `outcomes` are those of the mistake, handed in."""
    judged = [one.prepared for one in outcomes if one.prepared.check.random]
    others = [one for one in outcomes if not one.prepared.check.random]
    if not judged or any(one.judgement.verdict is not Verdict.CORRECT for one in others):
        return ""
    if any(_told(truth, one, mistake, share=2) for one in judged):
        return ""
    draws = max(one.ask.options.draws for one in judged)
    if any(_told(truth, one, mistake, share=1) for one in judged):
        says, wanted = f"is told from the reference by {draws:,} draws, but not by half", 2 * draws
    else:
        says, wanted = f"cannot be told from the reference by {draws:,} draws", 4 * draws
    return (
        f"`{mistake.reference}` {says}: answers that make it may get full marks; write "
        f"`draws: {wanted}`, or draw inputs that bring it out"
    )


def _told(truth: Truth, prepared: Prepared, mistake: Mistake, share: int) -> bool:
    """Whether a case tells it, by so large a share of the draws: one half, or all."""
    ask, check = prepared.ask, prepared.check
    assert isinstance(check, Distribution)
    options = ask.options
    asked = replace(ask, options=options.model_copy(update={"draws": options.draws // share}))

    def some(draws: Sequence[Value]) -> list[Value]:
        every = range(options.rounds)
        return [one for at in every for one in draws[at * options.draws :][: asked.options.draws]]

    for case, wanted, answer in zip(
        ask.cases,
        truths_of(truth, prepared),
        answers_of(truth, prepared, mistake.reference),
        strict=True,
    ):
        if answer is None:
            return True
        if check.rounds_apart(asked, case, some(answer[0]), some(wanted)) == options.rounds:
            return True
    return False
