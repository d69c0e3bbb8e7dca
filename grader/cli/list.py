"""`grader list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, open_course

if TYPE_CHECKING:
    from grader.course import Course


@click.command("list")
@course_option
def command(course: str | None) -> None:
    """List the problems of a course with their points, by assignment."""
    opened, _ = open_course(course)
    click.echo(f"{opened.name} ({opened.root})")
    listed: set[str] = set()
    for name in opened.settings.assignments:
        problems = opened.assignment(name)
        listed.update(problems)
        _section(name, problems, opened)
    rest = [name for name in opened.problems if name not in listed]
    if rest:
        _section("in no assignment" if listed else "problems", rest, opened)


def _section(title: str, problems: list[str], opened: Course) -> None:
    found = [opened.problems[name].problem for name in problems]
    total = sum(problem.total for problem in found)
    count = f"{len(found)} problem{'s' if len(found) != 1 else ''}"
    click.echo(f"\n{title}: {count}, {total:g} point{'s' if total != 1 else ''}")
    width = max((len(problem.id) for problem in found), default=0)
    for problem in found:
        forms = ", ".join(dict.fromkeys(part.asks for part in problem.parts.values()))
        click.echo(f"  {problem.id:<{width}}  {problem.total:>4g}  {problem.title} ({forms})")
