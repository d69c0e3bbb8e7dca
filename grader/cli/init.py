"""`grader init COURSE`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("init")
@click.argument("course", type=click.Path(path_type=Path))
@click.option(
    "--grader",
    "pinned",
    metavar="OWNER/NAME@COMMIT",
    help="The repository and commit of grader that the course's CI installs. Without it the "
    "workflows have zeros in its place and refuse to run.",
)
def command(course: Path, pinned: str | None) -> None:
    """Write a course repository: one problem that works, its tests, and workflows for CI.

    COURSE is a folder that does not exist yet, or is empty.
    """
    from grader.cli.new import short_path, write_schema
    from grader.course.finding import shipped_templates
    from grader.course.scaffold import SCHEMA_FILE
    from grader.course.starting import TEMPLATES, create_course, read_pin

    pin = read_pin(pinned) if pinned else None
    made = create_course(course, shipped_templates(), pin)
    write_schema(course / SCHEMA_FILE)
    for file in sorted([*made, course / SCHEMA_FILE]):
        click.echo(short_path(file))
    click.echo(f"\nnext: cd {short_path(course)}, then run\n  grader lint")
    click.echo("  pytest  (of its own: pip install pytest)")
    if pin is None:
        places = ", ".join(TEMPLATES.values())
        click.echo(f"\nbefore the first push: replace the zeros and your-org in {places}")
