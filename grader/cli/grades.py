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
) -> None:
    """Show what the gradebook says of a class, or explain one student's mark from its parts."""
    needs_the_class()
    if section is not None and roster is None:
        raise click.UsageError("--section needs --roster, which says who is in it")
    from grader.batch import read_roster
    from grader.gradebook import changes_of, open_gradebook
    from grader.grades import totals
    from grader.grades.explaining import explained

    settings = open_course(course)[0].settings
    people = read_roster(roster).students if roster else {}
    with open_gradebook(gradebook) as book:
        name = held_assignment(book, assignment)
        found = totals(book, name, settings, None if student is None else [student])
        if student is not None:
            if student not in found:
                raise click.UsageError(f"`{student}` is not in the gradebook for {name}")
            for line in explained(found[student], changes_of(book, name, student)):
                say(line)
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


def percent(total: Total) -> float:
    score = total.score
    return 100.0 * total.final / score.possible if score.possible else 100.0


def _table(rows: list[Total], sections: dict[str, str]) -> list[str]:
    cells = [("student", "section", "points", "pending", "late", "counts", "")]
    for total in rows:
        score, handed_in = total.score, total.standing.handed_in
        note = "not graded" if handed_in.fault else "look again" if total.flagged else ""
        days = f"{total.late.days} d" if total.late.days else ""
        earned, possible = f"{round(score.earned, 2):g}", f"{round(score.possible, 2):g}"
        cells.append(
            (
                total.student,
                sections[total.student],
                f"{earned} / {possible}",
                f"{round(score.pending, 2):g}" if score.pending else "",
                days,
                f"{round(total.final, 2):g}",
                note,
            )
        )
    widths = [max(len(row[place]) for row in cells) for place in range(len(cells[0]))]
    shown = [place for place, width in enumerate(widths) if any(row[place] for row in cells[1:])]
    return ["  ".join(row[place].ljust(widths[place]) for place in shown).rstrip() for row in cells]
