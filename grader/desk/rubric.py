"""The rubric of a question, changed while it is marked by; what that changes is shown first."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from starlette.responses import RedirectResponse, Response

from grader.desk.numbers import points_in
from grader.desk.rendering import link, number, page
from grader.desk.sheets import asked_question
from grader.desk.visits import Visit
from grader.gradebook import Rubric, RubricConflict, RubricLine, change_rubric
from grader.grades import BadMark, Line
from grader.grades.questions import Question
from grader.grades.rubrics import Change, Effect, effects, lines_after, marks_after

MOST_LINES = 40
EMPTY_LINES = 2  # for new ones; where more are needed the page is used twice


def show(visit: Visit) -> Response:
    question, rubric = _asked(visit)
    changes: list[Change] = [(line.text, line) for line in rubric.lines]
    return _reply(visit, question, rubric, changes)


def change(visit: Visit) -> Response:
    """Shows what the change does; does it if that is asked for."""
    question, rubric = _asked(visit)
    if visit.field("revision") != str(rubric.revision):
        raise RubricConflict
    changes = _typed(visit, rubric)
    answers = {one.student: one.line for one in question.answers}
    found = effects(answers, rubric, changes)
    if visit.field("action") != "change":
        return _reply(visit, question, rubric, changes, found)
    why = visit.field("why")
    if not why:
        raise BadMark("give a reason: it stands in the history")
    if visit.field("shown") != _fingerprint(changes, found):
        said = "this is not what you were shown; nothing was changed, look again"
        return _reply(visit, question, rubric, changes, found, said)
    change_rubric(
        visit.room.book,
        visit.assignment,
        question.name,
        lines_after(changes),
        marks_after(found, by=visit.person, why=f"the rubric has changed: {why}"),
        by=visit.person,
        why=why,
        after=rubric.revision,
    )
    address = {"assignment": visit.assignment, "problem": question.problem, "part": question.part}
    return RedirectResponse(link("/mark", **address), 303)


def _asked(visit: Visit) -> tuple[Question, Rubric]:
    question = asked_question(visit)
    return question, visit.marking.rubric(question.answers[0].line)


def _typed(visit: Visit, rubric: Rubric) -> list[Change]:
    """A line for each field; one whose text is empty is taken out. Raises BadMark."""
    before, texts, each = visit.fields("was"), visit.fields("text"), visit.fields("points")
    if not len(before) == len(texts) == len(each) or len(texts) > MOST_LINES:
        raise BadMark(f"a rubric has up to {MOST_LINES} lines")
    known = {line.text: line.points for line in rubric.lines}
    found: list[Change] = []
    for was, text, worth in zip(before, texts, each, strict=True):
        # A third of the points is shown as 0.33; who leaves that as it is means the third.
        same = was in known and worth == number(known[was])
        points = known[was] if same else points_in(worth) or 0.0
        new = RubricLine(text, points) if text else None
        if was in known or new is not None:
            found.append((was if was in known else None, new))
    written = [line.text for line in lines_after(found)]
    if len(set(written)) < len(written):
        raise BadMark("two lines of a rubric cannot say the same")
    return found


def _reply(
    visit: Visit,
    question: Question,
    rubric: Rubric,
    changes: list[Change],
    found: tuple[Effect, ...] | None = None,
    said: str = "",
) -> Response:
    moves = Counter((number(one.before.points), number(one.after.points)) for one in found or ())
    return page(
        "rubric.html",
        visit,
        question=question,
        rubric=rubric,
        possible=question.possible,
        changes=changes,
        empty=EMPTY_LINES,
        found=found,
        moves=moves,
        fingerprint=_fingerprint(changes, found or ()),
        by_hand=sum(_without_lines(one.line) for one in question.answers),
        said=said,
    )


def _without_lines(line: Line) -> bool:
    """Whether a person gave points, and no line of the rubric for them."""
    return line.marked is not None and line.given is not None and not line.marked.mark.items


def _fingerprint(changes: Sequence[Change], found: Sequence[Effect]) -> str:
    """What is shown: a line that is edited after that, or a mark that is given, makes another."""
    marks = [(one.student, one.before, one.after) for one in found]
    return hashlib.sha256(repr((changes, marks)).encode()).hexdigest()
