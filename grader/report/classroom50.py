"""The report as the `result.json` that Classroom 50 collects from a student's repository."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from grader.checks.verdict import Verdict
from grader.report.model import Report

# Scores are whole numbers there. Hundredths, for every student alike: a scale that followed the
# partial credit of one report would make totals of a class that cannot be compared.
_SCALE = 100
# Which key each of the variables fills that Classroom 50 sets for its jobs.
_FROM_JOB = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}


def render(report: Report, job: Mapping[str, str] = os.environ) -> str:
    """`job`: its variables. Points that are pending are not earned until a person marks them."""
    tests = [
        {
            "test-name": f"{problem.id} {part.name}",
            "passed": part.verdict is Verdict.CORRECT,
            "score": _whole(part.score.earned),
            "max-score": _whole(part.score.possible),
        }
        for problem in report.problems
        for part in problem.parts
    ]
    data = {
        "schema": "classroom50/result/v1",
        **{key: job.get(variable, "") for key, variable in _FROM_JOB.items()},
        "datetime": report.created,
        "score": _whole(report.score.earned),
        "max-score": _whole(report.score.possible),
        "tests": tests,
    }
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _whole(points: float) -> int:
    return round(points * _SCALE)
