"""What must come of an answer to a shipped problem, handed in as one file."""

from __future__ import annotations

from collections.abc import Iterable

from small_course import graded, part_of

from grader.course.parts import CodePart
from grader.grading import Session
from grader.report import PartReport


def marked(session: Session, problem: str, part: str, source: str) -> PartReport:
    return part_of(graded(session, {"homework.py": source}, [problem]), part)


def assert_full_marks(session: Session, problem: str, part: str, source: str) -> None:
    found = marked(session, problem, part, source)
    assert (found.verdict.value, found.message) == ("correct", "")
    assert found.score.earned == found.score.possible


def assert_named(session: Session, problem: str, part: str, mistake: str, source: str) -> None:
    found = marked(session, problem, part, source)
    assert found.mistake is not None, found.message
    assert found.mistake.name == mistake
    assert found.score.earned < found.score.possible


def declared_mistakes(session: Session, problems: Iterable[str]) -> set[tuple[str, str, str]]:
    """(problem, part, name) of every mistake in code that these problems declare."""
    return {
        (problem, name, mistake.name)
        for problem in problems
        for name, part in session.course.problems[problem].problem.parts.items()
        if isinstance(part, CodePart)
        for mistake in part.mistakes
    }
