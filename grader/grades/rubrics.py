"""Points by a rubric, and what another rubric would change in marks that were given by this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.course import Course
from grader.gradebook import Gradebook, Mark, Marked, Rubric, RubricLine, rubric_in
from grader.gradebook.book import now
from grader.grades.totals import Line

# What was said of a line of the rubric before, None where it is new; and of it from now on, None
# where it is taken out.
Change = tuple[str | None, RubricLine | None]


def rubric_for(
    book: Gradebook, course: Course, assignment: str, problem: str, part: str, possible: float
) -> Rubric:
    """As somebody has changed it, else as the problem file has it, each line worth the same; it has
    no lines where neither says anything."""
    changed = rubric_in(book, assignment, problem, part)
    if changed is not None:
        return changed
    known = course.problems.get(problem)
    asked = known.problem.parts.get(part) if known else None
    texts: Sequence[str] = getattr(asked, "rubric", ())
    return Rubric(tuple(RubricLine(text, possible / len(texts)) for text in texts))


def points_by(lines: Sequence[RubricLine], items: Sequence[str], possible: float) -> float:
    """What an answer gets in which these were found: no less than nothing, no more than all."""
    total = sum(line.points for line in lines if line.text in items)
    return round(min(possible, max(0.0, total)), 2)


@dataclass(frozen=True)
class Effect:
    """A mark that another rubric changes."""

    student: str
    line: Line
    before: Mark
    after: Mark


def effects(
    answers: Mapping[str, Line], old: Rubric, changes: Sequence[Change]
) -> tuple[Effect, ...]:
    """By student. Points that were not those of the lines found stay as they were given."""
    renamed = {before: after for before, after in changes if before is not None}
    new = lines_after(changes)
    found = []
    for student, line in answers.items():
        if line.marked is None or not line.marked.mark.items:
            continue
        mark, possible = line.marked.mark, line.part.score.possible
        kept = [renamed.get(item, RubricLine(item, 0.0)) for item in mark.items]
        items = tuple(one.text for one in kept if one is not None)
        points = mark.points
        if points == points_by(old.lines, mark.items, possible):
            points = points_by(new, items, possible)
        after = replace(mark, points=points, items=items)
        if after != mark:
            found.append(Effect(student, line, mark, after))
    return tuple(found)


def lines_after(changes: Sequence[Change]) -> tuple[RubricLine, ...]:
    return tuple(after for _, after in changes if after is not None)


def marks_after(effects: Sequence[Effect], *, by: str, why: str) -> list[Marked]:
    """The marks that follow. Of an answer that is to be looked at again the flag stays."""
    made = []
    for one in effects:
        held = one.line.marked
        assert held is not None
        revision = held.revision + 1
        made.append(replace(held, revision=revision, mark=one.after, by=by, at=now(), why=why))
    return made
