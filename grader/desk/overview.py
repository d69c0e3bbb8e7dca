"""The class at a glance: what waits to be marked, who has how much, which appeals are open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from starlette.responses import RedirectResponse, Response

from grader.desk.handles import handle
from grader.desk.rendering import link, page
from grader.desk.visits import Visit
from grader.gradebook import appeals_in, assignments_in, share_out, shares_of
from grader.grades import BadMark, Total, totals
from grader.grades.questions import Progress, dealt, is_open, progress_in, question_in


@dataclass(frozen=True)
class Row:
    """A student in the list of the class."""

    handle: str
    shown: str
    total: Total


def show(visit: Visit) -> Response:
    assignment = visit.assignment
    found = totals(visit.room.book, assignment, visit.room.course.settings)
    rows = [Row(handle(assignment, name), name, total) for name, total in found.items()]
    if not visit.names:
        # By the names the order would tell who is who.
        rows = [Row(one.handle, one.handle[:6], one.total) for one in rows]
        rows.sort(key=attrgetter("handle"))
    questions = progress_in(found)
    return page(
        "overview.html",
        visit,
        assignments=assignments_in(visit.room.book),
        rows=rows,
        questions=questions,
        shares={(one.problem, one.part): _open_by_person(visit, one, found) for one in questions},
        appeals=[
            (one, handle(assignment, one.student))
            for one in appeals_in(visit.room.book, assignment)
            if one.answer is None
        ],
    )


def share(visit: Visit) -> Response:
    """Deals what is open of a question out to the people named, with commas between."""
    people = list(dict.fromkeys(filter(None, map(str.strip, visit.field("people").split(",")))))
    if not people:
        raise BadMark("name who is to mark, with commas between")
    problem, part = visit.field("problem"), visit.field("part")
    question = question_in(visit.room.book, visit.assignment, problem, part)
    shares = dealt(question.groups, people)
    share_out(visit.room.book, visit.assignment, (problem, part), shares, by=visit.person)
    return RedirectResponse(link("/", assignment=visit.assignment), 303)


def _open_by_person(
    visit: Visit, question: Progress, found: Mapping[str, Total]
) -> Mapping[str, int]:
    """Who has how many answers to the question still to mark."""
    shares = shares_of(visit.room.book, visit.assignment, question.problem, question.part)
    return Counter(
        shares[student]
        for student, total in found.items()
        for line in total.lines
        if (line.problem, line.part.name) == (question.problem, question.part)
        and is_open(line)
        and student in shares
    )
