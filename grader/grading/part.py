"""Grades one part of one submission."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.checks import Evidence, Judgement, Verdict
from grader.checks.rules import source_uses
from grader.course import CodePart, Mistake, ModulePart
from grader.grading.answering import Answering
from grader.grading.asking import Prepared, prepare, to_limits
from grader.grading.mistakes import Unexplained, recognise
from grader.grading.scoring import combine, score_part
from grader.grading.session import Session
from grader.grading.truth import ReferenceFailed
from grader.report import AnswerPlace, CheckReport, MistakeReport, PartReport
from grader.sandbox import Call, Limits, Observation, Raised, Returned
from grader.sandbox.branch import Lost
from grader.submission import Contents, Definition, Found, SourceFault
from grader.values.plain import Library


@dataclass
class _Outcome:
    """One check's judgement, and what it was judged on."""

    prepared: Prepared
    judgement: Judgement
    observations: Sequence[Observation] = ()

    def report(self) -> CheckReport:
        options = self.prepared.entry.options
        return CheckReport(
            kind=self.prepared.check.kind,
            name=self.prepared.name,
            verdict=self.judgement.verdict,
            weight=options.weight,
            message=self.judgement.message,
            findings=self.judgement.findings,
            notes=self.judgement.notes,
            cases=len(self.prepared.ask.cases),
        )


def grade_code_part(
    session: Session, problem: str, name: str, part: CodePart, answering: Answering
) -> PartReport:
    """The report on one code part. A defect of ours is a grader fault, never a wrong answer."""
    started = time.monotonic()
    try:
        report = _grade(session, problem, name, part, answering)
    except ReferenceFailed as error:
        report = _finished(name, part, Verdict.GRADER_FAULT, f"the reference failed: {error}")
    except Exception:
        trace = traceback.format_exc().strip().split("\n")
        message = f"the grader failed: {trace[-1]}"
        report = _finished(name, part, Verdict.GRADER_FAULT, message, notes=tuple(trace[-7:-1]))
    # A student's code can sleep for as long as a hidden input says: whole seconds tell little.
    digits = 0 if session.course.secret else 3
    return report.model_copy(update={"seconds": round(time.monotonic() - started, digits)})


def _grade(
    session: Session, problem: str, name: str, part: CodePart, answering: Answering
) -> PartReport:
    wanted = part.call.partition("(")[0].strip()
    kinds = ("class",) if isinstance(part, ModulePart) else ("function", "assignment", "class")
    found = answering.contents.find(wanted, kinds)
    if found is None:
        return _not_found(name, part, wanted, answering.contents)
    prepared = prepare(session.course, dict(session.checks), session.truth, problem, name)
    limits = to_limits(prepared[0].ask.part.limits)
    try:
        answering.load(found.definition.file, limits)
    except Lost as lost:
        message = f"{found.definition.file} could not be loaded: {lost.died.how}"
        verdict = _LOST.get(lost.died.how, Verdict.CRASHED)
        return _finished(name, part, verdict, message, found.definition)
    library = _library(part, found, answering.contents)
    notes = [found.note] if found.note else []
    outcomes: list[_Outcome] = []
    for one in prepared:
        if any(outcome.judgement.verdict is Verdict.TIMED_OUT for outcome in outcomes):
            message = "not run: an earlier check of this part did not end in time"
            outcomes.append(_Outcome(one, Judgement(Verdict.TIMED_OUT, message)))
            continue
        outcome, library = _check(session, one, found, answering, limits, library)
        outcomes.append(outcome)
    mistake = _mistake(part, outcomes, session)
    return _report(name, part, outcomes, mistake, found, notes)


_LOST = {"timed out": Verdict.TIMED_OUT, "out of memory": Verdict.OUT_OF_MEMORY}


def _check(
    session: Session,
    prepared: Prepared,
    found: Found,
    answering: Answering,
    limits: Limits,
    library: Library,
) -> tuple[_Outcome, Library]:
    """The check's outcome, and the library whose arrays the function turned out to take."""
    check, ask = prepared.check, prepared.ask
    uses = source_uses(answering.contents.uses_of(found.definition))
    if check.reads_source:
        return _Outcome(prepared, check.judge(ask, (), Evidence(uses=uses))), library
    reference_calls = check.reference_calls(ask)
    if check.timed:
        timed = session.truth.observe(ask.part.reference, reference_calls)
        seconds = tuple(seen.seconds for seen in timed if isinstance(seen, Returned))
        if len(seconds) != len(timed):
            raise ReferenceFailed(f"{ask.part.reference} did not answer in {prepared.name}")
        seen = _observed(prepared, check.student_calls(ask, (), library), found, answering, limits)
        evidence = Evidence(tuple(seen), uses, seconds)
        return _Outcome(prepared, check.judge(ask, (), evidence), seen), library
    truth = session.truth.values(ask.part.reference, reference_calls)
    seen = _observed(prepared, check.student_calls(ask, truth, library), found, answering, limits)
    if ask.part.library == "either" and seen and isinstance(seen[0], Raised):
        other: Library = "numpy" if library == "torch" else "torch"
        calls = check.student_calls(ask, truth, other)
        again = _observed(prepared, calls, found, answering, limits)
        if isinstance(again[0], Returned):
            seen, library = again, other
    judgement = check.judge(ask, truth, Evidence(tuple(seen), uses))
    return _Outcome(prepared, judgement, seen), library


def _observed(
    prepared: Prepared,
    calls: Sequence[Call],
    found: Found,
    answering: Answering,
    limits: Limits,
) -> list[Observation]:
    """What the calls gave, those of hidden cases in a cell of their own."""
    ask = prepared.ask
    share, rest = divmod(len(calls), len(ask.cases) or 1)
    if rest:  # not so many calls a case: then none of them may be shown
        hidden = [ask.secret] * len(calls)
    else:
        hidden = [not ask.may_quote(case) for case in ask.cases for _ in range(share)]
    return answering.run(found.definition.file, calls, limits, hidden)


def _library(part: CodePart, found: Found, contents: Contents) -> Library:
    """The arrays to call with: as declared, else torch where the code mentions it."""
    if part.library != "either":
        return part.library
    uses = source_uses(contents.uses_of(found.definition))
    return "torch" if any(use.name.split(".")[0] == "torch" for use in uses) else "numpy"


def _mistake(part: CodePart, outcomes: list[_Outcome], session: Session) -> Mistake | None:
    wrong = [
        Unexplained(outcome.prepared, outcome.observations)
        for outcome in outcomes
        if outcome.judgement.verdict is Verdict.WRONG
    ]
    return recognise(wrong, part.mistakes, session.truth) if wrong and part.mistakes else None


def _not_found(name: str, part: CodePart, wanted: str, contents: Contents) -> PartReport:
    lost = contents.lost(wanted)
    if lost is not None:
        message = f"{lost.place()}: syntax error inside {wanted}: {lost.message}"
        return _finished(name, part, Verdict.CRASHED, message, lost)
    what = "class" if isinstance(part, ModulePart) else "function"
    message = f"no {what} {wanted} was found"
    near = contents.nearest(wanted)
    imported = contents.imported(wanted)
    if near is not None and near.name == wanted:
        message += f"; {wanted} ({near.place()}) is a {near.kind}"
    elif imported is not None:
        message += f"; it is only imported ({imported.place()})"
    elif near is not None:
        message += f"; did you mean {near.name} ({near.place()})? Rename it to {wanted}"
    return _finished(name, part, Verdict.NOT_ATTEMPTED, message)


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
    outcomes: list[_Outcome],
    mistake: Mistake | None,
    found: Found,
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
        answer=_place(found.definition),
        checks=tuple(checks),
        mistake=MistakeReport(name=mistake.name, hint=mistake.hint) if mistake else None,
        notes=tuple(every_note),
    )


def _place(of: Definition | SourceFault | None) -> AnswerPlace | None:
    return None if of is None else AnswerPlace(file=of.file, line=of.line, cell=of.cell)
