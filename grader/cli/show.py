"""`grader show NAME`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import (
    complete_name,
    course_option,
    format_option,
    output_file,
    output_option,
)
from grader.cli.outputs import end_unless_written, make_ready, write_file

if TYPE_CHECKING:
    from rich.console import Console

FORMAT_NAMES = ["text", "markdown", "html"]
BY_SUFFIX = {".txt": "text", ".md": "markdown", ".html": "html", ".htm": "html"}
WIDTH = 80  # columns that are comfortable to read, also where a terminal has more


@click.command("show")
@click.argument("name", metavar="NAME", shell_complete=complete_name)
@course_option
@format_option(FORMAT_NAMES)
@output_option(
    "Write it to a file in place of printing it, as its ending says (.html .md .txt) or as "
    "the format before the colon. May be given several times."
)
def command(name: str, course: str | None, form: str, outputs: tuple[str, ...]) -> None:
    """Show a problem, or a whole assignment, as a student reads it.

    NAME is a problem's id or an assignment's name; `grader list` lists both. What is shown is what
    is asked, its points, and how to write each answer. The html format is one page that needs no
    network: open it in a browser.
    """
    from grader.course import find_course
    from grader.course.finding import refuse_kit
    from grader.handout import handout

    files = [output_file(text, FORMAT_NAMES, BY_SUFFIX) for text in outputs]
    for _, file in files:
        make_ready(file)
    root = find_course(course, Path.cwd())
    refuse_kit(root)
    found = handout(root, name)
    title, markdown = found.title, found.markdown
    for file_form, file in files:
        end_unless_written([write_file(file, _rendered(file_form, markdown, title))])
        click.echo(f"wrote {file}")
    if files:
        return
    if form == "text":
        _print(markdown)
    else:
        click.echo(_rendered(form, markdown, title), nl=False)


def _rendered(form: str, markdown: str, title: str) -> str:
    if form == "markdown":
        return markdown
    if form == "html":
        from grader.typeset.page import page

        return page(markdown, title)
    from rich.console import Console

    return _plain(markdown, Console(width=WIDTH, color_system=None))


def _print(markdown: str) -> None:
    from rich.console import Console

    from grader.typeset.terminal import lines

    console = Console(highlight=False)
    if not console.is_terminal:
        click.echo(_plain(markdown, Console(color_system=None)), nl=False)
        return
    for line in lines(markdown, console, min(console.width, WIDTH)):
        console.print(line, soft_wrap=True)


def _plain(markdown: str, console: Console) -> str:
    from grader.typeset.terminal import lines

    found = lines(markdown, console, min(console.width, WIDTH))
    return "".join(f"{line.plain.rstrip()}\n" for line in found)
