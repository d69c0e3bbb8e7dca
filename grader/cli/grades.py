"""`grader grades [STUDENT]`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.class_options import (
    class_assignment_option,
    gradebook_option,
    held_assignment,
    needs_the_class,
)
from grader.cli.common import course_option, open_course, say

if TYPE_CHECKING:
    from grader.course.specs import CourseSettings
    from grader.gradebook import Gradebook
    from grader.grades import Total


@click.command("grades")
@click.argument("student", required=False)
@course_option
@class_assignment_option
@gradebook_option
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="For sections.")
@click.option("--section", help="Only of this section of the roster.")
@click.option("--below", type=click.FloatRange(0, 100), metavar="PERCENT", help="Only below this.")
@click.option("--pending", is_flag=True, help="Only those of whom something waits for a person.")
@click.option("--flagged", is_flag=True, help="Only those with a mark to look at again.")
@click.option("--late", is_flag=True, help="Only those who were late.")
@click.option(
    "--overall", is_flag=True, help="All assignments together, without those that are dropped."
)
def command(
    student: str | None,
    course: str | None,
    assignment: str | None,
    gradebook: str,
    roster: Path | None,
    section: str | None,
    below: float | None,
    pending: bool,
    flagged: bool,
    late: bool,
    overall: bool,
) -> None:
    """Show what the gradebook says of a class, or explain one student's mark from its parts."""
    needs_the_class()
    if section is not None and roster is None:
        raise click.UsageError("--section needs --roster, which says who is in it")
    from grader.batch import read_roster
    from grader.gradebook import changes_of, open_gradebook
    from grader.grades import totals
    from grader.grades.explaining import explained
    from grader.grades.overall import overall as overall_of

    settings = open_course(course)[0].settings
    people = read_roster(roster).students if roster else {}
    with open_gradebook(gradebook) as book:
        if overall:
            _overall(book, settings, student)
            return
        name = held_assignment(book, assignment)
        found = totals(book, name, settings, None if student is None else [student])
        if student is not None:
            if student not in found:
                raise click.UsageError(f"`{student}` is not in the gradebook for {name}")
            for line in explained(found[student], changes_of(book, name, student)):
                say(line)
            has = overall_of(book, settings)[student].each[name]
            if has.dropped:
                say(f"  {name} itself does not count: it is among the lowest of {has.dropped}")
            return
    sections = {one: people[one].section if one in people else "" for one in found}
    rows = [
        total
        for one, total in found.items()
        if (section is None or sections[one] == section)
        and (below is None or percent(total) < below)
        and (not pending or not total.complete)
        and (not flagged or total.flagged)
        and (not late or total.late.days)
    ]
    for row in _table(rows, sections):
        say(row)


def _overall(book: Gradebook, settings: CourseSettings, student: str | None) -> None:
    from grader.grades.explaining import explained_overall
    from grader.grades.overall import overall
    from grader.values.counting import amount

    found = overall(book, settings)
    if student is not None:
        if student not in found:
            raise click.UsageError(f"`{student}` is not in the gradebook")
        for line in explained_overall(found[student]):
            say(line)
        return
    names = list(next(iter(found.values())).each) if found else []
    cells = [["student", *names, "points", "counts"]]
    for one in found.values():
        each = [one.each[name] for name in names]
        shown = [f"({amount(has.final)})" if has.dropped else amount(has.final) for has in each]
        waits = "" if one.complete else "  something waits"
        total = f"{amount(one.final)} / {amount(one.possible)}"
        share = 100 * one.final / one.possible if one.possible else 0.0
        cells.append([one.student, *shown, total, f"{share:.0f} %{waits}"])
    for row in in_columns(cells):
        say(row)
    if any(has.dropped for one in found.values() for has in one.each.values()):
        say("what stands in brackets is dropped")


def percent(total: Total) -> float:
    score = total.score
    return 100.0 * total.final / score.possible if score.possible else 100.0


def _table(rows: list[Total], sections: dict[str, str]) -> list[str]:
    from grader.values.counting import amount

    cells = [["student", "section", "points", "pending", "late", "dropped", "counts", ""]]
    for total in rows:
        score, handed_in = total.score, total.standing.handed_in
        note = "not graded" if handed_in.fault else "look again" if total.flagged else ""
        cells.append(
            [
                total.student,
                sections[total.student],
                f"{amount(score.earned)} / {amount(score.possible)}",
                amount(score.pending) if score.pending else "",
                f"{total.late.days} d" if total.late.days else "",
                ", ".join(total.dropped),
                amount(total.final),
                note,
            ]
        )
    shown = [place for place in range(len(cells[0])) if any(row[place] for row in cells[1:])]
    return in_columns([[row[place] for place in shown] for row in cells])


def in_columns(cells: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
