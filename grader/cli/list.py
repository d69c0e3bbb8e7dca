"""`grader list`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, open_course_or_kit
from grader.values.counting import counted, in_points

if TYPE_CHECKING:
    from grader.course.listing import Listing


@click.command("list")
@course_option
def command(course: str | None) -> None:
    """List the problems of a course with their points, by assignment."""
    from grader.course import find_course
    from grader.course.listing import listing_at, name_of

    root = find_course(course, Path.cwd())
    listing = listing_at(root) or open_course_or_kit(course)[0].listing()
    click.echo(f"{name_of(root, listing.name)} ({root})")
    listed: set[str] = set()
    for name, problems in listing.assignments.items():
        listed.update(problems)
        _section(name, problems, listing)
    rest = [name for name in listing.problems if name not in listed]
    if rest:
        _section("in no assignment" if listed else "problems", rest, listing)


def _section(title: str, problems: Iterable[str], listing: Listing) -> None:
    found = {name: listing.problems[name] for name in problems}
    total = sum(one.points for one in found.values())
    click.echo(f"\n{title}: {counted(len(found), 'problem')}, {in_points(total)}")
    width = max(map(len, found), default=0)
    for name, one in found.items():
        click.echo(f"  {name:<{width}}  {one.points:>4g}  {one.title} ({', '.join(one.asks)})")
