"""Whether the reference always says the same: a truth that depends on luck judges by luck."""

from __future__ import annotations

from dataclasses import replace

from grader.checks.base import reference_calls_of
from grader.checks.comparing import compare
from grader.course import CodePart
from grader.grading import Session
from grader.grading.asking import prepare
from grader.grading.truth import ReferenceFailed


def unsteady(session: Session, problem: str, name: str, part: CodePart) -> str:
    """What differs when the reference is called again with another seed; empty if nothing does.

    Every call starts with the case's own seed, so a reference that draws random numbers agrees
    with itself in lint and with nobody else.
    """
    for prepared in prepare(session.course, dict(session.checks), session.truth, problem, name):
        ask = prepared.ask
        if not prepared.check.calls_the_answer(ask):
            continue
        calls = reference_calls_of(ask)
        again = [replace(call, seed=call.seed + 1) for call in calls]
        try:
            first = session.truth.values(part.reference, calls)
            second = session.truth.values(part.reference, again)
        except ReferenceFailed as error:
            return str(error)
        last = len(ask.first)
        for index, case in enumerate(ask.cases):
            at = index * (last + 1) + last
            tolerance = ask.tolerance_for(case)
            found = compare(second[at], first[at], tolerance, returns=ask.returns)
            if not found.agrees:
                return f"{case.label} of “{prepared.name}”"
    return ""
