"""`grader handout ASSIGNMENT OUT`."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.common import complete_name, course_option, open_course, say
from grader.values.counting import counted


@click.command("handout")
@click.argument("name", metavar="ASSIGNMENT", shell_complete=complete_name)
@click.argument("out", type=click.Path(path_type=Path))
@course_option
@click.option(
    "--mistakes",
    is_flag=True,
    help="Let the kit name known mistakes, too: their names, hints and results on public cases "
    "go along.",
)
def command(name: str, out: Path, course: str | None, mistakes: bool) -> None:
    """Write a kit for students: questions, files to fill in, public checks.

    OUT is a new folder, or a file that ends in .zip. ASSIGNMENT may be a single problem, too. A kit
    holds no reference, no hidden case and no answer; students run `grader check .` in it.
    """
    from grader.grading.truth import ReferenceFailed
    from grader.kit.folder import kit_files, write_kit

    loaded, checks = open_course(course)
    try:
        files = kit_files(loaded, checks, name, with_mistakes=mistakes)
    except ReferenceFailed as error:
        raise click.ClickException(f"the reference failed: {error}") from error
    write_kit(files, out, name)
    say(f"wrote {out}: {counted(len(files), 'file')}")
