"""A report made from a kit: public checks alone, no points, and what else the instructor checks."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.verdict import Verdict
from grader.course.baked import Baked, place_of
from grader.report import PartReport, ProblemReport, Score

PUBLIC_CHECKS = (
    "public checks: this kit holds a few of the cases that your instructor grades with, and no "
    "points; what passes here can still fail there"
)


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
    return part.model_copy(update={"score": Score(), "notes": notes})
