"""`grader lint [PATH or ID…]`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, open_course, say
from grader.cli.exit_codes import ExitCode
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.course import ProblemFile


@click.command("lint")
@click.argument("named", nargs=-1, metavar="[PATH or ID]...")
@course_option
@click.option(
    "--no-run", is_flag=True, help="Only read the files; do not run the reference or mistakes."
)
@click.option(
    "--thorough",
    is_flag=True,
    help="Also draw cases under many secrets, and measure how far mistakes and honest rounding are "
    "from the tolerance. Takes minutes.",
)
def command(named: tuple[str, ...], course: str | None, no_run: bool, thorough: bool) -> None:
    """Check a course's problems, and that their reference gets full marks.

    Every fault is one line, file:line:column: field: what is wrong; what to write instead. A note
    begins with "note:" and is no fault. With PATHs or IDs, only the problems in those files or
    folders, or of those ids, are run, though the whole course is read. A problem that had no
    fault, and of which nothing has changed, is not run again.
    """
    from grader.course.listing import nothing_added
    from grader.linting import lint

    if no_run and thorough:
        raise click.UsageError("--thorough runs the reference; leave out --no-run")
    paths = [Path(one) for one in named if Path(one).exists()]
    start = paths[0].resolve() if paths else Path.cwd()
    opened, checks = open_course(course, start if start.is_dir() else start.parent)
    chosen = _chosen(named, opened.problems)

    def told(problem: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{problem}", nl=False, err=True)

    result = lint(
        opened,
        checks,
        chosen,
        run=not no_run,
        thorough=thorough,
        remember=nothing_added(),
        progress=told,
    )
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    for fault in result.faults:
        say(str(fault))
    for note in result.notes:
        say(str(note))
    count = len(result.faults)
    faults = counted(count, "fault") if count else "no faults"
    also = f", {counted(len(result.notes), 'note')}" if result.notes else ""
    click.echo(f"{counted(result.problems, 'problem')}: {faults}{also}")
    if count:
        sys.exit(ExitCode.COURSE)


def _chosen(named: Sequence[str], problems: Mapping[str, ProblemFile]) -> list[str]:
    """The ids of the problems that are named. Raises NoCourse."""
    from grader.course.course import problems_named

    chosen: dict[str, None] = {}
    for one in named:
        path = Path(one)
        if not path.exists():
            chosen.update(dict.fromkeys(problems_named(one, {}, list(problems))))
            continue
        below = [name for name, file in problems.items() if _below(Path(file.source.file), path)]
        # A reference module: everything may depend on it.
        chosen.update(dict.fromkeys(below or problems))
    return list(chosen) if named else list(problems)


def _below(file: Path, path: Path) -> bool:
    file, path = file.resolve(), path.resolve()
    return file == path or path in file.parents
