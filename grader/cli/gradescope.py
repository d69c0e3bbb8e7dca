"""`grader gradescope ASSIGNMENT ARCHIVE`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from grader.cli.common import complete_name, course_option, open_course, say


@click.command("gradescope")
@click.argument("assignment", shell_complete=complete_name)
@click.argument("archive", type=click.Path(path_type=Path))
@course_option
@click.option(
    "--lock",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file with version and hash of every package, to be installed in place of the versions "
    "that are installed here.",
)
def command(assignment: str, archive: Path, course: str | None, lock: Path | None) -> None:
    """Write the autograder of an assignment, as a zip for Gradescope.

    It holds the reference, and the secret if $GRADER_SECRET has one: give it to nobody but
    Gradescope. Submissions are graded there only where student code can be sealed off.
    """
    from grader.cli.outputs import end_unless_written, make_ready, write_bytes
    from grader.course.course import SECRET_VARIABLE
    from grader.course.finding import shipped_templates
    from grader.course.gradescope import pack, requirements
    from grader.course.listing import nothing_added

    make_ready(archive)
    loaded, _ = open_course(course)
    needed = lock.read_text(encoding="utf-8") if lock else requirements()
    secret = os.environ.get(SECRET_VARIABLE, "")
    data = pack(
        loaded.root,
        shipped_templates(),
        assignment,
        loaded.assignment(assignment),
        needed=needed,
        secret=secret,
    )
    end_unless_written([write_bytes(archive, data)])
    if archive.is_file():  # it holds the secret
        archive.chmod(0o600)
    say(f"{archive}: {assignment}, {len(data) / 1e6:.1f} MB")
    if not secret and not loaded.secret:
        say(f"without {SECRET_VARIABLE}: whoever has the course can compute its hidden cases")
    if not nothing_added():
        say("kinds that other packages add are not in it: add those packages to a --lock file")
