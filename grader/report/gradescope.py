"""The report as the `results.json` that Gradescope reads: one test a part, told in Markdown.

Gradescope adds up what tests earn, and shows a test without a score that is full as not passed. So
what waits for a person is not passed and says so in its first words; nothing is ever hidden, since
one hidden test would hide the student's total.
"""

from __future__ import annotations

import json

from grader.checks.verdict import Verdict
from grader.report.markdown import part_lines
from grader.report.model import PartReport, Report
from grader.report.quoting import quoted
from grader.report.wording import points, unread_sentence


def render(report: Report) -> str:
    """Scores are finite by the model; a NaN would cost the student the whole result."""
    data = {
        "score": report.score.earned,
        "execution_time": round(report.seconds),
        "output": "\n\n".join(_about(report)),
        "output_format": "md",
        "test_output_format": "md",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",  # a log for the staff, which quotes what students wrote
        "extra_data": {"schema": report.version, "pending": report.score.pending},
        "tests": [
            _test(part, problem.id, f"{above}.{below}")
            for above, problem in enumerate(report.problems, 1)
            for below, part in enumerate(problem.parts, 1)
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _about(report: Report) -> list[str]:
    lines = [f"{points(report.score)} points"]
    if report.score.pending:
        lines.append("Points that are pending wait for a person and are not lost.")
    if report.unread:
        lines.append(f"{unread_sentence(report)}.")
    if Verdict.GRADER_FAULT in report.verdicts:
        lines.append("A part could not be judged: the course or grader is at fault, not you.")
    lines += [f"note: {quoted(note)}" for note in report.notes]
    return [*lines, quoted(report.environment.protection)]


def _test(part: PartReport, problem: str, number: str) -> dict[str, object]:
    return {
        "name": f"{problem} {part.name}",
        "number": number,
        "score": part.score.earned,
        "max_score": part.score.possible,
        "status": "passed" if part.verdict is Verdict.CORRECT else "failed",
        "output": "\n".join([*_waiting(part), *part_lines(part)]),
        "output_format": "md",
        "visibility": "visible",
        "extra_data": {"verdict": str(part.verdict), "pending": part.score.pending},
    }


def _waiting(part: PartReport) -> list[str]:
    if not part.score.pending:
        return []
    return [f"{points(part.score)} points: what is pending waits for a person.", ""]
