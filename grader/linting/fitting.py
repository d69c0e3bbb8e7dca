"""Whether the options of a check fit what the part is given and what its reference returns."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course import Fault, ProblemFile
from grader.grading import Session
from grader.grading.asking import prepare
from grader.grading.fitting import misfits_of
from grader.grading.truth import ReferenceFailed


def fitting_faults(session: Session, file: ProblemFile, name: str) -> Iterator[Fault]:
    """What each check of a part says of its own options, at their place."""
    try:
        every = prepare(session.course, dict(session.checks), session.truth, file.problem.id, name)
        for number, one in enumerate(every):
            for where, message in misfits_of(one, session.truth):
                place = ("parts", name, "checks", number, one.check.kind, *where)
                yield file.source.fault(place, message)
    except ReferenceFailed:
        return  # told when the reference is graded
