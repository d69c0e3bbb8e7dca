"""The report as one page: no script, nothing fetched, everything that a student wrote inert.

What is shown is made in `body.html`, which escapes all it is given but for what is marked as HTML:
formulas and Markdown of the course by `grader.typeset`, pictures by `charts`. Each of these escapes
for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template

from grader.report import advice, wording
from grader.report.html.charts import chart
from grader.report.html.setting import anchor, set_formula, set_text
from grader.report.html.shapes import SHAPES
from grader.report.model import Report
from grader.typeset.page import document
from grader.values.counting import amount, in_points


def render(report: Report) -> str:
    """A whole HTML document."""
    body = _template().render(
        report=report,
        headline=advice.headline(report),
        attempted=advice.attempted(report),
        steps=advice.next_steps(report),
        untouched=[one for one in report.problems if advice.is_untouched(one)],
        touched=[one for one in report.problems if not advice.is_untouched(one)],
    )
    title = f"{report.submission}: {advice.title(report)}"
    return document(title, style(), body)


def style() -> str:
    """The style sheet of a report, for pages that are to look like one."""
    return _source("style.css")


def environment(source: Callable[[str], str]) -> Environment:
    """For templates by name, with the words, shapes and filters of a report. All is escaped."""
    made = Environment(
        loader=FunctionLoader(source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals.update(wording=wording, shapes=SHAPES)
    made.filters.update(
        amount=amount,
        anchor=anchor,
        chart=chart,
        formula=set_formula,
        in_points=in_points,
        points=wording.points,
        text=set_text,
    )
    return made


@cache
def _template() -> Template:
    return environment(_source).get_template("body.html")


def _source(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")
