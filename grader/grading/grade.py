"""Grades one submission against some of a course's problems."""

from __future__ import annotations

import datetime
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import grader
from grader.cases.seeds import fingerprint, seed_for
from grader.course import Course
from grader.course.parts import CodePart
from grader.grading.ahead import look_ahead
from grader.grading.answering import Answering
from grader.grading.outcome import Outcome
from grader.grading.part import grade_code_part
from grader.grading.public import PUBLIC_CHECKS, as_public
from grader.grading.session import Session
from grader.grading.truth import library_versions
from grader.grading.written import WrittenAnswers, asked_of
from grader.report import (
    AgreementReport,
    Environment,
    PartReport,
    ProblemReport,
    Report,
    Score,
)
from grader.submission import Submission
from grader.submission.placing import Placed, placed
from grader.submission.questions import Questions, Target
from grader.submission.unread import note_on, unread_documents

# Of files, each a note: nobody reads more, and a generated file has thousands.
MAX_FAULTS = 100

Progress = Callable[[str, str, PartReport | None], None]


@dataclass(frozen=True)
class Graded:
    """A report, and what was written for each part of each problem: for a person who marks it."""

    report: Report
    answers: Mapping[str, Mapping[str, str]]


def grade(
    session: Session,
    submission: Submission,
    problems: Sequence[str],
    *,
    assignment: str = "",
    progress: Progress = lambda problem, part, report: None,
) -> Report:
    """The report on `submission`. `progress` is told of each part before and after."""
    return graded(
        session, submission, problems, problems, assignment=assignment, progress=progress
    ).report


def graded(
    session: Session,
    submission: Submission,
    problems: Sequence[str],
    only: Sequence[str],
    *,
    assignment: str = "",
    progress: Progress = lambda problem, part, report: None,
) -> Graded:
    """The report on `only` some of the problems that were asked: what a document says is given to
    the same questions as if all were graded."""
    started = time.monotonic()
    notes = list(submission.notes)
    with Answering(session, submission, problems) as answering:
        contents = answering.contents
        if answering.unread:
            notes.append(f"the submission's files could not be read ({answering.unread})")
        faults = [fault.sentence() for fault in contents.faults]
        faults += [
            f"{passage.place}: {passage.fault}" for passage in contents.passages if passage.fault
        ]
        notes += faults[:MAX_FAULTS]
        if len(faults) > MAX_FAULTS:
            notes.append(f"{len(faults) - MAX_FAULTS:,} more faults of this kind were found")
        found = placed(contents.passages, _questions(session.course, problems, assignment))
        notes += found.notes
        unread = unread_documents(submission.files, contents.passages, found.answered)
        if any(asked_of(session.course.problems[name].problem).written for name in problems):
            notes += note_on(unread)
        look_ahead(session, answering, only)
        waiting = [*unread, *found.doubtful]
        reports = [_problem(session, name, found, waiting, answering, progress) for name in only]
        if session.course.baked is not None:
            reports = [as_public(one, session.course.baked) for one in reports]
            notes.insert(0, PUBLIC_CHECKS)
        notes += answering.load_notes()
        if answering.budget.used_up:
            notes.append(
                f"the submission has used up its {answering.budget.seconds:g} s of processor time; "
                "what came after that was not run"
            )
    total = Score()
    for one in reports:
        total += one.score
    report = Report(
        course=session.course.name,
        assignment=assignment,
        submission=submission.name,
        digest=submission.digest,
        created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        # How long hidden cases took is the student's to choose: a secret leaves whole seconds.
        seconds=round(time.monotonic() - started, 0 if session.course.secret else 3),
        public=session.course.baked is not None,
        score=total,
        unread=sum(bool(part.unread) for one in reports for part in one.parts),
        problems=tuple(reports),
        notes=tuple(notes),
        environment=_environment(session),
    )
    answers = {
        name: {part: answer.text for part, answer in found.answers_to(name).items()}
        for name in only
    }
    return Graded(report, answers)


def _problem(
    session: Session,
    name: str,
    placed: Placed,
    waiting: Sequence[str],
    answering: Answering,
    progress: Progress,
) -> ProblemReport:
    file = session.course.problems[name]
    problem = file.problem
    written = WrittenAnswers(problem, placed, answering.contents, waiting)
    parts = []
    total = Score()
    outcomes: dict[str, Sequence[Outcome]] = {}
    for part_name, part in problem.parts.items():
        progress(name, part_name, None)
        if isinstance(part, CodePart):
            report, seen = grade_code_part(session, problem.id, part_name, part, answering)
            outcomes[part_name] = seen
        else:
            seed = seed_for(session.course.secret, problem.id, part_name)
            began = time.monotonic()
            report = written.grade(
                part_name, lambda: session.prover, seed, in_time=not answering.budget.used_up
            )
            answering.budget.take(time.monotonic() - began)
        progress(name, part_name, report)
        parts.append(report)
        total += report.score
    return ProblemReport(
        id=problem.id,
        title=problem.title,
        digest=file.digest,
        score=total,
        parts=tuple(parts),
        agreements=_agreements(session, written, parts, outcomes),
    )


def _agreements(
    session: Session,
    written: WrittenAnswers,
    parts: Sequence[PartReport],
    outcomes: Mapping[str, Sequence[Outcome]],
) -> tuple[AgreementReport, ...]:
    if not written.answers or session.course.baked is not None:
        return ()
    # Only here: a submission of code alone does without all that reads mathematics.
    from grader.grading.agreement import agreements

    return tuple(agreements(session, written, parts, outcomes))


def _questions(course: Course, problems: Sequence[str], assignment: str) -> Questions:
    """What a document may name. Numbers mean something within an assignment only."""
    asked = [asked_of(course.problems[name].problem) for name in problems]
    numbers = {
        number: tuple(Target(*target) for target in targets)
        for number, targets in (course.numbers(assignment) if assignment else {}).items()
    }
    others = [file.problem for name, file in course.problems.items() if name not in problems]
    return Questions(asked, numbers, [name for one in others for name in (one.id, one.title)])


def _environment(session: Session) -> Environment:
    return Environment(
        grader=grader.__version__,
        python=platform.python_version(),
        libraries=library_versions(),
        reference=session.truth.digest,
        seeds=fingerprint(session.course.secret),
        protection=session.sandbox.protection,
    )
