"""A student's mark from its parts: what was found, who gave what and why, how it has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.gradebook import Change
from grader.grades.overall import Overall
from grader.grades.totals import Line, Total
from grader.report.wording import SYMBOLS, points
from grader.values.counting import amount, counted, in_points


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
        ("counted", handed_in.attempt if handed_in.passed_over else ""),
        ("not counted", ", ".join(handed_in.passed_over)),
        ("not graded", handed_in.fault),
    ):
        if what:
            yield f"  {said}: {what}"
    problem = ""
    for line in total.lines:
        if line.problem != problem:
            problem = line.problem
            yield f"  {problem}{_dropped(line.dropped)}"
        yield from _part(line)
    yield from (f"  note: {note}" for note in handed_in.notes)
    told = [one for one in changes if one.before is not None]
    if told:
        yield "  changes"
    for one in told:
        before, after = _amount(one.earned_before), _amount(one.earned_after)
        yield f"    {one.at} {one.problem}: {before} → {after}, {one.why} ({one.by})"


def explained_overall(has: Overall) -> Iterator[str]:
    """The same of all assignments together, a line each."""
    yield f"{has.student}: {said_overall(has)}"
    for name, one in has.each.items():
        what = "nothing was handed in" if one.total is None else summed(one.total)
        yield f"  {name}: {what}{_dropped(one.dropped)}"


def said_overall(has: Overall) -> str:
    waits = "" if has.complete else ", and something waits for a person"
    return f"{amount(has.final)} / {amount(has.possible)} counts{waits}"


def _dropped(group: str) -> str:
    return f"  (dropped: among the lowest of {group})" if group else ""


def summed(total: Total) -> str:
    """The points, and what being late makes of them."""
    text = points(total.score) or "nothing is graded"
    late = total.late
    if late.days:
        days = f"{counted(late.days, 'day')} late"
        free = f", {late.free} of them free" if late.free else ""
        text += f", {days}{free}: {amount(total.final)} counts"
    return text


def _part(line: Line) -> Iterator[str]:
    part = line.part
    mistake = f": {part.mistake.name}" if part.mistake else ""
    verdict = f"{SYMBOLS[part.verdict]} {part.verdict.value}{mistake}"
    yield f"    {part.name}  {points(line.score)}  {verdict}"
    marked = line.marked
    if marked is None:
        return
    mark = marked.mark
    given = "no points" if mark.points is None else in_points(mark.points)
    why = f", {marked.why}" if marked.why else ""
    decided = mark.points is not None and not part.score.pending
    instead = f", in place of {amount(part.score.earned)}" if decided else ""
    yield f"      {given} by {marked.by}{instead}, {marked.at}{why}"
    if mark.items:
        yield f"      found: {'; '.join(mark.items)}"
    if mark.comment:
        yield f"      {mark.comment}"
    if line.flagged:
        yield "      what this was given for has changed since: look again"


def _amount(number: float | None) -> str:
    return "–" if number is None else amount(number)
