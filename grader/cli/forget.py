"""`grader forget STUDENT`."""

from __future__ import annotations

import click

from grader.cli.class_options import gradebook_option, needs_the_class
from grader.cli.common import say
from grader.values.counting import counted


@click.command("forget")
@click.argument("student")
@gradebook_option
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(student: str, gradebook: str, yes: bool) -> None:
    """Delete everything that the gradebook holds of one student, in every assignment."""
    needs_the_class()
    from grader.gradebook import forget, open_gradebook

    with open_gradebook(gradebook) as book:
        if not yes:
            click.confirm(
                "Delete all results, marks and comments? They cannot be had back", abort=True
            )
        count = forget(book, student)
    if not count:
        raise click.UsageError(f"`{student}` is not in the gradebook")
    say(f"{student}: {counted(count, 'row')} deleted")
