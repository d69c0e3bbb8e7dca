"""What the commands for a class share: the gradebook, the assignment, who is at the keyboard."""

from __future__ import annotations

import getpass
import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import assignment_option

if TYPE_CHECKING:
    from grader.course import Course
    from grader.gradebook import Gradebook

GRADEBOOK_VARIABLE = "GRADER_GRADEBOOK"
USER_VARIABLE = "GRADER_USER"
DEFAULT_GRADEBOOK = "gradebook.sqlite"
# In place of a name, where the course declares no assignments and all its problems are meant.
EVERYTHING = "all"


def gradebook_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "-g",
        "--gradebook",
        envvar=GRADEBOOK_VARIABLE,
        default=DEFAULT_GRADEBOOK,
        metavar="FILE|URL",
        help=f"By default ${GRADEBOOK_VARIABLE}, else {DEFAULT_GRADEBOOK} here. A PostgreSQL "
        "server by postgresql://user@host/database.",
    )(function)


def times_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--times",
        type=click.Path(path_type=Path),
        metavar="CSV",
        help="When each handed in, where the archive does not say: ada,2026-11-20T23:59:00+01:00.",
    )(function)


class_assignment_option = assignment_option("Which; needed where there are several.")


def needs_the_class() -> None:
    """Raises UsageError where what these commands need is not installed."""
    if importlib.util.find_spec("sqlalchemy") is None:
        raise click.UsageError("this needs SQLAlchemy: pip install 'grader-dl[class]'")


def pick_assignment(course: Course, name: str | None) -> tuple[str, list[str]]:
    """The assignment and its problems. Raises UsageError where one must be named, or NoCourse."""
    known = list(course.settings.assignments)
    if name is None and len(known) > 1:
        raise click.UsageError(f"which assignment? --assignment one of {', '.join(known)}")
    if name is None and not known:
        return EVERYTHING, list(course.problems)
    chosen = name or known[0]
    if chosen == EVERYTHING and EVERYTHING not in known:
        return EVERYTHING, list(course.problems)
    return chosen, course.assignment(chosen)


def held_assignment(book: Gradebook, name: str | None) -> str:
    """One that the gradebook knows. Raises UsageError."""
    from grader.gradebook import assignments_in

    known = assignments_in(book)
    if name is None and len(known) == 1:
        return known[0]
    if name in known:
        return name
    if not known:
        raise click.UsageError("the gradebook is empty: grade a class with `grader batch`")
    asked = "which assignment?" if name is None else f"the gradebook has no `{name}`;"
    raise click.UsageError(f"{asked} --assignment one of {', '.join(known)}")


def user_name() -> str:
    """Who is at the keyboard, as it is written beside marks and changes."""
    given = os.environ.get(USER_VARIABLE)
    if given:
        return given
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user without a name, as in some containers
        return f"user {os.getuid()}"
