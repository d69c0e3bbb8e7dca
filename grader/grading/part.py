"""Grades one part of one submission."""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from grader.checks import Ask, Evidence, Judgement, Verdict
from grader.checks.base import ForbiddenCall
from grader.checks.findings import CodeError
from grader.checks.observing import FAULTY
from grader.course.parts import CodePart, Convention, Mistake
from grader.course.signature import Signature
from grader.grading.ahead import calls_of_check, hidden_calls, watched_by
from grader.grading.allowing import allowed
from grader.grading.answering import Answering
from grader.grading.asking import Prepared
from grader.grading.conventions import follow, note_of
from grader.grading.finding import all_calls_of, choose, order_notes
from grader.grading.fitting import misfits_of
from grader.grading.form import Form, first_form
from grader.grading.limits import to_limits
from grader.grading.mistakes import recognise
from grader.grading.outcome import Outcome
from grader.grading.outside import failing_notes, outside_notes
from grader.grading.picturing import figures_of
from grader.grading.replacing import Replacing, replacing
from grader.grading.scoring import combine, score_part
from grader.grading.session import Session
from grader.grading.timing import Race, Watched
from grader.grading.truth import ReferenceFailed
from grader.report import AnswerPlace, MistakeReport, PartReport
from grader.sandbox import Call, Limits, Observation, Raised, Returned
from grader.sandbox.branch import Lost
from grader.sandbox.observations import SourceUse, uses_from_wire
from grader.sandbox.replaced import Supply
from grader.submission import Contents, Definition, SourceFault
from grader.values import Value


def grade_code_part(
    session: Session,
    problem: str,
    name: str,
    part: CodePart,
    answering: Answering,
) -> tuple[PartReport, Sequence[Outcome]]:
    """The report on one code part, and what each check was judged on, for who compares it with
    other answers. A defect of ours is a grader fault, never a wrong answer."""
    started = time.monotonic()
    outcomes: Sequence[Outcome] = ()
    try:
        report, outcomes = _grade(session, problem, name, part, answering)
    except ReferenceFailed as error:
        report = _finished(name, part, Verdict.GRADER_FAULT, f"the reference failed: {error}")
    except Exception:
        trace = traceback.format_exc().strip().split("\n")
        message = f"the grader failed: {trace[-1]}"
        notes = tuple(trace[-7:-1])
        if misfit := _misfit(session, problem, name):
            message, notes = misfit, ()
        report = _finished(name, part, Verdict.GRADER_FAULT, message, notes=notes)
    if not session.course.secret:  # a student's code can sleep for as long as a hidden input says
        report = report.model_copy(update={"seconds": round(time.monotonic() - started, 3)})
    return report, outcomes


def _grade(
    session: Session,
    problem: str,
    name: str,
    part: CodePart,
    answering: Answering,
) -> tuple[PartReport, Sequence[Outcome]]:
    chosen = choose(part, answering.contents, session.asked, session.names)
    if chosen is None:
        return _not_found(session, name, part, answering.contents), ()
    definition = chosen.found.definition
    if definition.empty:
        message = f"{definition.name} is still empty"
        found = _finished(
            name, part, Verdict.NOT_ATTEMPTED, message, definition, notes=chosen.notes
        )
        return found, ()
    prepared = session.prepared(problem, name)
    limits = to_limits(prepared[0].ask.part.limits)
    right = {one: answering.ahead[one] for one in prepared if one in answering.ahead}
    if not right or any(one not in right and not one.check.reads_source for one in prepared):
        try:
            answering.load(definition.file, limits)
        except Lost as lost:
            verdict = _LOST.get(lost.died.how, Verdict.CRASHED)
            message = _not_loaded(definition.file, lost)
            return _finished(name, part, verdict, message, definition), ()
    outcomes: list[Outcome] = []
    first = form = first_form(part, definition, answering.contents)
    watch = watched_by(prepared)
    for one in prepared:
        late = any(outcome.judgement.verdict is Verdict.TIMED_OUT for outcome in outcomes)
        if one in right and form == first and not late:
            outcomes.append(right[one])
            continue
        asked = replace(one.ask, call=chosen.call)
        if late and not one.check.reads_source:
            message = "not run: an earlier check of this part did not end in time"
            outcomes.append(Outcome(one, asked, Judgement(Verdict.TIMED_OUT, message)))
            continue
        try:
            outcome, form = _check(session, one, asked, definition, answering, limits, form, watch)
        except Lost as lost:  # it did load before; and where it did not, hidden calls are made
            verdict = _LOST.get(lost.died.how, Verdict.CRASHED)
            outcome = Outcome(one, asked, Judgement(verdict, _not_loaded(definition.file, lost)))
        outcomes.append(outcome)
    outcomes = _after_all(outcomes)
    notes = [*chosen.notes, *form.notes]
    followed = follow(outcomes, part.readings, session.truth)
    convention, judged = followed or (None, outcomes)
    if convention is not None:
        notes.append(note_of(convention))
    elif again := _mended(session, part, outcomes, definition, answering, limits, form):
        judged, note = again
        notes.append(note)
    mistake = _mistake(part, judged, session)
    if any(outcome.judgement.verdict is not Verdict.CORRECT for outcome in judged):
        uses = uses_from_wire(answering.contents.uses_of(definition))
        notes = [*_causes(part, chosen.call, judged, uses), *notes]
        notes += order_notes(chosen.call, definition)
    return _report(name, part, judged, convention, mistake, definition, notes), outcomes


def _misfit(session: Session, problem: str, name: str) -> str:
    """Which option of a check cannot be meant for the part, as lint says it; empty if none is."""
    with contextlib.suppress(Exception):  # it is asked for where something has failed already
        for one in session.prepared(problem, name):
            for where, message in misfits_of(one, session.truth):
                option = ".".join(map(str, (one.check.kind, *where)))
                return f"the course's check does not fit: {option}: {message}"
    return ""


def _mended(
    session: Session,
    part: CodePart,
    outcomes: Sequence[Outcome],
    definition: Definition,
    answering: Answering,
    limits: Limits,
    form: Form,
) -> tuple[list[Outcome], str] | None:
    """The outcomes with the reference's results in place of other functions of the student's, and
    what to say of it, where the answer is right with these and is not without."""
    if outcomes[0].judgement.verdict not in (Verdict.WRONG, Verdict.CRASHED):
        return None
    uses = uses_from_wire(answering.contents.uses_of(definition))
    others = replacing(session, part, answering, form.library, uses)
    if others is None:
        return None
    again: list[Outcome] = []
    for one in outcomes:
        check = one.prepared.check
        fixed = one.judgement.verdict is Verdict.CORRECT or check.timed or check.reads_source
        try:
            new = one
            if not fixed:
                to = partial(_check, session, one.prepared, one.asked, definition, answering)
                new, _ = to(limits, form, (), others)
        except Lost:
            return None
        if not others.used or (not fixed and new.judgement.verdict is not Verdict.CORRECT):
            return None
        again.append(new)
    return again, others.note


def _causes(
    part: CodePart, call: Signature, outcomes: Sequence[Outcome], uses: Sequence[SourceUse]
) -> list[str]:
    """What a student should read first: that a variable is used in place of an argument."""
    found = [finding for outcome in outcomes for finding in outcome.judgement.findings]
    codes = [one.code for one in found if isinstance(one, CodeError) and one.error != "NameError"]
    return list(outside_notes(part, call, uses)) or list(failing_notes(codes, uses))


_LOST = {
    "timed out": Verdict.TIMED_OUT,
    "out of budget": Verdict.TIMED_OUT,
    "out of memory": Verdict.OUT_OF_MEMORY,
    "faulty": Verdict.UNDECIDED,
}


def _not_loaded(file: str, lost: Lost) -> str:
    if lost.died.how == "out of budget":
        return "not run: the time for the whole submission is used up"
    if lost.died.how == "faulty":
        return FAULTY
    return f"{file} could not be loaded: {lost.died.how}"


def _check(
    session: Session,
    prepared: Prepared,
    asked: Ask,
    definition: Definition,
    answering: Answering,
    limits: Limits,
    form: Form,
    watch: tuple[str, ...],
    others: Replacing | None = None,
) -> tuple[Outcome, Form]:
    """The check's outcome, and the form of arguments that the function turned out to take. Calls
    of what is in `watch` are noted, except where the time is taken.

    `asked` is the check as it is asked of the student, who may answer by another call than the
    reference. `others` answers for other functions of the student's.
    """
    check = prepared.check
    uses = uses_from_wire(answering.contents.uses_of(definition))

    def judged(asked: Ask, truth: Sequence[Value], evidence: Evidence) -> Outcome:
        return Outcome(prepared, asked, check.judge(asked, truth, evidence), evidence)

    def watched(form: Form) -> Watched:
        if check.timed:
            race = Race(prepared, asked, form, limits, uses)
            return race.run(session.truth, answering, definition.file)
        truth, calls = calls_of_check(session.truth, prepared, asked, form, watch)
        if others is not None:
            calls = [replace(call, replaced=others.names) for call in calls]
        supply = None if others is None else others.supply
        seen = _observed(asked, allowed(calls, truth), definition, answering, limits, supply)
        return Watched(asked, truth, Evidence(tuple(seen), uses))

    if check.reads_source:
        return judged(asked, (), Evidence(uses=uses)), form
    found = watched(form)
    if found.first(Raised):
        for other in form.others(asked, either=asked.part.library == "either"):
            again = watched(other)
            if again.first(Returned):
                found, form = again, other
                break
            if _fails_alike(found, again):
                form = replace(form, only=True)
                break
    return judged(found.asked, found.truth, found.evidence), form


def _fails_alike(found: Watched, again: Watched) -> bool:
    """Whether the first call of both ended by the very same error at the same line: then it is not
    the arguments' form that the function minds. Of a hidden case too little is known for that."""
    one, other = (next(iter(seen.evidence.observations), None) for seen in (found, again))
    if not isinstance(one, Raised) or not isinstance(other, Raised) or not one.message:
        return False
    said = [(seen.type_name, seen.message, seen.frames) for seen in (one, other)]
    return said[0] == said[1]


def _observed(
    ask: Ask,
    calls: Sequence[Call],
    definition: Definition,
    answering: Answering,
    limits: Limits,
    supply: Supply | None,
) -> list[Observation]:
    """What the calls gave, those of hidden cases in a cell of their own."""
    return answering.run(definition.file, calls, limits, hidden_calls(ask, len(calls)), supply)


def _after_all(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes, those of checks that read the source once more by what all others have seen."""
    calls = tuple(
        ForbiddenCall(one.pattern, one.name, one.file, one.line, one.cell, hidden)
        for outcome in outcomes
        for seen, hidden in zip(
            outcome.evidence.observations,
            hidden_calls(outcome.asked, len(outcome.evidence.observations)),
            strict=True,
        )
        if isinstance(seen, Returned | Raised)
        for one in seen.called
    )
    if not calls:
        return list(outcomes)
    return [_read_again(one, calls) if one.prepared.check.reads_source else one for one in outcomes]


def _read_again(outcome: Outcome, calls: tuple[ForbiddenCall, ...]) -> Outcome:
    evidence = replace(outcome.evidence, calls=calls)
    judgement = outcome.prepared.check.judge(outcome.asked, (), evidence)
    return replace(outcome, judgement=judgement, evidence=evidence)


def _mistake(part: CodePart, outcomes: list[Outcome], session: Session) -> Mistake | None:
    wrong = [outcome for outcome in outcomes if outcome.judgement.verdict is Verdict.WRONG]
    if not wrong or not part.mistakes:
        return None
    passed = [outcome for outcome in outcomes if outcome.judgement.verdict is Verdict.CORRECT]
    return recognise(wrong, passed, part.mistakes, part.readings, session.truth)


def _not_found(session: Session, name: str, part: CodePart, contents: Contents) -> PartReport:
    calls = all_calls_of(part, session.names)
    names = list(dict.fromkeys(call.function for call in calls))
    for wanted in names:
        lost = contents.lost(wanted)
        if lost is not None:
            message = f"{lost.place()}: syntax error inside {wanted}: {lost.message}"
            return _finished(name, part, Verdict.CRASHED, message, lost)
    hint = next((hint for one in names if (hint := _meant(one, part, contents, session.asked))), "")
    message = f"no {part.defines} {names[0]} was found{hint}"
    return _finished(name, part, Verdict.NOT_ATTEMPTED, message)


def _meant(wanted: str, part: CodePart, contents: Contents, asked: Collection[str]) -> str:
    """What there is in place of `wanted`, as the end of a sentence.

    A function that another part asks for by its name is not meant for this one.
    """
    near = contents.nearest(wanted, asked)
    imported = contents.imported(wanted)
    inner = contents.inner(wanted)
    if near is not None and near.name == wanted:
        return f"; {wanted} ({near.place()}) is a {near.kind}"
    if inner is not None:
        place = f"inside of {inner.inside} ({inner.place()})"
        return f"; {wanted} stands {place}: write it at the top level of the file"
    if imported is not None:
        return f"; {wanted} is only imported ({imported.place()})"
    if near is not None and part.defines == "class" and near.kind == "function":
        place = f"{near.name} ({near.place()}) is a function"
        return f"; {place}: write a class {wanted} that calls it"
    if near is not None:
        return f"; did you mean {near.name} ({near.place()})? Rename it to {wanted}"
    return ""


def _finished(
    name: str,
    part: CodePart,
    verdict: Verdict,
    message: str,
    place: Definition | SourceFault | None = None,
    notes: tuple[str, ...] = (),
) -> PartReport:
    """The report on a part that no check has judged: it earns nothing, or waits for a person."""
    return PartReport(
        name=name,
        asks=part.asks,
        text=part.text,
        verdict=verdict,
        score=score_part(part, verdict, 0.0),
        message=message,
        answer=_place(place),
        notes=notes,
    )


def _report(
    name: str,
    part: CodePart,
    outcomes: list[Outcome],
    convention: Convention | None,
    mistake: Mistake | None,
    definition: Definition,
    notes: list[str],
) -> PartReport:
    checks = [outcome.report() for outcome in outcomes]
    verdict, share, message = combine(checks, mistake.credit if mistake else 0.0)
    every_note: Mapping[str, None] = dict.fromkeys(
        [*notes, *(note for check in checks for note in check.notes)]
    )
    return PartReport(
        name=name,
        asks=part.asks,
        text=part.text,
        verdict=verdict,
        score=score_part(part, verdict, share),
        message=message,
        answer=_place(definition),
        checks=tuple(checks),
        mistake=MistakeReport(name=mistake.name, hint=mistake.hint) if mistake else None,
        convention=convention.name if convention else "",
        figures=figures_of(part, outcomes),
        notes=tuple(every_note),
    )


def _place(of: Definition | SourceFault | None) -> AnswerPlace | None:
    return None if of is None else AnswerPlace(file=of.file, line=of.line, cell=of.cell)
