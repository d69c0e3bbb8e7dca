"""A student's mark from its parts: what was found, who gave what and why, how it has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.gradebook import Change
from grader.grades.totals import Line, Total
from grader.report.wording import SYMBOLS, points


def explained(total: Total, changes: Sequence[Change]) -> Iterator[str]:
    """Lines of text."""
    handed_in = total.standing.handed_in
    yield f"{total.student}: {summed(total)}"
    for said, what in (
        ("handed in", handed_in.at),
        (
            "together with",
            ", ".join(one for one in handed_in.together_with if one != total.student),
        ),
        ("not counted", ", ".join(handed_in.passed_over)),
        ("not graded", handed_in.fault),
    ):
        if what:
            yield f"  {said}: {what}"
    problem = ""
    for line in total.lines:
        if line.problem != problem:
            problem = line.problem
            yield f"  {problem}"
        yield from _part(line)
    yield from (f"  note: {note}" for note in handed_in.notes)
    told = [one for one in changes if one.before is not None]
    if told:
        yield "  changes"
    for one in told:
        before, after = _points(one.earned_before), _points(one.earned_after)
        yield f"    {one.at} {one.problem}: {before} → {after}, {one.why} ({one.by})"


def summed(total: Total) -> str:
    """The points, and what being late makes of them."""
    text = points(total.score) or "nothing is graded"
    late = total.late
    if late.days:
        days = f"{late.days} {'day' if late.days == 1 else 'days'} late"
        free = f", {late.free} of them free" if late.free else ""
        text += f", {days}{free}: {_points(total.final)} counts"
    return text


def _part(line: Line) -> Iterator[str]:
    part = line.part
    mistake = f": {part.mistake.name}" if part.mistake else ""
    verdict = f"{SYMBOLS[part.verdict]} {part.verdict.value}{mistake}"
    yield f"    {part.name}  {points(part.score)}  {verdict}"
    marked = line.marked
    if marked is None:
        return
    mark = marked.mark
    given = "no points" if mark.points is None else f"{_points(mark.points)} points"
    why = f", {marked.why}" if marked.why else ""
    yield f"      {given} by {marked.by}, {marked.at}{why}"
    if mark.items:
        yield f"      found: {'; '.join(mark.items)}"
    if mark.comment:
        yield f"      {mark.comment}"
    if line.flagged:
        yield "      what this was given for has changed since: look again"


def _points(number: float | None) -> str:
    return "–" if number is None else f"{round(number, 2):g}"
