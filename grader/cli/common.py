"""What several commands share: finding and loading the course."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from grader.checks import Check
    from grader.course import Course


def say(text: str, *, err: bool = False) -> None:
    """Print words of ours that may quote a path, a name or a line that somebody else chose.

    What is quoted acts neither on a terminal nor on the runner that reads the log.
    """
    from grader.report.commands import disarmed
    from grader.report.text import visible

    click.echo(disarmed(visible(text)), err=err)


# Of names, in one line.
MAX_LISTED = 10


def listed(names: Sequence[str], separator: str = ", ") -> str:
    """The first few names, and how many more there are."""
    more = len(names) - MAX_LISTED
    return separator.join(names[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def course_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--course",
        metavar="FOLDER",
        help="The course: a folder with problems/ and reference/. By default $GRADER_COURSE, "
        "else the nearest parent folder with problems/, else the course that comes with grader.",
    )(function)


def complete_name(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """For the shell: the problems and assignments whose names begin so. Whatever is wrong with the
    course, a shell is no place to say it."""
    from grader.course import find_course
    from grader.course.listing import listing_at
    from grader.errors import GraderError

    try:
        given = context.params.get("course")
        root = find_course(given, Path.cwd())
        listing = listing_at(root) or open_course_or_kit(given)[0].listing()
    except GraderError:
        return []
    return [name for name in (*listing.assignments, *listing.problems) if name.startswith(begun)]


def assignment_option(says: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(
        "-a", "--assignment", metavar="NAME", help=says, shell_complete=complete_name
    )


# Of the commands that grade what one student hands in.
some_of_it_option = assignment_option("Grade one assignment, or one problem, only.")


def format_option(names: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(names),
        default="text",
        show_default=True,
        help="What to print.",
    )


def output_option(says: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(
        "-o", "--output", "outputs", multiple=True, metavar="[FORMAT:]FILE", help=says
    )


def open_course(given: str | None, start: Path | None = None) -> tuple[Course, Mapping[str, Check]]:
    """The course and the kinds of check. Raises CourseFault, NoCourse, BadCheckKind or BadKind."""
    from grader.course import find_course
    from grader.course.finding import refuse_kit
    from grader.kinds.opening import opened

    root = find_course(given, start or Path.cwd())
    refuse_kit(root)
    return opened(root)


def open_course_or_kit(given: str | None) -> tuple[Course, Mapping[str, Check]]:
    """`open_course`, for who checks their own work: a student's kit will do. Raises BadKit, too."""
    from grader.course import find_course
    from grader.kit import open_course_or_kit_at

    return open_course_or_kit_at(find_course(given, Path.cwd()))


def output_file(
    text: str, formats: Sequence[str], by_suffix: Mapping[str, str]
) -> tuple[str, Path]:
    """What `--output` says: the format and the file. Raises UsageError."""
    name, separator, rest = text.partition(":")
    if separator and name in formats:
        return name, Path(rest)
    suffix = Path(text).suffix
    if suffix not in by_suffix:
        raise click.UsageError(
            f"--output {text}: the format cannot be told from the ending; "
            f"write FORMAT:{text} with one of {', '.join(formats)}"
        )
    return by_suffix[suffix], Path(text)
