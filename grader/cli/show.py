"""`grader show ID`."""

from __future__ import annotations

import click

from grader.cli.common import course_option, open_course


@click.command("show")
@click.argument("problem_id", metavar="ID")
@course_option
def command(problem_id: str, course: str | None) -> None:
    """Show one problem as a student reads it."""
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.text import Text

    from grader.course import CodePart, NoCourse
    from grader.course.inputs import did_you_mean
    from grader.course.rendering import with_formulas_as_code

    opened, _ = open_course(course)
    if problem_id not in opened.problems:
        hint = did_you_mean(problem_id, list(opened.problems))
        raise NoCourse(f"there is no problem `{problem_id}`{hint}")
    problem = opened.problems[problem_id].problem
    console = Console(highlight=False)
    heading = Text.assemble(
        (problem.title, "bold"), f"  ({problem.id}, {problem.total:g} points)\n"
    )
    console.print(heading)
    console.print(Markdown(with_formulas_as_code(problem.prompt)))
    for name, part in problem.parts.items():
        wanted = f"write `{part.call}`" if isinstance(part, CodePart) else part.asks
        console.print()
        console.print(
            Markdown(
                with_formulas_as_code(f"**{name}** ({part.points:g} points): {part.text or wanted}")
            )
        )
