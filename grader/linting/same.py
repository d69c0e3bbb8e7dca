"""A written part's right formula against the function part that computes the same."""

from __future__ import annotations

from collections.abc import Iterator

from grader.binding import InCase, NothingHere, Unbound, Unnamed, first_apart
from grader.course import Fault, ProblemFile
from grader.course.source import Path_
from grader.grading import Session
from grader.grading.asking import prepare
from grader.grading.ordinary import no_case_of, ordinary_cases
from grader.grading.truth import ReferenceFailed
from grader.kinds.base import WrittenPart
from grader.kinds.marker import Unclear
from grader.linting.misprints import MAX_CASES, where_in
from grader.maths import Unevaluable


def same_faults(
    session: Session, file: ProblemFile, name: str, part: WrittenPart
) -> Iterator[Fault]:
    """The first thing that is wrong with `same_as`, or the first case that refutes the answer.

    Of several answers the first is taken: others may be other ways to write it down.
    """
    same = part.binding
    if same is None:
        return
    try:
        every = prepare(
            session.course, dict(session.checks), session.truth, file.problem.id, same.part
        )
        cases = ordinary_cases(every, session.truth, MAX_CASES)
    except ReferenceFailed:
        return  # told when the reference is graded
    path: Path_ = ("parts", name, "same_as")
    try:
        right, symbols = part.marker().formula(part, "")
    except Unclear:
        return  # only identities are given: there is no formula to compare
    compared = 0
    for one in cases:
        try:
            here = InCase(same, symbols, one.prepared.ask, one.case, one.truth)
            missing = here.unbound(right)
            if missing:
                message = f"does not say what {', '.join(f'`{m}`' for m in missing)} is"
                yield file.source.fault((*path, "means"), f"{message} in `{same.part}`")
                return
            apart = first_apart(right, here)
        except NothingHere:
            continue
        except Unbound as error:
            yield file.source.fault((*path, *error.field.split(".", 1)), str(error))
            return
        except Unnamed as error:
            yield file.source.fault((*path, "part"), f"`{same.part}`: {error}")
            return
        except Unevaluable as error:
            yield file.source.fault(path, f"in {one.case.label} a side has no value: {error}")
            return
        compared += 1
        if apart is not None:
            where = where_in(one.case.label, apart.indices, apart.difference.place)
            message = (
                f"is not what `{same.part}` computes: in {where}, the formula gives "
                f"{apart.difference.left} and the reference {apart.difference.right}"
            )
            yield file.source.fault(("parts", name, "answer"), message)
            return
    if not compared:
        nowhere = f"{', '.join(same.indices)} has nowhere to run"
        why = nowhere if cases else no_case_of(same.part)
        yield file.source.fault(path, f"nothing could be compared: {why}")
