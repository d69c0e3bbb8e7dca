"""Whether the reference always says the same: a truth that depends on luck judges by luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checks.base import reference_calls_of, truth_of
from grader.checks.comparing import compare
from grader.course import Fault, ProblemFile
from grader.course.parts import CodePart
from grader.grading import Session
from grader.grading.asking import prepare
from grader.grading.truth import ReferenceFailed


def steadiness_faults(
    session: Session, file: ProblemFile, name: str, part: CodePart
) -> Iterator[Fault]:
    """A fault if the reference, called again with another seed, gives another result, or one that
    cannot be taken apart by the names under `returns`.

    Every call starts with the case's own seed, so a reference that draws random numbers agrees
    with itself in lint and with nobody else.
    """
    try:
        said = _what_differs(session, file.problem.id, name, part)
    except ReferenceFailed:
        return  # told when the reference is graded
    if said:
        yield file.source.fault(("parts", name, "reference"), f"`{part.reference}` {said}")


def _what_differs(session: Session, problem: str, name: str, part: CodePart) -> str:
    for prepared in prepare(session.course, dict(session.checks), session.truth, problem, name):
        ask = prepared.ask
        if prepared.check.random or not prepared.check.calls_the_answer(ask):
            continue
        calls = reference_calls_of(ask)
        again = [replace(call, seed=call.seed + 1) for call in calls]
        first = session.truth.values(part.reference, calls)
        second = session.truth.values(part.reference, again)
        for index, case in enumerate(ask.cases):
            one, other = (truth_of(ask, values, index)[0] for values in (first, second))
            if isinstance(one, Mapping) and len(ask.returns) > 1:
                return (
                    f"returns a dictionary, but `returns` names {len(ask.returns)} outputs; return "
                    "them as a tuple in this order, or leave `returns` out"
                )
            if not compare(other, one, ask.tolerance_for(case), returns=ask.returns).agrees:
                where = f"{case.label} of “{prepared.name}”"
                return (
                    f"gives another result in {where} when it is called again; "
                    "draw its random numbers in `inputs`, and pass them in"
                )
    return ""
