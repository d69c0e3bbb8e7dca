"""The cases of a problem as they are drawn: inputs, truth, which mistakes each tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.course import ProblemFile
from grader.course.parts import CodePart
from grader.grading import Session
from grader.grading.asking import Prepared, prepare
from grader.linting.answers import answers_of, truths_of
from grader.values import Value


@dataclass(frozen=True)
class DrawnCase:
    """One case; `truth` is empty where the check does not compare what is returned."""

    label: str
    public: bool
    seed: int
    inputs: Mapping[str, Value]
    truth: tuple[Value, ...]
    tells_apart: tuple[str, ...]  # names of mistakes that give another result here, or fail


@dataclass(frozen=True)
class DrawnCheck:
    part: str
    kind: str
    name: str
    returns: tuple[str, ...]
    cases: tuple[DrawnCase, ...]
    not_told: tuple[str, ...]  # names of mistakes that give the truth in every case


def drawn_checks(session: Session, file: ProblemFile, part: str = "") -> Iterator[DrawnCheck]:
    """Every check that has cases, of one part or of all. Raises ReferenceFailed or Undrawable."""
    for name, spec in file.problem.parts.items():
        if isinstance(spec, CodePart) and part in ("", name):
            checks = dict(session.checks)
            for one in prepare(session.course, checks, session.truth, file.problem.id, name):
                if one.ask.cases:
                    yield _drawn(session, name, one)


def _drawn(session: Session, part: str, prepared: Prepared) -> DrawnCheck:
    check, ask = prepared.check, prepared.ask
    truths = truths_of(session.truth, prepared)
    told: list[list[str]] = [[] for _ in ask.cases]
    not_told = []
    for mistake in ask.part.known_mistakes if truths else ():
        answers = answers_of(session.truth, prepared, mistake.reference)
        for case, truth, answer, names in zip(ask.cases, truths, answers, told, strict=True):
            if answer is None or not check.same(ask, case, answer[0], truth):
                names.append(mistake.name)
        if not any(mistake.name in names for names in told):
            not_told.append(mistake.name)
    cases = tuple(
        DrawnCase(
            case.label,
            case.public,
            case.seed,
            case.inputs,
            (truths[index],) if truths else (),
            tuple(told[index]),
        )
        for index, case in enumerate(ask.cases)
    )
    returns = tuple(name.rstrip("?") for name in ask.returns)
    return DrawnCheck(part, check.kind, prepared.name, returns, cases, tuple(not_told))
