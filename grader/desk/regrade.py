"""Grading again: what it would change first, then the change."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from grader.desk.handles import handle
from grader.desk.regrading import What
from grader.desk.rendering import link, page
from grader.desk.visits import NotHere, Visit
from grader.gradebook.results import handed_in_by
from grader.grades import BadMark


def show(visit: Visit) -> Response:
    regrading = visit.room.regrading
    return page("regrade.html", visit, regrading=regrading, text=_text(visit))


def start(visit: Visit) -> Response:
    regrading = visit.room.regrading
    if regrading is None:
        raise NotHere("open the desk with --submissions to grade again")
    what: What = "batch" if visit.field("action") == "batch" else "diff"
    if what == "batch" and (regrading.what != "diff" or regrading.running or regrading.failed):
        raise BadMark("see first what it would change")
    if not regrading.start(what, visit.assignment, visit.person):
        raise BadMark("somebody else grades again just now")
    return RedirectResponse(link("/regrade", assignment=visit.assignment), 303)


def _text(visit: Visit) -> str:
    """What the command has printed; with handles for names where those are hidden."""
    text = visit.room.regrading.text if visit.room.regrading else ""
    if visit.names:
        return text
    students = handed_in_by(visit.room.book, visit.assignment)
    lines = []
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        shown = handle(visit.assignment, name)[:6] if name in students else name
        lines.append(shown + colon + rest)
    return "\n".join(lines)
