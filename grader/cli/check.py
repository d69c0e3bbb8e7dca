"""`grader check SUBMISSION`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, format_option, open_course, output_file, output_option

if TYPE_CHECKING:
    from rich.console import Console

    from grader.grading import Session
    from grader.report import PartReport, Report
    from grader.submission import Submission

FORMAT_NAMES = ["text", "json", "markdown", "junit", "github"]


@click.command("check")
@click.argument("submission", type=click.Path(path_type=Path))
@course_option
@click.option(
    "-a", "--assignment", metavar="NAME", help="Grade one assignment, or one problem, only."
)
@format_option(FORMAT_NAMES)
@output_option(
    "Also write the report to a file, as its ending says (.json .md .xml .txt) or as the "
    "format before the colon. May be given several times."
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if the score is below this share of the possible points. "
    "Points that wait for a person do not count against it.",
)
@click.option(
    "--unsafe",
    is_flag=True,
    help="Grade even where student code cannot be sealed off. Without it a course with a secret "
    "is not graded there; checking your own work needs no such word.",
)
def command(
    submission: Path,
    course: str | None,
    assignment: str | None,
    form: str,
    outputs: tuple[str, ...],
    fail_under: float | None,
    unsafe: bool,
) -> None:
    """Grade a submission: what is right, what is wrong and why.

    SUBMISSION is a folder with .py files, notebooks and answers.md, or a single file. Functions
    are found by name, in any file. Student code runs in separate processes under limits.

    \b
    Exit codes: 0 fine, 1 below --fail-under, 2 usage, 3 the course is faulty, 4 student code
    cannot be sealed off here.
    """
    from grader.checks import Verdict
    from grader.grading import Session
    from grader.grading.session import libraries_of
    from grader.report.formats import BY_SUFFIX
    from grader.submission import read_submission

    files = [output_file(text, FORMAT_NAMES, BY_SUFFIX) for text in outputs]
    # Without an assignment everything is graded, and what is not attempted is said once.
    opened, checks = open_course(course)
    # A course's repository may be handed in whole; its reference is not the student's answer.
    handed_in = read_submission(
        submission, leave_out=[opened.root / "reference", opened.root / "problems"]
    )
    problems = opened.assignment(assignment) if assignment else list(opened.problems)
    with Session(opened, checks, libraries_of([handed_in]), unsafe=unsafe) as session:
        report = _graded(session, handed_in, problems, assignment or "", form)
    for name, file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_rendered(name, report, submission), encoding="utf-8")
    if form == "text":
        _print_text(report)
    else:
        click.echo(_rendered(form, report, submission), nl=False)
    if form == "github":
        _step_summary(report)
    if Verdict.GRADER_FAULT in report.verdicts:
        click.echo("a part could not be judged: the course or grader is at fault", err=True)
        sys.exit(3)
    if fail_under is not None and _percent(report) < fail_under:
        sys.exit(1)


def _graded(
    session: Session, handed_in: Submission, problems: list[str], assignment: str, form: str
) -> Report:
    """Grade with a line of progress on a terminal, silently otherwise."""
    from grader.grading import grade

    console = _stderr()
    if not console.is_terminal or form != "text":
        return grade(session, handed_in, problems, assignment=assignment)
    from rich.progress import BarColumn, Progress, TextColumn

    parts = sum(len(session.course.problems[name].problem.parts) for name in problems)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("warming up", total=parts)

        def told(problem: str, part: str, report: PartReport | None) -> None:
            if report is None:
                bar.update(task, description=f"{problem} {part}")
            else:
                bar.advance(task)

        return grade(session, handed_in, problems, assignment=assignment, progress=told)


def _rendered(form: str, report: Report, submission: Path) -> str:
    from grader.report import github
    from grader.report.formats import FORMATS

    if form == "github":  # annotations name files from the top of the checkout
        folder = submission if submission.is_dir() else submission.parent
        near = os.path.relpath(folder, os.environ.get("GITHUB_WORKSPACE") or os.curdir)
        return github.render(report, root="" if near == "." else f"{near}/")
    return FORMATS[form](report)


def _stderr() -> Console:
    from rich.console import Console

    return Console(stderr=True)


def _print_text(report: Report) -> None:
    from rich.console import Console

    from grader.report import terminal

    console = Console(highlight=False)
    if console.is_terminal:
        terminal.draw(report, console)
    else:
        click.echo(terminal.render(report), nl=False)


def _step_summary(report: Report) -> None:
    """GitHub shows what is appended to this file on the run's page, up to a megabyte."""
    from grader.report import markdown

    target = os.environ.get("GITHUB_STEP_SUMMARY")
    if target:
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(markdown.render(report)[:1_000_000])


def _percent(report: Report) -> float:
    score = report.score
    return 100.0 * (score.earned + score.pending) / score.possible if score.possible else 100.0
