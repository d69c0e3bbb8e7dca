"""The report in a terminal, coloured; the same as plain text where there is none."""

from __future__ import annotations

import io

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.checks.verdict import Verdict
from grader.report.advice import headline, is_untouched, next_steps
from grader.report.model import PartReport, ProblemReport, Report
from grader.report.pictures import picture
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
from grader.values.counting import in_points

STYLES = {
    Verdict.CORRECT: "green",
    Verdict.PARTLY: "yellow",
    Verdict.NOT_ATTEMPTED: "dim",
    Verdict.UNREAD: "cyan",
    Verdict.UNDECIDED: "cyan",
    Verdict.GRADER_FAULT: "bold magenta",
}
WIDTH = 100


def render(report: Report) -> str:
    """Plain text, for files and pipes."""
    # In a notebook rich would show what is to be returned.
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, force_jupyter=False)
    draw(report, console)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().split("\n"))


def draw(report: Report, console: Console) -> None:
    """Print the report on `console`."""
    title = f"{report.submission} · {report.assignment or report.course}"
    earned, of, unit = headline(report)
    if report.public and earned:
        earned, of = f"{earned} {unit} {of}", ""
    console.print(_line(Text(title, "bold"), Text(earned, "bold")))
    if of:
        console.print(_line(Text(""), Text(of, "dim")))
    if report.unread:
        console.print(Text(unread_sentence(report), STYLES[Verdict.UNREAD]))
    _next(report, console)
    console.print()
    untouched = [problem for problem in report.problems if is_untouched(problem)]
    for problem in report.problems:
        if problem not in untouched:
            _problem(problem, console)
    if untouched:
        worth = sum(problem.score.possible for problem in untouched)
        text = f"· not attempted ({in_points(worth)}): " if worth else "· not attempted: "
        text += ", ".join(problem.id for problem in untouched)
        console.print(Text(text, "dim"))
        console.print()
    for note in report.notes:
        console.print(Text(f"note: {note}", "dim"))
    protection = report.environment.protection
    console.print(Text(f"{report.seconds:.1f} s · {protection}", "dim"))


def _next(report: Report, console: Console) -> None:
    """What to do first, where there is so much to read that it would have to be looked for."""
    steps = next_steps(report)
    if len(steps) > 1:
        console.print()
        console.print(Text("What to do next", "bold"))
        for number, step in enumerate(steps, 1):
            _indented(f"{number}. {step.problem} {step.part.name}: {step.why}", console, indent=2)


def _problem(problem: ProblemReport, console: Console) -> None:
    name = Text.assemble((problem.id, "bold"), "  ", problem.title)
    console.print(_line(name, Text(points(problem.score))))
    for part in problem.parts:
        _part(part, console)
    for agreement in problem.agreements:
        console.print(Text(f"  {agreement.formula} and {agreement.code} compared", "dim"))
        _indented(agreement_sentence(agreement), console, "bold")
    console.print()


def _part(part: PartReport, console: Console) -> None:
    style = STYLES.get(part.verdict, "red")
    head = Text.assemble("  ", (f"{SYMBOLS[part.verdict]} {part.name}: {part.verdict}", style))
    if part.answer is not None and part.verdict is not Verdict.CORRECT:
        head.append(f"  ({place(part.answer)})", "dim")
    console.print(_line(head, Text(points(part.score), style)))
    if part.message:
        _indented(part.message, console)
    if part.read_as and part.verdict is not Verdict.CORRECT:
        _indented(f"your answer was read as: {part.read_as}", console, "dim")
    if part.mistake is not None:
        _indented(mistake_sentence(part), console, "bold")
        if part.mistake.hint:
            _indented(f"Hint: {hint_of(part)}", console)
    for finding in told_findings(part):
        for line in finding_lines(finding):
            _indented(line, console, "dim", indent=6)
    if len(part.checks) > 1 and part.verdict is not Verdict.CORRECT:
        for check in part.checks:
            mark = Text(f"{SYMBOLS[check.verdict]} ", STYLES.get(check.verdict, "red"))
            console.print(Padding(mark + Text(check.name, "dim"), (0, 0, 0, 6)))
    for note in part.notes:
        _indented(f"note: {note}", console, "dim")
    for figure in part.figures:
        console.print()
        for drawn in picture(figure, console.width - 4):
            console.print(Text.assemble("    ", *drawn), no_wrap=True, overflow="crop")


def _indented(text: str, console: Console, style: str = "", indent: int = 4) -> None:
    console.print(Padding(Text(text, style), (0, 0, 0, indent)))


def _line(left: Text, right: Text) -> Table:
    table = Table.grid(expand=True, padding=(0, 1))
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    table.add_row(left, right)
    return table
