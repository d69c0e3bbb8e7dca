"""The ways to write a report, by name: one renderer a file, all from report to text.

Whatever is printed or written leaves through here, because here no renderer can forget that a
runner reads the lines (`report/commands.py`). In JSON, XML and HTML this is lossless: a program
reads what the student wrote. Text and Markdown, which people read, show a backslash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console

from grader.report import classroom50, github, gradescope, junit, markdown, terminal
from grader.report.commands import Escape, disarmed, in_json, in_xml, with_backslash
from grader.report.model import Report

Render = Callable[[Report], str]


def _quiet(render: Render, escape: Escape) -> Render:
    return lambda report: disarmed(render(report), escape)


def _html(report: Report) -> str:
    # Here and not above: what makes the page takes as long to import as a report takes to print.
    from grader.report.html import render

    return render(report)


FORMATS: Mapping[str, Render] = {
    "text": _quiet(terminal.render, with_backslash),
    "json": _quiet(Report.to_json, in_json),
    "markdown": _quiet(markdown.render, with_backslash),
    "html": _quiet(_html, in_xml),
    "junit": _quiet(junit.render, in_xml),
    "gradescope": _quiet(gradescope.render, in_json),
    "classroom50": _quiet(classroom50.render, in_json),
    "github": github.render,  # commands are its purpose; it disarms what it puts into them
}
# What `--output report.xml` means without being told.
BY_SUFFIX: Mapping[str, str] = {
    ".html": "html",
    ".json": "json",
    ".md": "markdown",
    ".xml": "junit",
    ".txt": "text",
}


def draw(report: Report, console: Console) -> None:
    """The text format on a terminal, in colours. Buildkite's jobs run on one: it is a log too."""
    with console.capture() as drawn:
        terminal.draw(report, console)
    console.file.write(disarmed(drawn.get()))
    console.file.flush()
