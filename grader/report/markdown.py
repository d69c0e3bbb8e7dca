"""The report as Markdown, for a comment or a step summary."""

from __future__ import annotations

from collections.abc import Iterable

from grader.checks.verdict import Verdict
from grader.report.advice import is_near, title
from grader.report.model import PartReport, Report
from grader.report.pictures import picture
from grader.report.quoting import paragraph, quoted
from grader.report.spans import plain
from grader.report.wording import (
    SYMBOLS,
    agreement_sentence,
    finding_lines,
    hint_of,
    mistake_sentence,
    place,
    points,
    told_findings,
    unread_sentence,
)

WIDTH = 80  # of a picture: what a page shows without a scroll bar below it


def render(report: Report) -> str:
    lines = [
        f"# {quoted(report.submission)}: {title(report)}",
        "",
        *([unread_sentence(report), ""] if report.unread else ()),
        "| problem | part | verdict | points |",
        "|---|---|---|---|",
    ]
    for problem in report.problems:
        for part in problem.parts:
            lines.append(
                f"| {quoted(problem.id)} | {quoted(part.name)} "
                f"| {SYMBOLS[part.verdict]} {part.verdict} | {points(part.score)} |"
            )
    for problem in report.problems:
        told = [part for part in problem.parts if _worth_telling(part)]
        if told:
            lines += ["", f"## {quoted(problem.id)}: {quoted(problem.title)}"]
        for part in told:
            lines += ["", *part_lines(part)]
        for agreement in problem.agreements:
            about = f"**{quoted(agreement.formula)}** and **{quoted(agreement.code)}**"
            lines += ["", f"{about}: {quoted(agreement_sentence(agreement))}"]
    if report.notes:
        lines += ["", *(f"- note: {quoted(note)}" for note in report.notes)]
    lines += ["", f"_{quoted(report.environment.protection)}_", ""]
    return "\n".join(lines)


def _worth_telling(part: PartReport) -> bool:
    quiet = (Verdict.CORRECT, Verdict.NOT_ATTEMPTED)
    if part.verdict not in quiet or part.notes or part.figures:
        return True
    return is_near(part)


def part_lines(part: PartReport) -> list[str]:
    """All that is told of one part, its name and verdict first."""
    where = f" ({quoted(place(part.answer))})" if part.answer else ""
    lines = [f"**{quoted(part.name)}**: {part.verdict}{where}"]
    if part.message:
        lines += ["", paragraph(part.message)]
    if part.read_as:
        lines += ["", f"Your answer was read as: {quoted(part.read_as)}"]
    if part.mistake is not None:
        lines += ["", f"**{quoted(mistake_sentence(part))}** {quoted(hint_of(part))}"]
    detail = [line for finding in told_findings(part) for line in finding_lines(finding)]
    if detail:
        lines += ["", *_code(detail)]
    for figure in part.figures:
        lines += ["", *_code(plain(line) for line in picture(figure, WIDTH))]
    if part.notes:
        lines += ["", *(f"- note: {quoted(note)}" for note in part.notes)]
    return lines


def _code(lines: Iterable[str]) -> list[str]:
    """Indented, not fenced: nothing in the text can close it, and nobody is called from code."""
    return ["    " + line for text in lines for line in text.split("\n")]
