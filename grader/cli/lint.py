"""`grader lint [PATH…]`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.common import course_option, open_course, say
from grader.cli.exit_codes import ExitCode


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
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
def command(paths: tuple[Path, ...], course: str | None, no_run: bool, thorough: bool) -> None:
    """Check a course's problems, and that their reference gets full marks.

    Every fault is one line, file:line:column: field: what is wrong; what to write instead. A note
    begins with "note:" and is no fault. With PATHs, only the problems in those files or folders
    are run, though the whole course is read.
    """
    from grader.linting import lint

    if no_run and thorough:
        raise click.UsageError("--thorough runs the reference; leave out --no-run")
    start = paths[0].resolve() if paths else Path.cwd()
    opened, checks = open_course(course, start if start.is_dir() else start.parent)
    below = {
        path: [
            name for name, file in opened.problems.items() if _below(Path(file.source.file), path)
        ]
        for path in paths
    }
    chosen = list(dict.fromkeys(name for names in below.values() for name in names))
    if not all(below.values()) or not paths:
        chosen = list(opened.problems)  # a reference module: everything may depend on it

    def told(problem: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{problem}", nl=False, err=True)

    result = lint(opened, checks, chosen, run=not no_run, thorough=thorough, progress=told)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    for fault in result.faults:
        say(str(fault))
    for note in result.notes:
        say(str(note))
    count = len(result.faults)
    problems = f"{result.problems} problem{'s' if result.problems != 1 else ''}"
    faults = f"{count} fault{'s' if count != 1 else ''}" if count else "no faults"
    notes = len(result.notes)
    also = f", {notes} note{'s' if notes != 1 else ''}" if notes else ""
    click.echo(f"{problems}: {faults}{also}")
    if count:
        sys.exit(ExitCode.COURSE)


def _below(file: Path, path: Path) -> bool:
    file, path = file.resolve(), path.resolve()
    return file == path or path in file.parents
