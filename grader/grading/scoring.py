"""From checks to points.

The first check says whether the answer is right at all: if it fails, the others earn nothing
(an answer that is wrong everywhere still has rows that sum to one, by luck or by trying). After
that each check earns its weight. Of a check that is wrong the outputs that are right earn their
share of its weight, of the first one too. A broken rule costs the part. A recognised mistake keeps
the credit its author gave it, if that is more. A check that is undecided leaves the part to a
person only where it could still earn something: else a wrong answer could ask for one.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.verdict import Verdict, worst
from grader.course.parts import Part
from grader.report import CheckReport, Score


def combine(checks: Sequence[CheckReport], mistake_credit: float) -> tuple[Verdict, float, str]:
    """(verdict of the part, share of its points from 0 to 1, the line that says why)."""
    failed = [check for check in checks if check.verdict is not Verdict.CORRECT]
    if not failed:
        return Verdict.CORRECT, 1.0, ""
    if _lost(checks):
        failed = [check for check in failed if check.verdict is not Verdict.UNDECIDED]
    overall = worst([check.verdict for check in failed])
    naming = next(check for check in failed if check.verdict is overall)
    message = naming.message if len(checks) == 1 else f"{naming.name}: {naming.message}"
    if overall.pending or overall is Verdict.BROKE_A_RULE:
        return overall, 0.0, message
    share = _share(checks)
    share = max(share, mistake_credit)
    if share > 0:
        return Verdict.PARTLY, share, message
    return overall, 0.0, message


def _lost(checks: Sequence[CheckReport]) -> bool:
    """Whether the part earns nothing, however an undecided check is decided."""
    first = checks[0].verdict
    return (not first.pending and first is not Verdict.CORRECT) or any(
        check.verdict is Verdict.BROKE_A_RULE for check in checks
    )


def _share(checks: Sequence[CheckReport]) -> float:
    total = sum(check.weight for check in checks)
    if total == 0:
        return 0.0
    counted = checks if checks[0].verdict is Verdict.CORRECT else checks[:1]
    return sum(_earned(check) for check in counted) / total


def _earned(check: CheckReport) -> float:
    return check.weight * (1.0 if check.verdict is Verdict.CORRECT else check.share)


def score_part(part: Part, verdict: Verdict, share: float, waiting: float | None = None) -> Score:
    """Points of a part. Where a person has the last word, the share `waiting` is pending: all that
    is not earned, unless it is said which lines wait and which were judged."""
    earned = round(part.points * share, 6)
    if not verdict.pending:
        return Score(earned=earned, possible=part.points)
    pending = part.points - earned if waiting is None else part.points * waiting
    return Score(earned=earned, pending=round(pending, 6), possible=part.points)
