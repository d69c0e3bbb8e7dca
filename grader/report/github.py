"""Annotations for GitHub Actions: one at the student's own line for each part that failed."""

from __future__ import annotations

from grader.checks.findings import CodeError, Place
from grader.checks.verdict import Verdict
from grader.report.advice import title
from grader.report.commands import disarmed
from grader.report.model import PartReport, Report
from grader.report.text import one_line
from grader.report.wording import hint_of, mistake_sentence, told_findings, unread_sentence

# GitHub shows about ten annotations of a kind for a step and drops the rest.
MAX_ANNOTATIONS = 10
_QUIET = (Verdict.CORRECT, Verdict.NOT_ATTEMPTED)


def render(report: Report, root: str = "") -> str:
    """Workflow commands, and a notice with the score. `root` is prefixed to file names.

    The only lines of a report that a runner obeys. Each is one command of ours: what a student
    wrote stands in its data and properties, which `_data` and `_property` make one line.
    """
    lines: list[str] = []
    for problem in report.problems:
        for part in problem.parts:
            if part.verdict not in _QUIET and len(lines) < MAX_ANNOTATIONS:
                lines.append(_annotation(problem.id, part, root))
    head = _property(f"{report.submission}: {title(report)}")
    said = [unread_sentence(report), report.environment.protection]
    lines.append(f"::notice title={head}::{_data(chr(10).join(filter(None, said)))}")
    return "\n".join(lines) + "\n"


def _annotation(problem: str, part: PartReport, root: str) -> str:
    level = "warning" if part.verdict.pending or part.verdict is Verdict.PARTLY else "error"
    file, line = _place(part)
    properties = [f"title={_property(f'{problem} {part.name}: {part.verdict}')}"]
    if file:
        properties = [f"file={_property(one_line(root) + file)}", f"line={line}", *properties]
    message = part.message
    if part.mistake is not None:
        message += f"\n{mistake_sentence(part)} {hint_of(part)}"
    return f"::{level} {','.join(properties)}::{_data(message)}"


def _place(part: PartReport) -> tuple[str, int]:
    """The line that failed, else the line where the answer begins; none inside a notebook."""
    for finding in told_findings(part):
        if isinstance(finding, CodeError | Place) and finding.line and not finding.cell:
            return finding.file, finding.line
    if part.answer is not None and part.answer.cell is None:
        return part.answer.file, part.answer.line
    return (part.answer.file, 1) if part.answer is not None else ("", 1)


def _data(text: str) -> str:
    # The runner prints the text on lines of its own, and these are read too: as folds by the page
    # that shows the log, as commands by another runner.
    return disarmed(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
