"""A report made from a kit: public checks alone, no points, and what else the instructor checks."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.verdict import Verdict
from grader.course.baked import Baked, place_of
from grader.grading.written import FOR_A_PERSON
from grader.report import PartReport, ProblemReport, Score

PUBLIC_CHECKS = (
    "public checks: this kit holds a few of the cases that your instructor grades with, and no "
    "points; what passes here can still fail there"
)


# In place of what a person is waited for with: before it is handed in nothing waits.
READ_LATER = "found: your instructor reads it when you have handed it in"


def as_public(problem: ProblemReport, baked: Baked) -> ProblemReport:
    """The problem's report without points, and with the names of what is checked elsewhere."""
    parts = tuple(
        _part(part, baked.elsewhere.get(place_of(problem.id, part.name), ()))
        for part in problem.parts
    )
    return problem.model_copy(update={"parts": parts, "score": Score()})


def _part(part: PartReport, elsewhere: Sequence[str]) -> PartReport:
    notes = part.notes
    if elsewhere and part.verdict is not Verdict.NOT_ATTEMPTED:
        notes = (*notes, f"only your instructor checks: {'; '.join(elsewhere)}")
    message = READ_LATER if part.message == FOR_A_PERSON else part.message
    return part.model_copy(update={"score": Score(), "notes": notes, "message": message})
