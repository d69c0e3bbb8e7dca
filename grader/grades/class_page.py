"""A class as pages for its staff: one at a glance, and each student's report behind a link.

Like a report they need no script and no network, and whatever a student wrote is only text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import median
from urllib.parse import quote

from jinja2 import Template

from grader.batch.summary import BINS, Summary, summarise
from grader.grades.explaining import summed
from grader.grades.feedback import as_marked, file_names, report_of
from grader.grades.totals import Total
from grader.report.formats import FORMATS
from grader.report.html import environment, style
from grader.typeset.page import document
from grader.values.counting import counted

INDEX = "index.html"
STUDENTS = "students"
MOST_MISTAKES = 20
MOST_SLOW = 5


@dataclass(frozen=True)
class Row:
    """One student, with the address of the report; a fault has none."""

    total: Total
    address: str

    @property
    def name(self) -> str:
        return self.total.student

    @property
    def fault(self) -> str:
        return self.total.standing.handed_in.fault

    @property
    def said(self) -> str:
        return summed(self.total)

    @property
    def seconds(self) -> float:
        return sum(one.seconds for one in self.total.standing.results.values())

    @property
    def waiting(self) -> list[str]:
        return [f"{line.problem} {line.part.name}" for line in self.total.lines if line.waits]


@dataclass(frozen=True)
class Bin:
    """A tenth of the points, how many students have so many, and the length of its bar."""

    name: str
    count: int
    percent: float


def class_pages(
    found: Mapping[str, Total], course: str, assignment: str
) -> Iterator[tuple[str, str]]:
    """(file, text) of each page, the first for the class."""
    names = dict(file_names(found))
    graded = {one: total for one, total in found.items() if not total.standing.handed_in.fault}
    rows = [
        Row(total, quote(f"{STUDENTS}/{names[one]}.html") if one in graded else "")
        for one, total in found.items()
    ]
    yield INDEX, _index(rows, course, assignment)
    for student, total in graded.items():
        page = FORMATS["html"](report_of(total, course, assignment))
        yield f"{STUDENTS}/{names[student]}.html", page


def _index(rows: list[Row], course: str, assignment: str) -> str:
    summary = summarise(as_marked(row.total) for row in rows)
    graded = [row for row in rows if not row.fault]
    body = _template().render(
        course=course,
        assignment=assignment,
        summary=summary,
        bins=_bins(summary),
        middle=_middle(rows),
        mistakes=summary.mistakes[:MOST_MISTAKES],
        rows=rows,
        waiting=[row for row in rows if row.waiting],
        slowest=sorted(graded, key=lambda row: -row.seconds)[:MOST_SLOW],
    )
    return document(
        f"{assignment}: {counted(len(rows), 'student')}", style() + _source("class.css"), body
    )


def _bins(summary: Summary) -> list[Bin]:
    most = max(summary.distribution) or 1
    width = 100 // BINS
    return [
        Bin(f"{width * place}–{width * (place + 1)} %", count, 100 * count / most)
        for place, count in enumerate(summary.distribution)
    ]


def _middle(rows: list[Row]) -> float | None:
    """Of those of whom nothing waits: what half of them have at least, in percent."""
    shares = [
        100 * row.total.score.earned / row.total.score.possible
        for row in rows
        if row.total.complete and row.total.score.possible
    ]
    return median(shares) if shares else None


@cache
def _template() -> Template:
    return environment(_source).get_template("class.html")


def _source(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")
