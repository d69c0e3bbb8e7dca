"""How much of what was asked for is earned: what `--fail-under` compares.

What a student hands in must not be able to wait its way past a gate. So the points of an answer
that could not be decided count as asked for and not earned, until a person has marked it; only
prose, which nobody but a person can mark, is left out until then.
"""

from __future__ import annotations

from typing import Literal

from grader.checks.verdict import Verdict
from grader.kinds.registry import is_for_a_person
from grader.report.advice import public_checks
from grader.report.model import PartReport, Report

Pending = Literal["count", "ignore"]


def percent(report: Report, pending: Pending = "count") -> float:
    """Earned points in percent of those asked for; `ignore` leaves out all that are pending. Of a
    kit, which gives no points, the public checks that pass in percent of those that were made."""
    if report.public:
        passed, made = public_checks(report)
        return 100.0 * passed / made if made else 0.0
    parts = [part for problem in report.problems for part in problem.parts]
    asked = sum(part.score.possible for part in parts)
    left_out = sum(
        part.score.pending for part in parts if _is_unmarked_prose(part) or pending == "ignore"
    )
    if asked > left_out:
        return 100.0 * report.score.earned / (asked - left_out)
    # Nothing is left to be judged by: fine where there was only prose to write.
    return (
        100.0
        if all(part.score.possible == 0 or _is_unmarked_prose(part) for part in parts)
        else 0.0
    )


def waiting(report: Report) -> list[str]:
    """`problem part` of each that a person must decide, prose aside."""
    return [
        f"{problem.id} {part.name}"
        for problem in report.problems
        for part in problem.parts
        if part.verdict.pending and not _is_unmarked_prose(part)
    ]


def _is_unmarked_prose(part: PartReport) -> bool:
    return is_for_a_person(part.asks) and part.verdict is Verdict.UNDECIDED
