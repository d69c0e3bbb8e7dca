"""Grades one submission against some of a course's problems."""

from __future__ import annotations

import datetime
import platform
import time
import traceback
from collections.abc import Callable, Sequence

import grader
from grader.cases.seeds import fingerprint
from grader.checks import Verdict
from grader.course import CodePart, Problem, ProsePart
from grader.grading.part import Answering, grade_code_part
from grader.grading.scoring import score_part
from grader.grading.session import Session
from grader.grading.truth import library_versions
from grader.report import (
    AnswerPlace,
    Environment,
    PartReport,
    ProblemReport,
    Report,
    Score,
)
from grader.sandbox.branch import Lost
from grader.sandbox.cell import InsideFault
from grader.submission import Contents, Submission
from grader.submission.contents import Garbled, contents_from_scan

Progress = Callable[[str, str, PartReport | None], None]


def grade(
    session: Session,
    submission: Submission,
    problems: Sequence[str],
    *,
    assignment: str = "",
    progress: Progress = lambda problem, part, report: None,
) -> Report:
    """The report on `submission`. `progress` is told of each part before and after."""
    started = time.monotonic()
    notes = list(submission.notes)
    with session.sandbox.open(submission.files) as cell:
        try:
            contents = contents_from_scan(cell.scan())
        except (Lost, Garbled, InsideFault) as error:
            contents = Contents()
            notes.append(f"the submission's files could not be read ({_why(error)})")
        notes += [f"{fault.place()}: syntax error: {fault.message}" for fault in contents.faults]
        notes += [
            f"{answer.file}, line {answer.line}: {answer.fault}"
            for answer in contents.answers
            if answer.fault
        ]
        answering = Answering(cell, contents, {})
        reports = [_problem(session, name, answering, progress) for name in problems]
        notes += answering.load_notes()
    total = Score()
    for report in reports:
        total += report.score
    return Report(
        course=session.course.name,
        assignment=assignment,
        submission=submission.name,
        digest=submission.digest,
        created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - started, 3),
        score=total,
        problems=tuple(reports),
        notes=tuple(notes),
        environment=_environment(session),
    )


def _why(error: Exception) -> str:
    if isinstance(error, Lost):
        return error.died.how
    if isinstance(error, InsideFault):
        return str(error).strip().split("\n")[-1]
    return "the answer was garbled"


def _problem(
    session: Session, name: str, answering: Answering, progress: Progress
) -> ProblemReport:
    file = session.course.problems[name]
    problem = file.problem
    parts = []
    total = Score()
    for part_name in problem.parts:
        progress(name, part_name, None)
        report = _part(session, problem, part_name, answering)
        progress(name, part_name, report)
        parts.append(report)
        total += report.score
    return ProblemReport(
        id=problem.id, title=problem.title, digest=file.digest, score=total, parts=tuple(parts)
    )


def _part(session: Session, problem: Problem, name: str, answering: Answering) -> PartReport:
    part = problem.parts[name]
    if isinstance(part, CodePart):
        return grade_code_part(session, problem.id, name, part, answering)
    try:
        return _prose(problem, name, part, answering.contents)
    except Exception:
        message = "the grader failed: " + traceback.format_exc().strip().split("\n")[-1]
        verdict = Verdict.GRADER_FAULT
        return PartReport(
            name=name, asks=part.asks, text=part.text, verdict=verdict,
            score=score_part(part, verdict, 0.0), message=message,
        )  # fmt: skip


def _prose(problem: Problem, name: str, part: ProsePart, contents: Contents) -> PartReport:
    """Never scored by machine: an answer waits for a person, its points pending."""
    alone = sum(isinstance(other, ProsePart) for other in problem.parts.values()) == 1
    answer = contents.answer(problem.id, name, alone)
    if answer is None:
        verdict, place = Verdict.NOT_ATTEMPTED, None
        message = f"no answer was found under the heading {problem.id} in answers.md"
    else:
        verdict, place = Verdict.UNDECIDED, AnswerPlace(file=answer.file, line=answer.line)
        message = "a person reads this answer; its points are pending"
    return PartReport(
        name=name,
        asks=part.asks,
        text=part.text,
        verdict=verdict,
        score=score_part(part, verdict, 0.0),
        message=message,
        answer=place,
    )


def _environment(session: Session) -> Environment:
    return Environment(
        grader=grader.__version__,
        python=platform.python_version(),
        libraries=library_versions(),
        reference=session.truth.digest,
        seeds=fingerprint(session.course.secret),
        protection=session.sandbox.protection,
    )
