"""Marking: one question across all students, a group of alike answers at a time."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from grader.desk.handles import handle
from grader.desk.numbers import points_in
from grader.desk.rendering import in_points, page
from grader.desk.room import Done
from grader.desk.sheets import Sheet, seen_as, sheet_of
from grader.desk.visits import Visit
from grader.gradebook import Mark, MarkConflict, Marked, Rubric
from grader.grades import BadMark, Line, Waiting, by_rubric
from grader.grades.marking import READ
from grader.grades.questions import question_in

# Marks that can be taken back one after the other.
MOST_UNDONE = 200


def show(visit: Visit) -> Response:
    sheet = sheet_of(visit)
    return _reply(sheet)


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
    reading = visit.field("reading")
    why = f"read as {reading}" if reading else READ
    given: list[Marked] = []
    theirs: dict[str, Marked] = {}
    unseen = 0
    for one in ticked:
        if seen_as(visit.assignment, one) in visit.fields("answer"):
            try:
                given.append(visit.marking.give(one.student, one.line, mark, why))
                continue
            except MarkConflict as conflict:
                now = conflict.theirs
        elif one.line.marked is None:
            unseen += 1
            continue
        else:
            now = one.line.marked
        # A second press after a connection was lost finds one's own mark: that is no conflict.
        if (now.by, now.mark) != (visit.person, mark):
            theirs[one.student] = now
    if given:
        _remember(visit, given)
    if theirs or unseen:
        again = replace(sheet_of(visit), theirs=theirs, tried=mark)
        return _reply(again, 409, _conflict(given, theirs, unseen))
    return _go_on(visit, _count(len(given) or len(ticked), mark))


def undo(visit: Visit) -> Response:
    """Takes back what this person has given last, and shows it."""
    stack = visit.room.done.get(visit.person, [])
    if not stack or stack[-1].assignment != visit.assignment:
        return _reply(sheet_of(visit), 200, "there is nothing to undo")
    last = stack.pop()
    theirs: dict[str, Marked] = {}
    for marked in last.marks:
        try:
            visit.marking.undo(marked)
        except MarkConflict as conflict:
            theirs[marked.student] = conflict.theirs
    first = last.marks[0]
    said = f"taken back: {_answers(len(last.marks) - len(theirs))}"
    if theirs:
        said += f"; {_people(theirs)} marked {_answers(len(theirs))} since, which stay"
    question = question_in(visit.room.book, visit.assignment, first.problem, first.part)
    sheet = sheet_of(visit, question, question.group_of(first.student))
    return _reply(sheet, 200, said)


def judge(visit: Visit) -> Response:
    """What the grader says of a reading that the person has typed."""
    problem, part = visit.field("problem"), visit.field("part")
    reading = visit.field("reading_text")
    if not reading:
        raise BadMark("type what the student has written, in a way that can be read")
    found = visit.room.judge.judge(problem, part, reading)
    return page("judged.html", visit, part=found, reading=reading)


def _reply(sheet: Sheet, status: int = 200, said: str = "") -> Response:
    name = "work.html" if sheet.visit.partial else "mark.html"
    course, room = sheet.visit.room.course, sheet.visit.room
    known = course.problems.get(sheet.question.problem)
    return page(
        name,
        sheet.visit,
        status=status,
        headers={"HX-Push-Url": sheet.address(sheet.group)} if sheet.visit.partial else {},
        sheet=replace(sheet, said=said),
        prompt=known.problem.prompt if known else "",
        can_judge=room.judge.can_judge(sheet.question.problem, sheet.question.part),
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


def _remember(visit: Visit, given: list[Marked]) -> None:
    stack = visit.room.done.setdefault(visit.person, [])
    stack.append(Done(visit.assignment, tuple(given)))
    del stack[:-MOST_UNDONE]


def _conflict(given: list[Marked], theirs: dict[str, Marked], unseen: int) -> str:
    said = f"given: {_answers(len(given))}" if given else "nothing was given"
    if theirs:
        said += f"; {_people(theirs)} marked {_answers(len(theirs))} meanwhile"
    if unseen:
        said += f"; {_answers(unseen)} changed meanwhile"
    return f"{said}; look again, and give the mark once more if it is to hold"


def _people(theirs: dict[str, Marked]) -> str:
    return " and ".join(sorted({one.by for one in theirs.values()}))


def _count(count: int, mark: Mark) -> str:
    return f"{in_points(mark.points)}: {_answers(count)}"


def _answers(count: int) -> str:
    return f"{count} answer{'' if count == 1 else 's'}"
