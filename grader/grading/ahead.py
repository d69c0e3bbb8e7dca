"""Asks a submission's checks ahead, all in one process; what is right there is not asked again.

Most answers are right, and a fork for each check is most of what a right one costs. What comes out
otherwise is forgotten and asked as if this had not been. Only what may be shown is asked so: hidden
calls keep a fork for each check, so that none finds the inputs of another one there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from grader.checks import Ask, Evidence, Judgement, Verdict
from grader.course.parts import CodePart, Part
from grader.course.signature import Signature
from grader.grading.allowing import allowed
from grader.grading.answering import Answering
from grader.grading.asking import Prepared
from grader.grading.finding import choose
from grader.grading.form import Form, first_form
from grader.grading.limits import to_limits
from grader.grading.outcome import Outcome
from grader.grading.session import Session
from grader.grading.truth import Truth
from grader.sandbox import Call, Limits
from grader.sandbox.observations import SourceUse, uses_from_wire
from grader.sandbox.trying import Returns, Trial
from grader.submission import Definition
from grader.values import Value

# For all checks together. Whoever takes longer gains nothing by what a few forks cost; and a loop,
# which is asked again, costs its limit and this.
SECONDS = 1.0


@dataclass(frozen=True)
class Question:
    """A check as it is asked of all who answer by the same call, in the same form."""

    prepared: Prepared
    asked: Ask
    truth: Sequence[Value]
    trial: Trial | None  # none where it cannot be asked ahead
    _judged: WeakKeyDictionary[Returns, Judgement] = field(
        default_factory=WeakKeyDictionary, compare=False
    )

    def outcome(self, seen: Returns, uses: tuple[SourceUse, ...]) -> Outcome:
        """What is made of the answer of one who uses these; judged once for all who returned the
        same, where that is all that the check goes by."""
        evidence = Evidence(seen.observations, uses)
        judgement = self._judged.get(seen)
        if judgement is None:
            judgement = self.prepared.check.judge(self.asked, self.truth, evidence)
            if self.prepared.check.by_results:
                self._judged[seen] = judgement
        return Outcome(self.prepared, self.asked, judgement, evidence)


def look_ahead(session: Session, answering: Answering, problems: Sequence[str]) -> None:
    """Have `answering.ahead` hold the outcome of each check that was asked so and is passed."""
    wanted: dict[tuple[str, Limits], list[tuple[Question, Definition]]] = {}
    for name in problems:
        for part_name, part in session.course.problems[name].problem.parts.items():
            # What fails here fails again where the part is graded, and is told there.
            with suppress(Exception):
                for definition, limits, one in _asked(session, answering, name, part_name, part):
                    wanted.setdefault((definition.file, limits), []).append((one, definition))
    if not wanted:
        return
    # One process loads one file, under one set of limits: where there are several, the most used.
    (file, limits), asked = max(wanted.items(), key=lambda item: len(item[1]))
    trials = [one.trial for one, _ in asked if one.trial is not None]
    for (one, definition), seen in zip(
        asked, answering.try_out(file, trials, limits, SECONDS), strict=True
    ):
        if seen is not None:
            with suppress(Exception):
                outcome = one.outcome(seen, uses_from_wire(answering.contents.uses_of(definition)))
                if outcome.judgement.verdict is Verdict.CORRECT:
                    answering.ahead[one.prepared] = outcome


def _asked(
    session: Session, answering: Answering, problem: str, name: str, part: Part
) -> Iterator[tuple[Definition, Limits, Question]]:
    if not isinstance(part, CodePart):
        return
    chosen = choose(part, answering.contents, session.asked, session.names)
    if chosen is None or chosen.found.definition.empty:
        return
    if any(session.checks[one.kind].after(one.options) for one in part.checks):
        return  # such a check is made anew for each submission
    definition = chosen.found.definition
    form = first_form(part, definition, answering.contents)
    prepared = session.prepared(problem, name)
    limits = to_limits(prepared[0].ask.part.limits)
    for one in prepared:
        key = (one, chosen.call, form)
        found = session.questions.get(key)
        if found is None:
            found = _question(session.truth, one, chosen.call, form, watched_by(prepared), limits)
            session.questions[key] = found
        if found.trial is not None:
            yield definition, limits, found


def _question(
    truth: Truth,
    prepared: Prepared,
    call: Signature,
    form: Form,
    watch: tuple[str, ...],
    limits: Limits,
) -> Question:
    asked = replace(prepared.ask, call=call)
    if prepared.check.timed or prepared.check.reads_source:
        return Question(prepared, asked, (), None)
    values, calls = calls_of_check(truth, prepared, asked, form, watch)
    alone = any(hidden_calls(asked, len(calls))) or not calls or any(map(_leaves_traces, calls))
    trial = None if alone else Trial.of(allowed(calls, values), limits)
    return Question(prepared, asked, values, trial)


def _leaves_traces(call: Call) -> bool:
    """Whether it is made so that torch computes otherwise in the whole process from then on."""
    built = call.built_with is not None or bool(call.then)
    return built or call.operation not in ("call", "gradient")


def watched_by(prepared: Sequence[Prepared]) -> tuple[str, ...]:
    """The names whose calls a part's checks want noted."""
    return tuple(name for one in prepared for name in one.check.watched(one.ask.options))


def calls_of_check(
    truth: Truth, prepared: Prepared, asked: Ask, form: Form, watch: tuple[str, ...]
) -> tuple[Sequence[Value], list[Call]]:
    """What is right, and the calls of the student's function. Calls of what is in `watch` are
    noted. Raises ReferenceFailed."""
    check = prepared.check
    values = truth.values(asked.part.reference, check.reference_calls(prepared.ask))
    calls = form.given(check.student_calls(asked, values, form.library))
    return values, [replace(call, watch=watch) for call in calls] if watch else calls


def hidden_calls(ask: Ask, count: int) -> list[bool]:
    """Of each of so many calls whether nothing may be shown that the student can choose."""
    share, rest = divmod(count, len(ask.cases) or 1)
    if rest:  # not so many calls a case: then none of them may be shown
        return [ask.secret] * count
    return [not ask.may_quote(case) for case in ask.cases for _ in range(share)]
