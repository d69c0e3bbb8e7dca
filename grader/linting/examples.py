"""Whether the outputs that an author wrote out are those of the reference."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.cases.edges import change_leaves
from grader.checks.base import reference_calls_of, truth_of
from grader.checks.equals import compare_case
from grader.course import Fault, ProblemFile
from grader.course.parts import CodePart
from grader.grading import Session
from grader.grading.asking import prepare
from grader.grading.truth import ReferenceFailed
from grader.values import Array, Value

MAX_SHOWN = 80


def example_faults(
    session: Session, file: ProblemFile, name: str, part: CodePart
) -> Iterator[Fault]:
    """One fault for each example that says something else, with what the reference says."""
    try:
        every = prepare(session.course, dict(session.checks), session.truth, file.problem.id, name)
        for number, prepared in enumerate(every):
            ask = prepared.ask
            if not any(case.expected for case in ask.cases):
                continue
            values = session.truth.values(part.reference, reference_calls_of(ask))
            for index, case in enumerate(ask.cases):
                truth, _ = truth_of(ask, values, index)
                if case.expected and not compare_case(ask, case, truth, truth).agrees:
                    path = ("parts", name, "checks", number, prepared.check.kind, "examples", index)
                    message = f"the reference gives {_short(truth)}; correct one of them"
                    yield file.source.fault((*path, "expect"), message)
    except ReferenceFailed:
        return  # told when the reference is graded


def _short(value: Value) -> str:
    plain = change_leaves(
        value,
        lambda leaf: (
            np.round(leaf.data, 6).tolist()
            if isinstance(leaf, Array) and leaf.data.dtype.kind in "fc"
            else leaf.data.tolist()
            if isinstance(leaf, Array)
            else leaf
        ),
    )
    text = str(plain)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
