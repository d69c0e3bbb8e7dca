"""The report as Markdown, for a comment or a step summary."""

from __future__ import annotations

import re

from grader.checks.verdict import Verdict
from grader.report.model import PartReport, Report
from grader.report.wording import SYMBOLS, finding_lines, mistake_sentence, place, points

# Everything Markdown or HTML could act on, in text that a student may have written.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&])")


def escape(text: str) -> str:
    """`text` so that it reads as itself; one line."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")


def render(report: Report) -> str:
    lines = [
        f"# {escape(report.submission)}: {points(report.score)} points",
        "",
        "| problem | part | verdict | points |",
        "|---|---|---|---|",
    ]
    for problem in report.problems:
        for part in problem.parts:
            lines.append(
                f"| {escape(problem.id)} | {escape(part.name)} "
                f"| {SYMBOLS[part.verdict]} {part.verdict} | {points(part.score)} |"
            )
    for problem in report.problems:
        told = [part for part in problem.parts if _worth_telling(part)]
        if told:
            lines += ["", f"## {escape(problem.id)}: {escape(problem.title)}"]
        for part in told:
            lines += ["", *_part(part)]
    if report.notes:
        lines += ["", *(f"- note: {escape(note)}" for note in report.notes)]
    lines += ["", f"_{escape(report.environment.protection)}_", ""]
    return "\n".join(lines)


def _worth_telling(part: PartReport) -> bool:
    quiet = (Verdict.CORRECT, Verdict.NOT_ATTEMPTED)
    return part.verdict not in quiet or bool(part.notes) or "did you mean" in part.message


def _part(part: PartReport) -> list[str]:
    where = f" ({escape(place(part.answer))})" if part.answer else ""
    lines = [f"**{escape(part.name)}**: {part.verdict}{where}"]
    if part.message:
        lines += ["", escape(part.message)]
    if part.read_as:
        lines += ["", f"Your answer was read as: {escape(part.read_as)}"]
    if part.mistake is not None:
        lines += ["", f"**{escape(mistake_sentence(part))}** {escape(part.mistake.hint)}"]
    shown = next((check for check in part.checks if check.findings), None)
    detail = (
        [line for finding in shown.findings for line in finding_lines(finding)] if shown else []
    )
    if detail:
        # Indented code, not a fence: nothing in the text can close it.
        lines += ["", *("    " + line for line in detail)]
    if part.notes:
        lines += ["", *(f"- note: {escape(note)}" for note in part.notes)]
    return lines
