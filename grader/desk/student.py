"""One student: what each part got and why, overrides, appeals, and the report as the student
reads it."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass

from starlette.responses import HTMLResponse, RedirectResponse, Response

from grader.desk.handles import handle, student_of
from grader.desk.numbers import points_in
from grader.desk.rendering import link, page
from grader.desk.visits import NotHere, Visit
from grader.gradebook import (
    Appeal,
    MarkConflict,
    Marked,
    answer_appeal,
    appeals_in,
    changes_of,
    note_appeal,
)
from grader.gradebook.marks import history_of
from grader.gradebook.results import handed_in_by
from grader.grades import BadMark, Line, Total, totals
from grader.grades.feedback import report_of
from grader.report.formats import FORMATS


@dataclass(frozen=True)
class Part:
    """A line of the page: what holds, how it came about, what is objected to."""

    line: Line
    history: list[Marked]
    appeals: list[Appeal]


def show(visit: Visit) -> Response:
    total = _total(visit)
    book, assignment, student = visit.room.book, visit.assignment, total.student
    appeals = [one for one in appeals_in(book, assignment) if one.student == student]
    parts = [
        Part(
            line,
            history_of(book, assignment, (student, line.problem, line.part.name)),
            [one for one in appeals if (one.problem, one.part) == (line.problem, line.part.name)],
        )
        for line in total.lines
    ]
    who = handle(assignment, student)
    return page(
        "student.html",
        visit,
        total=total,
        who=who,
        shown=student if visit.names else who[:6],
        parts=parts,
        changes=[one for one in changes_of(book, assignment, student) if one.before is not None],
    )


def report(visit: Visit) -> Response:
    """The page that the student gets, with a policy that knows its own style and nothing else."""
    total = _total(visit)
    if not total.standing.results:
        raise NotHere("there is no report: it could not be graded")
    made = report_of(total, visit.room.course.name, visit.assignment)
    if not visit.names:
        made = made.model_copy(update={"submission": handle(visit.assignment, total.student)[:6]})
    text = FORMATS["html"](made)
    found = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert found is not None, "the head of a page has its style"
    digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


def override(visit: Visit) -> Response:
    student, line = _line(visit)
    points = points_in(visit.field("points"))
    comment, why = visit.field("comment"), visit.field("why")
    if points is None and not comment:
        raise BadMark("give points or a comment")
    _override(visit, student, line, points, comment, why)
    return _back(visit, line)


def undo(visit: Visit) -> Response:
    _, line = _line(visit)
    if line.marked is None:
        raise BadMark("nobody has marked this")
    try:
        visit.marking.undo(line.marked)
    except MarkConflict as conflict:
        raise BadMark(_meanwhile(conflict.theirs)) from conflict
    return _back(visit, line)


def note(visit: Visit) -> Response:
    """Writes down what the student objects to."""
    student, line = _line(visit)
    text = visit.field("text")
    if not text:
        raise BadMark("write what the student objects to")
    place = (student, line.problem, line.part.name)
    note_appeal(visit.room.book, visit.assignment, place, text, by=visit.person)
    return _back(visit, line)


def answer(visit: Visit) -> Response:
    """Answers an appeal, with other points if some are given."""
    student, line = _line(visit)
    appeals = appeals_in(visit.room.book, visit.assignment)
    asked = visit.field("appeal")
    found = next((one for one in appeals if str(one.number) == asked), None)
    if found is None or found.place != (student, line.problem, line.part.name):
        raise NotHere("there is no such appeal")
    text = visit.field("text")
    if not text:
        raise BadMark("write an answer")
    points = points_in(visit.field("points"))
    if points is not None and found.answer is None:
        held = line.marked.mark.comment if line.marked else ""
        _override(visit, student, line, points, held, f"appeal: {text}")
    answer_appeal(visit.room.book, visit.assignment, found, text, by=visit.person)
    return _back(visit, line)


def _override(
    visit: Visit, student: str, line: Line, points: float | None, comment: str, why: str
) -> None:
    try:
        visit.marking.override(student, line, points, comment, why)
    except MarkConflict as conflict:
        raise BadMark(_meanwhile(conflict.theirs)) from conflict


def _total(visit: Visit) -> Total:
    room, assignment = visit.room, visit.assignment
    student = student_of(assignment, handed_in_by(room.book, assignment), visit.field("who"))
    return totals(room.book, assignment, room.course.settings, [student])[student]


def _line(visit: Visit) -> tuple[str, Line]:
    """The part that a form is about, as the person has seen it. Raises BadMark and NotHere."""
    total = _total(visit)
    line = visit.marking.line(total.student, visit.field("problem"), visit.field("part"))
    seen = line.marked.revision if line.marked else 0
    if visit.field("revision") != str(seen):
        raise BadMark(_meanwhile(line.marked))
    return total.student, line


def _meanwhile(theirs: Marked | None) -> str:
    """Without the student's name, which may be hidden."""
    who = theirs.by if theirs is not None else "somebody"
    return f"{who} has marked this meanwhile; look at it and mark again"


def _back(visit: Visit, line: Line) -> Response:
    address = link("/student", assignment=visit.assignment, who=visit.field("who"))
    return RedirectResponse(f"{address}#{line.problem}-{line.part.name}", 303)
