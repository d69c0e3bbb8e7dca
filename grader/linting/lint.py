"""`grader lint`: what is wrong with a course's problems, found before a class finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.cases.drawing import Undrawable
from grader.checks import Check, Verdict
from grader.course import Course, Fault, ProblemFile
from grader.course.parts import CodePart, Convention, Mistake
from grader.course.settings import pattern_notes
from grader.grading import Session
from grader.grading.answering import Answering
from grader.grading.asking import prepare
from grader.grading.mistakes import answers
from grader.grading.outcome import Outcome
from grader.grading.part import grade_code_part
from grader.grading.truth import ReferenceFailed
from grader.kinds.base import WrittenPart
from grader.linting.chance import chance_faults, not_told
from grader.linting.drawn import case_faults
from grader.linting.equations import equation_faults, unchecked_equations
from grader.linting.examples import example_faults
from grader.linting.fitting import fitting_faults
from grader.linting.generated import generator_faults
from grader.linting.misprints import misprint_faults
from grader.linting.naming import naming_faults
from grader.linting.pretending import submission_of
from grader.linting.remembered import keep_notes, known_notes, reference_files_of
from grader.linting.same import same_faults
from grader.linting.steady import steadiness_faults
from grader.linting.thorough import thorough_faults
from grader.linting.timed import growth_notes
from grader.linting.trivial import trivial_faults
from grader.linting.typesetting import formula_faults
from grader.linting.unseen import unseen_mistake
from grader.linting.working import Found, run_all
from grader.linting.written import faults_in_use, faults_on_paper
from grader.report import PartReport
from grader.report.text import visible
from grader.sandbox import Returned
from grader.sandbox.libraries import libraries_in

Progress = Callable[[str], None]


@dataclass(frozen=True)
class LintResult:
    problems: int
    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...] = ()  # what an author may want to know, and need not mend


def lint(
    course: Course,
    checks: Mapping[str, Check],
    problems: Sequence[str],
    *,
    run: bool = True,
    thorough: bool = False,
    remember: bool = False,
    progress: Progress = lambda problem: None,
) -> LintResult:
    """Everything about `problems` that loading the course has not already refused.

    With `run`, the reference and every declared mistake are graded like a student's answer; with
    `thorough`, cases are drawn under many secrets as well. With `remember`, what was run without a
    fault and has not changed since is not run again: not for kinds that other packages add.
    """
    faults: list[Fault] = []
    sound: list[str] = []  # what is wrong on paper is mended before it is run
    for name in problems:
        found = list(_faults_on_paper(course.problems[name], checks, course.secret))
        faults += found
        if not found:
            sound.append(name)
    notes = [note for name in problems for note in unchecked_equations(course.problems[name])]
    if len(problems) == len(course.problems):
        notes += pattern_notes(course.root, course.problems)
    if run:
        for found, noted in _runs(course, checks, sound, progress, remember=remember):
            faults += found
            notes += noted
    if thorough and sound:
        for fault in thorough_faults(course, checks, sound, progress):
            (notes if fault.message.startswith("note: ") else faults).append(fault)
    return LintResult(len(problems), tuple(sorted(set(faults))), tuple(notes))


def _runs(
    course: Course,
    checks: Mapping[str, Check],
    problems: Sequence[str],
    progress: Progress,
    *,
    remember: bool,
) -> Iterator[Found]:
    """What running each problem finds."""
    ahead = []
    for name in problems:
        known = known_notes(course, course.problems[name]) if remember else None
        if known is None:
            ahead.append(name)
        else:
            yield [], known
    if not ahead:
        return
    needed = {
        path: data
        for name in ahead
        for path, data in reference_files_of(course, course.problems[name]).items()
    }
    heavy = libraries_in(needed.values())
    for name, (faults, notes) in run_all(course, checks, heavy, ahead, _run, progress):
        if remember and not faults:
            keep_notes(course, course.problems[name], notes)
        yield faults, notes


def _run(session: Session, name: str) -> Found:
    file = session.course.problems[name]
    notes = [
        note
        for part_name, part in file.problem.parts.items()
        if isinstance(part, CodePart)
        for note in growth_notes(session, file, part_name, part)
    ]
    return list(_run_faults(session, file)), notes


def _faults_on_paper(
    file: ProblemFile, checks: Mapping[str, Check], secret: str
) -> Iterator[Fault]:
    yield from formula_faults(file)
    yield from equation_faults(file)
    yield from naming_faults(file)
    for name, part in file.problem.parts.items():
        if isinstance(part, WrittenPart):
            yield from faults_on_paper(file, name, part)
        if isinstance(part, CodePart):
            yield from case_faults(file, name, part, checks, secret)


def _run_faults(session: Session, file: ProblemFile) -> Iterator[Fault]:
    contradictions = list(_contradictions(session, file))
    if contradictions:
        yield from contradictions
        return
    yield from misprint_faults(session, file)
    for name, part in file.problem.parts.items():
        if isinstance(part, WrittenPart):
            yield from faults_in_use(session, file, name, part)
            yield from same_faults(session, file, name, part)
        if not isinstance(part, CodePart):
            continue
        path = ("parts", name)
        found = list(generator_faults(session, file, name, part))
        found = found or list(fitting_faults(session, file, name))
        found = found or list(example_faults(session, file, name, part))
        found = found or list(steadiness_faults(session, file, name, part))
        found = found or list(chance_faults(session, file, name, part))
        if found:
            yield from found
            continue  # what grading would say of it is a consequence
        report, outcomes = _graded(session, file, name, part, part.reference)
        if report.verdict is not Verdict.CORRECT:
            yield file.source.fault((*path, "reference"), _reference_fault(report, part))
            continue  # mistakes cannot be told from an answer that is itself doubtful
        doubtful = [
            *_changed_inputs(file, name, part, outcomes),
            *trivial_faults(session.truth, file, name, [one.prepared for one in outcomes]),
        ]
        if doubtful:
            yield from doubtful
            continue
        conventions = part.readings
        for index, convention in enumerate(conventions):
            right, _ = _graded(session, file, name, part, convention.reference)
            message = _convention_fault(right, convention, conventions)
            if message:
                yield file.source.fault((*path, "conventions", index), message)
        for index, mistake in enumerate(part.mistakes):
            wrong, mistaken = _graded(session, file, name, part, mistake.reference)
            message = _mistake_fault(wrong, mistake, conventions)
            if not wrong.convention and (unclear := not_told(session.truth, mistake, mistaken)):
                message = unclear
            elif wrong.verdict is Verdict.WRONG and not _compared(session, mistaken):
                message = (
                    f"`{mistake.reference}` loses points, but no check of this part compares "
                    "results, by which mistakes are recognised; add `equals`"
                )
            elif wrong.verdict is Verdict.CORRECT and not wrong.convention:
                message = unseen_mistake(session.truth, mistake, outcomes)
            if message:
                yield file.source.fault((*path, "mistakes", index), message)


def _contradictions(session: Session, file: ProblemFile) -> Iterator[Fault]:
    """Inputs that cannot be drawn in a case, be it one between the ends that were tried before."""
    for name, part in file.problem.parts.items():
        if not isinstance(part, CodePart):
            continue
        try:
            prepare(session.course, dict(session.checks), session.truth, file.problem.id, name)
        except Undrawable as error:
            yield file.source.fault(("parts", name, "inputs", error.input), str(error))
        except ReferenceFailed:
            continue  # told when the reference is graded


def _reference_fault(report: PartReport, part: CodePart) -> str:
    if report.verdict is Verdict.GRADER_FAULT:  # its message says who failed, and where
        return f"cannot be graded: {report.message}"
    return f"`{part.reference}` does not get full marks: {report.verdict}: {report.message}"


def _convention_fault(
    report: PartReport, convention: Convention, conventions: Sequence[Convention]
) -> str:
    who = f"`{convention.reference}`"
    if report.verdict is Verdict.GRADER_FAULT:
        return f"{who} cannot be graded: {report.message}"
    if report.verdict is not Verdict.CORRECT:
        return f"{who} does not get full marks: {report.verdict}: {report.message}"
    followed = _followed(report, conventions)
    if followed is None:
        return (
            f"{who} gives the same results as the reference; "
            "remove it or add inputs that tell them apart"
        )
    if followed != convention:
        return (
            f"{who} gives the same results as `{followed.name}`, which comes first; "
            "keep one of them or add inputs that tell them apart"
        )
    return ""


def _followed(report: PartReport, conventions: Sequence[Convention]) -> Convention | None:
    """The convention that the report says the answer follows."""
    return next((one for one in conventions if visible(one.name) == report.convention), None)


def _compared(session: Session, outcomes: Sequence[Outcome]) -> bool:
    """Whether any check's results are those of the answer, which a mistake could give as well."""
    return any(
        answers(one, one.prepared.ask.part.reference, session.truth) is not None for one in outcomes
    )


def _mistake_fault(report: PartReport, mistake: Mistake, conventions: Sequence[Convention]) -> str:
    who = f"`{mistake.reference}`"
    if report.verdict is Verdict.GRADER_FAULT:
        return f"{who} cannot be graded: {report.message}"
    followed = _followed(report, conventions)
    if followed is not None:
        return (
            f"{who} gives the same results as the convention `{followed.name}`, and so gets full "
            "marks; keep one of them or add inputs that tell them apart"
        )
    if report.verdict is Verdict.TIMED_OUT:
        return f"{who} did not end, so nothing can be recognised by it: {report.message}"
    if report.mistake is None:
        return f"{who} loses points but is not recognised by its results: {report.message}"
    if report.mistake.name != mistake.name:
        return (
            f"{who} gives the same results as `{report.mistake.name}`, which comes first; "
            "keep one of them or add inputs that tell them apart"
        )
    return ""


def _graded(
    session: Session, file: ProblemFile, name: str, part: CodePart, reference: str
) -> tuple[PartReport, Sequence[Outcome]]:
    """The report on a function of the reference, handed in as if by a student."""
    submission = submission_of(session.course, part, reference)
    with Answering(session, submission) as answering:
        return grade_code_part(session, file.problem.id, name, part, answering)


def _changed_inputs(
    file: ProblemFile, name: str, part: CodePart, outcomes: Sequence[Outcome]
) -> Iterator[Fault]:
    """A reference that writes into what it is given: the second call would get another input."""
    changed = {
        str(argument)
        for outcome in outcomes
        for seen in outcome.evidence.observations
        if isinstance(seen, Returned)
        for index, argument in enumerate(outcome.asked.call.arguments)
        if index in seen.changed_inputs and argument.name not in part.changed
    }
    if changed:
        names = ", ".join(f"`{one}`" for one in sorted(changed))
        message = f"`{part.reference}` changes its input {names}; let it work on a copy"
        yield file.source.fault(("parts", name, "reference"), message)
