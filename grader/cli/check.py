"""`grader check SUBMISSION`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grader.cli.common import (
    course_option,
    format_option,
    listed,
    output_file,
    output_option,
    say,
    some_of_it_option,
)
from grader.cli.exit_codes import ExitCode
from grader.cli.outputs import append_to_file, end_unless_written, make_ready, open_page, write_file

if TYPE_CHECKING:
    from rich.console import Console

    from grader.grading import Session
    from grader.report import PartReport, Report
    from grader.submission import Submission

FORMAT_NAMES = [
    *("text", "json", "markdown", "html"),
    *("junit", "gradescope", "classroom50", "github"),
]
ERASE_LINE = "\r\x1b[2K"


@click.command("check")
@click.argument("submission", type=click.Path(path_type=Path))
@course_option
@some_of_it_option
@format_option(FORMAT_NAMES)
@output_option(
    "Also write the report to a file, as its ending says (.html .json .md .xml .txt) or as the "
    "format before the colon. May be given several times."
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if less than this share of the points asked for is earned. What is "
    "undecided is not earned; prose that nobody has marked yet is not asked for.",
)
@click.option(
    "--pending",
    type=click.Choice(["count", "ignore"]),
    default="count",
    help="With --fail-under: `ignore` leaves out all points that wait for a person.",
)
@click.option("--open", "opens", is_flag=True, help="Open the report as a page in a browser.")
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
    pending: Literal["count", "ignore"],
    opens: bool,
    unsafe: bool,
) -> None:
    """Grade a submission: what is right, what is wrong and why.

    SUBMISSION is a folder with .py files, notebooks and a document, or a single file. Functions
    are found by name, in any file. Student code runs in separate processes under limits.
    """
    files = output_files(outputs)
    for _, file in files:
        make_ready(file)
    with ExitStack() as opened:
        with _told("reading the submission and the course …", form):
            session, handed_in = begin(opened, submission, course, unsafe)
        # Without an assignment everything is graded, and what is not attempted is said once.
        known = session.course
        assignment = assignment or known.handed_out
        problems = known.assignment(assignment) if assignment else list(known.problems)
        report = _graded(session, handed_in, problems, assignment or "", form)
    from grader.checks import Verdict
    from grader.report.passing import percent, waiting

    written = [write_file(file, rendered(name, report, submission)) for name, file in files]
    if form == "text":
        print_text(report)
    else:
        click.echo(rendered(form, report, submission), nl=False)
    if form == "github":
        written.append(_step_summary(report))
    if opens:
        written.append(open_page(rendered("html", report, submission)))
    end_unless_written(written)
    if Verdict.GRADER_FAULT in report.verdicts:
        say("a part could not be judged: the course or grader is at fault", err=True)
        sys.exit(ExitCode.COURSE)
    waits = waiting(report)
    if waits and not report.public:
        say(f"waits for a person: {listed(waits)}", err=True)
    if fail_under is not None and (earned := percent(report, pending)) < fail_under:
        say(f"{earned:.4g} % is below --fail-under {fail_under:g}", err=True)
        sys.exit(ExitCode.BELOW)


def begin(
    opened: ExitStack, submission: Path, course: str | None, unsafe: bool
) -> tuple[Session, Submission]:
    """What is graded, and where. What takes long is done side by side: another process reads the
    submission, and then one imports what it uses, while this one reads the course."""
    from grader.course.finding import REFERENCE, find_course, hidden_paths
    from grader.submission.intake import reading_submission

    root = find_course(course, Path.cwd(), submission)
    # A course's repository may be handed in whole; its reference is not the student's answer.
    leave_out = [root / REFERENCE, root / "problems"]
    with reading_submission(submission, leave_out=leave_out) as finished:
        from grader.course.listing import listing_at
        from grader.sandbox.libraries import libraries_in
        from grader.sandbox.sandbox import Sandbox

        listing = listing_at(root)
        handed_in = finished()
    libraries = libraries_in(handed_in.sources)
    sandbox = None
    if listing is not None:  # else it must be read first what the course lets student code use
        ahead = Sandbox(libraries, threads=listing.threads, hidden=hidden_paths(root))
        sandbox = opened.enter_context(ahead)
        sandbox.warm()
    from grader.grading.session import Session
    from grader.kit import open_course_or_kit_at

    loaded, checks = open_course_or_kit_at(root)
    if listing != loaded.listing():  # changed meanwhile
        sandbox = None
    session = Session(loaded, checks, libraries, unsafe=unsafe, sandbox=sandbox)
    return opened.enter_context(session), handed_in


@contextmanager
def _told(text: str, form: str) -> Iterator[None]:
    """Say on a terminal what is being done, as long as it is."""
    shown = form == "text" and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if shown:
        click.echo(text, nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            click.echo(ERASE_LINE, nl=False, err=True)


def output_files(outputs: Sequence[str]) -> list[tuple[str, Path]]:
    if not outputs:
        return []
    from grader.report.formats import BY_SUFFIX

    return [output_file(text, FORMAT_NAMES, BY_SUFFIX) for text in outputs]


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


def rendered(form: str, report: Report, submission: Path) -> str:
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


def print_text(report: Report) -> None:
    from rich.console import Console

    from grader.report.formats import FORMATS, draw

    console = Console(highlight=False)
    if console.is_terminal:
        draw(report, console)
    else:
        click.echo(FORMATS["text"](report), nl=False)


def _step_summary(report: Report) -> str:
    """GitHub shows what is appended to this file on the run's page, up to a megabyte."""
    from grader.report.formats import FORMATS

    target = os.environ.get("GITHUB_STEP_SUMMARY")
    # The limit is of bytes, and GitHub shows nothing of what is longer.
    text = FORMATS["markdown"](report).encode()[:1_000_000].decode(errors="ignore")
    return append_to_file(Path(target), text) if target else ""
