"""Results and submissions for a gradebook, made up: nothing is graded for them."""

from __future__ import annotations

from grader.checks import Verdict
from grader.gradebook import HandedIn, Result
from grader.report import Environment, PartReport, ProblemReport, Score

ENVIRONMENT = Environment(
    grader="0.1.0", python="3.11", libraries={}, reference="r", seeds="s", protection="sealed"
)


def part(name: str, earned: float, pending: float = 0.0, possible: float = 4.0) -> PartReport:
    return PartReport(
        name=name,
        asks="prose" if pending else "function",
        text="",
        verdict=Verdict.UNDECIDED if pending else Verdict.CORRECT if earned else Verdict.WRONG,
        score=Score(earned=earned, pending=pending, possible=possible),
        message="",
    )


def result(key: str, *parts: PartReport, problem: str = "small/rows", text: str = "") -> Result:
    score = Score()
    for one in parts:
        score += one.score
    report = ProblemReport(id=problem, title="Rows", digest="d", score=score, parts=parts)
    return Result(key, report, ENVIRONMENT, {one.name: text for one in parts if text}, {}, 0.5)


def handed_in(student: str, digest: str = "d1") -> HandedIn:
    return HandedIn(student, digest, "first", "2026-11-18T10:00:00+00:00", notes=("a note",))
