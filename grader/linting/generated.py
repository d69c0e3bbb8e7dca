"""Whether a generator function returns what the call needs."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course import Fault, ProblemFile
from grader.course.inputs import GENERATOR
from grader.course.parts import CodePart
from grader.grading import Session
from grader.grading.asking import prepare
from grader.grading.finding import calls_of
from grader.grading.truth import ReferenceFailed


def generator_faults(
    session: Session, file: ProblemFile, name: str, part: CodePart
) -> Iterator[Fault]:
    """Inputs of the call that are neither declared nor returned by the generator."""
    try:
        every = prepare(session.course, dict(session.checks), session.truth, file.problem.id, name)
    except ReferenceFailed:
        return  # told when the reference is graded
    for prepared in every:
        ask = prepared.ask
        generator = {**part.inputs, **prepared.entry.options.inputs}.get(GENERATOR)
        results = {step.result for step in ask.first}
        own, *others = calls_of(part)
        wanted = {a.name: "call" for call in (*ask.first, own) for a in call.passed}
        wanted = {a.name: "also" for call in others for a in call.passed} | wanted
        for argument, key in wanted.items():
            if argument in results or not generator:
                continue
            if any(argument not in case.inputs for case in ask.cases):
                message = f"`{argument}` is not an input, and `{generator}` does not return it"
                yield file.source.fault(("parts", name, key), message)
