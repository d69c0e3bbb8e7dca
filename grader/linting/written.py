"""Faults of written parts: an answer that cannot be read, a right one that is not accepted."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course import Fault, ProblemFile
from grader.grading import Session
from grader.grading.truth import ReferenceFailed
from grader.kinds.base import WrittenPart
from grader.kinds.marker import Faulty, Marking
from grader.sandbox import Call


def faults_on_paper(file: ProblemFile, name: str, part: WrittenPart) -> Iterator[Fault]:
    """What can be told from the problem alone."""
    if not part.for_a_person:
        yield from _placed(file, name, part.marker().faults(part, file.problem.parts))


def faults_in_use(
    session: Session, file: ProblemFile, name: str, part: WrittenPart
) -> Iterator[Fault]:
    """What is told by handing in the right answer and every mistake, and by counting again."""
    if part.for_a_person:
        return
    marker = part.marker()
    yield from _placed(file, name, marker.faults_in_use(part, Marking(session.prover)))
    counted_by = marker.counted_by(part)
    if counted_by:
        try:
            (counted,) = session.truth.values(counted_by, [Call(counted_by.rpartition(".")[2], ())])
        except ReferenceFailed as error:
            yield file.source.fault(("parts", name, "reference"), str(error))
            return
        yield from _placed(file, name, marker.faults_of_count(part, counted))


def _placed(file: ProblemFile, name: str, found: Iterator[Faulty]) -> Iterator[Fault]:
    return (file.source.fault(("parts", name, *path), message) for path, message in found)
