"""`grader watch FOLDER`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.check import begin, output_files, print_text, rendered
from grader.cli.common import course_option, output_option, say, some_of_it_option
from grader.cli.outputs import make_ready, write_file

if TYPE_CHECKING:
    from grader.grading.session import Session
    from grader.submission import Submission

# An editor writes a file in several steps; those that come within this belong together. Beside half
# a second for a new report nobody notices it.
SETTLE_MILLISECONDS = 50


@click.command("watch")
@click.argument("submission", type=click.Path(path_type=Path))
@course_option
@some_of_it_option
@output_option(
    "Also write the report to a file each time, as its ending says (.html .json .md .xml .txt) or "
    "as the format before the colon. It must not lie in the folder that is watched."
)
@click.option("--times", type=int, default=0, help="End after so many reports; 0 is never.")
def command(
    submission: Path,
    course: str | None,
    assignment: str | None,
    outputs: tuple[str, ...],
    times: int,
) -> None:
    """Grade a folder again each time that a file in it is saved.

    For your own work: what takes long to start stays ready in between. Ctrl-C ends it.
    """
    files = output_files(outputs)
    for _, file in files:
        if file.resolve().is_relative_to(submission.resolve()):
            raise click.UsageError(f"--output {file}: it lies in the folder that is watched")
        make_ready(file)
    with ExitStack() as opened:
        session, first = begin(opened, submission, course, unsafe=False)
        known = session.course
        assignment = assignment or known.handed_out
        problems = known.assignment(assignment) if assignment else list(known.problems)
        for number, handed_in in enumerate(_versions(submission, known.root, first), 1):
            _report(session, handed_in, problems, assignment or "", files)
            if number == times:
                return


def _versions(submission: Path, root: Path, first: Submission) -> Iterator[Submission]:
    """The submission as it is, and again each time that it was changed and can be read."""
    from watchfiles import watch

    from grader.course.finding import REFERENCE
    from grader.submission.intake import NoSubmission, read_submission

    yield first
    say(f"watching {submission}; Ctrl-C ends it", err=True)
    leave_out = [root / REFERENCE, root / "problems"]
    for _ in watch(submission, step=SETTLE_MILLISECONDS, raise_interrupt=True):
        try:
            yield read_submission(submission, leave_out=leave_out)
        except NoSubmission as error:  # moved away for a moment, or while it is being written
            say(str(error), err=True)


def _report(
    session: Session,
    handed_in: Submission,
    problems: list[str],
    assignment: str,
    files: list[tuple[str, Path]],
) -> None:
    from grader.grading import grade

    started = time.monotonic()
    report = grade(session, handed_in, problems, assignment=assignment)
    click.clear()
    print_text(report)
    for name, file in files:
        failed = write_file(file, rendered(name, report, file))
        if failed:
            say(failed, err=True)
    say(f"graded in {time.monotonic() - started:.2f} s", err=True)
