"""`grader lint`: what is wrong with a course's problems, found before a class finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.checks import Check, Verdict
from grader.course import CodePart, Course, Fault, Mistake, ProblemFile
from grader.course.rendering import formulas, problem_with
from grader.course.written import LedgerPart, WrittenPart
from grader.grading import Session
from grader.grading.answering import Answering
from grader.grading.part import grade_code_part
from grader.linting.drawn import case_faults
from grader.linting.examples import example_faults
from grader.linting.generated import generator_faults
from grader.linting.pretending import submission_of
from grader.linting.steady import steadiness_faults
from grader.linting.written import ledger_faults, marking_faults, static_faults
from grader.report import PartReport

Progress = Callable[[str], None]


@dataclass(frozen=True)
class LintResult:
    problems: int
    faults: tuple[Fault, ...]


def lint(
    course: Course,
    checks: Mapping[str, Check],
    problems: Sequence[str],
    *,
    run: bool = True,
    progress: Progress = lambda problem: None,
) -> LintResult:
    """Everything about `problems` that loading the course has not already refused.

    With `run`, the reference and every declared mistake are graded like a student's answer.
    """
    faults: list[Fault] = []
    sound: list[str] = []  # what is wrong on paper is mended before it is run
    for name in problems:
        found = list(_faults_on_paper(course.problems[name], checks))
        faults += found
        if not found:
            sound.append(name)
    if run and sound:
        heavy = ("numpy", "torch") if course.references.torch_modules else ("numpy",)
        with Session(course, checks, heavy) as session:
            for name in sound:
                progress(name)
                faults += _run_faults(session, course.problems[name])
    return LintResult(len(problems), tuple(sorted(set(faults))))


def _faults_on_paper(file: ProblemFile, checks: Mapping[str, Check]) -> Iterator[Fault]:
    yield from _prompt_faults(file)
    for name, part in file.problem.parts.items():
        yield from static_faults(name, part, file.source)
        if isinstance(part, CodePart):
            yield from case_faults(file, name, part, checks)


def _prompt_faults(file: ProblemFile) -> Iterator[Fault]:
    texts: list[tuple[tuple[str, ...], str]] = [(("prompt",), file.problem.prompt)]
    texts += [(("parts", name, "text"), part.text) for name, part in file.problem.parts.items()]
    for path, text in texts:
        for formula in formulas(text):
            why = problem_with(formula.text)
            if why:
                place = file.source.fault(path, "")
                yield Fault(
                    place.file,
                    file.source.text_lines.get(path, place.line) + formula.line - 1,
                    1,
                    place.field,
                    f"the formula `{_short(formula.text)}` does not render: {why}",
                )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 50 else text[:49] + "…"


def _run_faults(session: Session, file: ProblemFile) -> Iterator[Fault]:
    for name, part in file.problem.parts.items():
        if isinstance(part, WrittenPart):
            yield from marking_faults(name, part, file.source, session.prover)
        if isinstance(part, LedgerPart):
            yield from ledger_faults(name, part, file.source, session.truth)
        if not isinstance(part, CodePart):
            continue
        path = ("parts", name)
        found = list(generator_faults(session, file, name, part))
        found = found or list(example_faults(session, file, name, part))
        found = found or list(steadiness_faults(session, file, name, part))
        if found:
            yield from found
            continue  # what grading would say of it is a consequence
        report = _graded(session, file, name, part, part.reference)
        if report.verdict is not Verdict.CORRECT:
            yield file.source.fault((*path, "reference"), _reference_fault(report, part))
            continue  # mistakes cannot be told from an answer that is itself doubtful
        for index, mistake in enumerate(part.mistakes):
            wrong = _graded(session, file, name, part, mistake.reference)
            message = _mistake_fault(wrong, mistake)
            if message:
                yield file.source.fault((*path, "mistakes", index), message)


def _reference_fault(report: PartReport, part: CodePart) -> str:
    if report.verdict is Verdict.GRADER_FAULT:  # its message says who failed, and where
        return f"cannot be graded: {report.message}"
    return f"`{part.reference}` does not get full marks: {report.verdict}: {report.message}"


def _mistake_fault(report: PartReport, mistake: Mistake) -> str:
    who = f"`{mistake.reference}`"
    if report.verdict is Verdict.GRADER_FAULT:
        return f"{who} cannot be graded: {report.message}"
    if report.verdict is Verdict.CORRECT:
        return (
            f"{who} gets full marks, so no case shows the mistake; "
            "add a check whose inputs bring it out"
        )
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
) -> PartReport:
    """The report on a function of the reference, handed in as if by a student."""
    submission = submission_of(session.course, part, reference)
    with Answering(session, submission) as answering:
        return grade_code_part(session, file.problem.id, name, part, answering)
