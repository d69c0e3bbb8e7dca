"""`grader export FORMAT`."""

from __future__ import annotations

import io
import zipfile
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
from grader.cli.outputs import end_unless_written, make_ready, write_bytes, write_file
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.batch import Roster
    from grader.course import Course
    from grader.gradebook import Appeal
    from grader.grades import Total

FORMATS = ["csv", "overall", "canvas", "moodle", "nbgrader", "gradescope", "feedback", "html"]
# Of a zip archive's members: the same class, the same bytes.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


@click.command("export")
@click.argument("form", metavar="FORMAT", type=click.Choice(FORMATS))
@course_option
@class_assignment_option
@gradebook_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE|FOLDER",
    help="Where to; for gradescope, feedback and html a folder, or a .zip.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="CSV",
    help="For canvas and moodle: your own export, which is filled in.",
)
@click.option("--column", help="For canvas and moodle: the title of the column to fill in.")
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="For names.")
@click.option(
    "--pending",
    type=click.Choice(["empty", "earned"]),
    default="empty",
    show_default=True,
    help="Of whom something waits for a person: nothing, or what is earned already.",
)
def command(
    form: str,
    course: str | None,
    assignment: str | None,
    gradebook: str,
    output: Path,
    into: Path | None,
    column: str | None,
    roster: Path | None,
    pending: str,
) -> None:
    """Write grades for a platform, feedback for each student, or the class as pages.

    FORMAT is csv, overall (all assignments together), canvas, moodle, nbgrader, gradescope (a
    results.json for each), feedback, or html (for staff: a page of the class with a link to each
    report).
    """
    needs_the_class()
    from grader.batch import read_roster
    from grader.gradebook import appeals_in, open_gradebook
    from grader.grades import totals
    from grader.grades.overall import overall
    from grader.grades.tables import overall_table

    loaded = open_course(course)[0]
    people = read_roster(roster) if roster else None
    with open_gradebook(gradebook) as book:
        if form == "overall":
            text = overall_table(
                overall(book, loaded.settings),
                people.students if people else {},
                partial=pending == "earned",
            )
            _write(output, text)
            say(f"{output}: {counted(text.count(chr(10)) - 1, 'row')}")
            return
        name = held_assignment(book, assignment)
        found = totals(book, name, loaded.settings)
        appeals = appeals_in(book, name)
    partial = pending == "earned"
    if form in ("canvas", "moodle"):
        if into is None:
            raise click.UsageError(f"{form} needs --into: your own export, which is filled in")
        title = column or ("Grade" if form == "moodle" else name)
        _fill(into, output, found, people or _own(into), title, partial)
    elif form == "html":
        from grader.grades.class_page import INDEX, class_pages

        texts = dict(class_pages(found, loaded.name, name))
        _write_all(output, texts)
        say(f"{output}: {counted(len(texts), 'page')}; open {INDEX}")
    elif form in ("gradescope", "feedback"):
        _files(form, output, found, appeals, loaded, name, partial)
    else:
        _table(form, output, found, people, loaded, name, partial)


def _own(into: Path) -> Roster:
    """What is filled in names everybody by all their names."""
    from grader.batch import read_roster

    return read_roster(into)


def _fill(
    into: Path,
    output: Path,
    found: dict[str, Total],
    people: Roster,
    column: str,
    partial: bool,
) -> None:
    from grader.grades.tables import filled_in

    filled = filled_in(into.read_text("utf-8-sig"), found, people, column, partial=partial)
    _write(output, filled.text)
    done = len(found) - len(filled.without_row) - filled.left_empty
    say(f"{output}: {counted(done, 'grade')} in `{column}`")
    _say_what_waits(filled.left_empty, "left empty")
    if filled.without_row:
        without = filled.without_row
        say(f"{len(without)} {'has' if len(without) == 1 else 'have'} no row: {', '.join(without)}")


def _table(
    form: str,
    output: Path,
    found: dict[str, Total],
    people: Roster | None,
    course: Course,
    name: str,
    partial: bool,
) -> None:
    from grader.grades.tables import nbgrader_table, own_table

    known = people.students if people else {}
    if form == "csv":
        text = own_table(found, known, partial=partial)
    else:
        deadline = course.settings.deadlines.get(name)
        due = deadline.due.isoformat() if deadline else ""
        text = nbgrader_table(found, known, name, due, partial=partial)
    _write(output, text)
    say(f"{output}: {counted(text.count(chr(10)) - 1, 'row')}")
    if not partial:
        _say_what_waits(sum(not one.complete for one in found.values()), "left empty")


def _files(
    form: str,
    output: Path,
    found: dict[str, Total],
    appeals: list[Appeal],
    course: Course,
    name: str,
    partial: bool,
) -> None:
    from grader.grades.feedback import feedback, file_names, gradescope_results

    texts = {}
    for student, file in file_names(found):
        total = found[student]
        if form == "feedback":
            texts[f"{file}/feedback.md"] = feedback(total, course.name, name, appeals)
        elif not total.standing.handed_in.fault and (partial or total.complete):
            texts[f"{file}/results.json"] = gradescope_results(total)
    _write_all(output, texts)
    say(f"{output}: {counted(len(texts), 'file')}")
    _say_what_waits(len(found) - len(texts), "left out")


def _write_all(output: Path, texts: dict[str, str]) -> None:
    """Into a folder, or a zip archive if it is called so."""
    if output.suffix.lower() == ".zip":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file, text in texts.items():
                archive.writestr(zipfile.ZipInfo(file, _NO_TIME), text)
        make_ready(output)
        end_unless_written([write_bytes(output, packed.getvalue())])
    else:
        for file, text in texts.items():
            _write(output / file, text)


def _say_what_waits(count: int, what: str) -> None:
    if count:
        say(f"{count} {'is' if count == 1 else 'are'} {what}: something waits for a person")


def _write(file: Path, text: str) -> None:
    make_ready(file)
    end_unless_written([write_file(file, text)])
