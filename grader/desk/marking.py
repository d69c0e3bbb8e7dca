"""Marking: one question across all students, a group of alike answers at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from starlette.responses import Response

from grader.desk.handles import handle
from grader.desk.numbers import points_in
from grader.desk.rendering import in_points, page
from grader.desk.sheets import Sheet, seen_as, sheet_of
from grader.desk.visits import Visit
from grader.gradebook import Mark, MarkConflict, Marked, Rubric
from grader.grades import BadMark, Line, Waiting, by_rubric
from grader.grades.marking import READ, refuse_impossible
from grader.values.counting import counted

# How often a person can press "undo" in a row.
MOST_UNDONE = 200


@dataclass
class Outcome:
    """What became of a mark for several answers."""

    given: list[Marked] = field(default_factory=list)
    theirs: dict[str, Marked] = field(default_factory=dict)  # by student: another's mark
    changed: int = 0  # answers that are not what was seen


def show(visit: Visit) -> Response:
    return _reply(sheet_of(visit))


def give(visit: Visit) -> Response:
    """Marks the answers that are ticked, as far as they are still what the person has seen."""
    sheet = sheet_of(visit)
    if visit.field("rubric") != str(sheet.rubric.revision):
        said = f"{sheet.rubric.by} has changed the rubric meanwhile; nothing was given, look again"
        return _reply(sheet, 409, said)
    ticked = _ticked(visit, sheet)
    if not ticked:
        raise BadMark("tick an answer, or there is none to mark")
    mark = _mark(visit, sheet.rubric, ticked[0].line)
    for one in ticked:
        refuse_impossible(one.line, mark)
    outcome = _given(visit, ticked, mark)
    if outcome.given:
        _done(visit).append(tuple(outcome.given))
        del _done(visit)[:-MOST_UNDONE]
    if outcome.theirs or outcome.changed:
        again = replace(sheet_of(visit), theirs=outcome.theirs, tried=mark)
        return _reply(again, 409, _conflict(outcome))
    return _go_on(visit, f"{in_points(mark.points)}: {_answers(len(ticked))}")


def undo(visit: Visit) -> Response:
    """Takes back what this person has given last to this question, and shows it."""
    if not _done(visit):
        return _reply(sheet_of(visit), 200, "there is nothing to undo")
    last = _done(visit).pop()
    theirs: dict[str, Marked] = {}
    for marked in last:
        try:
            visit.marking.undo(marked)
        except MarkConflict as conflict:
            theirs[marked.student] = conflict.theirs
    said = f"taken back: {_answers(len(last) - len(theirs))}"
    if theirs:
        said += f"; {_people(theirs)} marked {_answers(len(theirs))} since, which stay"
    sheet = sheet_of(visit)
    return _reply(replace(sheet, group=sheet.question.group_of(last[0].student)), 200, said)


def judge(visit: Visit) -> Response:
    """What the grader says of a reading that the person has typed."""
    problem, part = visit.field("problem"), visit.field("part")
    reading = visit.field("reading_text")
    if not reading:
        raise BadMark("type what the student has written, in a way that can be read")
    found = visit.room.judge.judge(problem, part, reading)
    return page("judged.html", visit, part=found, reading=reading)


def _reply(sheet: Sheet, status: int = 200, said: str = "") -> Response:
    room = sheet.visit.room
    known = room.course.problems.get(sheet.question.problem)
    return page(
        "work.html" if sheet.visit.partial else "mark.html",
        sheet.visit,
        status=status,
        headers={"HX-Push-Url": sheet.address(sheet.group)} if sheet.visit.partial else {},
        sheet=replace(sheet, said=said),
        prompt=known.problem.prompt if known else "",
        can_judge=room.judge.can_judge(*sheet.question.name),
    )


def _go_on(visit: Visit, said: str) -> Response:
    """The next group that waits, from where the person was."""
    sheet = sheet_of(visit)
    following = sheet.question.next_after(sheet.group, sheet.bounds)
    return _reply(replace(sheet, group=following), 200, said)


def _ticked(visit: Visit, sheet: Sheet) -> list[Waiting]:
    asked = {one.partition(":")[0] for one in visit.fields("answer")}
    return [one for one in sheet.question.answers if handle(visit.assignment, one.student) in asked]


def _mark(visit: Visit, rubric: Rubric, line: Line) -> Mark:
    """Raises BadMark."""
    chosen = set(visit.fields("item"))
    items = tuple(one.text for place, one in enumerate(rubric.lines) if str(place) in chosen)
    points, comment = points_in(visit.field("points")), visit.field("comment")
    if points is not None:
        return Mark(points, comment, items)
    if not items:
        raise BadMark("tick lines of the rubric, or type points")
    return by_rubric(rubric, line, items, comment)


def _given(visit: Visit, ticked: Sequence[Waiting], mark: Mark) -> Outcome:
    """Gives the mark to each answer that is as it was seen. Likeness aside, each is on its own: of
    ten answers one may have been marked by another meanwhile."""
    reading = visit.field("reading")
    why = f"read as {reading}" if reading else READ
    shown = {one.partition(":")[0]: one for one in visit.fields("answer")}
    outcome = Outcome()
    for one in ticked:
        before, seen = shown[handle(visit.assignment, one.student)], seen_as(visit.assignment, one)
        now = one.line.marked
        if before == seen:
            try:
                outcome.given.append(visit.marking.give(one.student, one.line, mark, why))
                continue
            except MarkConflict as conflict:
                now = conflict.theirs
        elif now is None or before.rpartition(":")[2] != seen.rpartition(":")[2]:
            outcome.changed += 1
            continue
        # A second press after a connection was lost finds one's own mark: that is no conflict.
        if (now.by, now.mark) != (visit.person, mark):
            outcome.theirs[one.student] = now
    return outcome


def _done(visit: Visit) -> list[tuple[Marked, ...]]:
    """What this person has given to the question, each press of a key for itself, the last last."""
    question = (visit.assignment, visit.field("problem"), visit.field("part"))
    return visit.room.done.setdefault((visit.person, *question), [])


def _conflict(outcome: Outcome) -> str:
    given, theirs = outcome.given, outcome.theirs
    said = f"given: {_answers(len(given))}" if given else "nothing was given"
    if theirs:
        said += f"; {_people(theirs)} marked {_answers(len(theirs))} meanwhile"
    if outcome.changed:
        said += f"; {_answers(outcome.changed)} changed meanwhile"
    return f"{said}; look again, and give the mark once more if it is to hold"


def _people(theirs: dict[str, Marked]) -> str:
    return " and ".join(sorted({one.by for one in theirs.values()}))


def _answers(count: int) -> str:
    return counted(count, "answer")
