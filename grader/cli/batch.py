"""`grader batch SUBMISSIONS`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.class_options import (
    class_assignment_option,
    gradebook_option,
    needs_the_class,
    pick_assignment,
    times_option,
    user_name,
)
from grader.cli.common import MAX_LISTED, course_option, listed, open_course, say
from grader.cli.engines import check_engine, engine_options, started_engine
from grader.cli.exit_codes import ExitCode
from grader.values.counting import counted

if TYPE_CHECKING:
    from grader.batch import Attempt, Batch, Roster, Sorted, Told
    from grader.cli.batch_display import Display
    from grader.gradebook import Gradebook


@click.command("batch")
@click.argument("submissions", type=click.Path(path_type=Path))
@course_option
@class_assignment_option
@gradebook_option
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="How many at a time; one a processor."
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Who is in the class: id,name,section,group,aliases; an export of Canvas or Moodle, too.",
)
@times_option
@click.option("-n", "--dry-run", is_flag=True, help="Say what would be graded, and why.")
@engine_options
@click.option("--unsafe", is_flag=True, help="As for grader check.")
def command(
    submissions: Path,
    course: str | None,
    assignment: str | None,
    gradebook: str,
    jobs: int | None,
    roster: Path | None,
    times: Path | None,
    dry_run: bool,
    unsafe: bool,
    **engine: str | int | None,
) -> None:
    """Grade a whole class into a gradebook.

    SUBMISSIONS is a folder with a folder, file or archive for each student, or the zip archive
    that Canvas, Moodle or Gradescope exports. A second run grades only what has changed.
    """
    needs_the_class()
    check_engine(engine)
    from grader.batch import Batch, handings_in, read_roster, sort_out
    from grader.batch.people import to_compare
    from grader.batch.times import read_times, with_times
    from grader.gradebook import open_gradebook
    from grader.grades.best import Comparing

    people = read_roster(roster) if roster else None
    handings, notes = handings_in(submissions)
    loaded, checks = open_course(course)
    found = sort_out(handings, people, loaded.settings.counts)
    told_times = read_times(times) if times else {}
    name, problems = pick_assignment(loaded, assignment)
    where = {"engine": "local"} if dry_run else engine  # nothing is graded for it
    with (
        open_gradebook(gradebook, create=True) as book,
        started_engine(where, jobs, loaded, name, problems, unsafe=unsafe) as far,
    ):
        batch = Batch(
            book,
            loaded,
            checks,
            name,
            problems,
            jobs=jobs or len(os.sched_getaffinity(0)),
            by=user_name(),
            unsafe=unsafe,
            engine=far,
        )
        for note in notes:
            say(note)
        if dry_run:
            others = to_compare(found) if loaded.settings.counts == "best" else []
            _plan(batch, found, name, others)
            return
        # What is imported and read by now stays, here and in the workers: to look through it for
        # garbage again and again would be a fourth of what this process does.
        gc.freeze()
        if loaded.settings.counts == "best":
            comparing = Comparing(book, name, loaded.settings, told_times)
            with _watched(len(to_compare(found))) as display:
                found = comparing.best(batch, found, display.hear, display.tick)
        found = with_times(found, told_times)
        faults = _graded(batch, found)
        _summary(book, name, found, people)
    for told in faults:
        say(f"{told.attempt.name}: {told.fault}", err=True)
    if faults:
        say("what is told above is a defect of grader, not of a submission", err=True)
        sys.exit(ExitCode.DEFECT)


def _graded(batch: Batch, found: Sorted) -> list[Told]:
    faults: list[Told] = []
    with _watched(len(found.attempts)) as display:

        def hear(told: Told) -> None:
            display.hear(told)
            if told.kind == "fault":
                faults.append(told)

        batch.run(found.attempts, hear, display.tick)
    say(display.last_line())
    return faults


@contextmanager
def _watched(total: int) -> Iterator[Display]:
    """How far it is, and if it ends before its time how to go on."""
    from grader.cli.batch_display import Display

    display = Display(total)
    try:
        with display:
            yield display
    except BaseException:
        say(
            f"ended after {display.done} of {total}: what was graded is in the gradebook, and the "
            "same command goes on",
            err=True,
        )
        raise


def _plan(batch: Batch, found: Sorted, assignment: str, compared: Sequence[Attempt]) -> None:
    told: list[Told] = []
    others = {id(one.handing) for one in compared}
    alone = [one for one in found.attempts if id(one.handing) not in others]
    batch.run([*alone, *compared], told.append, mode="plan")
    told.sort(key=lambda one: (one.attempt.students, one.attempt.handing.place))
    for one in told:
        name = one.attempt.name
        if one.attempt.compared:
            name += f" ({one.attempt.handing.place})"
        if one.kind == "planned":
            by_reason: dict[str, list[str]] = {}
            for problem, why in one.reasons.items():
                by_reason.setdefault(why, []).append(problem)
            for why, problems in by_reason.items():
                say(f"{name}: {listed(problems)}: {why}")
        elif one.kind == "unread":
            say(f"{name}: cannot be graded: {one.fault}")
    planned = sum(one.kind == "planned" for one in told)
    say(f"{planned} of {counted(len(told), 'submission')} would be graded for {assignment}")
    if compared:
        say("of those who handed in several times, the best will count")
        found = replace(
            found, attempts=tuple(replace(one, passed_over=()) for one in found.attempts)
        )
    _people(found)


def _summary(book: Gradebook, assignment: str, found: Sorted, people: Roster | None) -> None:
    from grader.batch import summarise
    from grader.cli.batch_display import summary_lines
    from grader.gradebook.results import each_standing, handed_in_by

    for line in summary_lines(summarise(each_standing(book, assignment))):
        say(line)
    _people(found)
    if people is not None:
        here = {student for one in found.attempts for student in one.students}
        others = [
            one for one in handed_in_by(book, assignment) if one not in {*here, *people.students}
        ]
        if others:
            # As after a name that matched nobody got an alias.
            they = counted(len(others), "student is", "students are")
            said = "in the gradebook, and neither here nor on the roster"
            say(f"{they} {said} (grader forget NAME): {listed(sorted(others))}")


def _people(found: Sorted) -> None:
    """Who is missing, who matches nobody, who handed in together or several times."""
    together = [one.name for one in found.attempts if len(one.students) > 1]
    again = [one for one in found.attempts if one.passed_over]
    for one, several, names in (
        ("group handed in together", "groups handed in together", together),
        ("matches nobody on the roster", "match nobody on the roster", found.nobody),
        ("is on the roster and not here", "are on the roster and not here", found.missing),
    ):
        if names:
            say(f"{counted(len(names), one, several)}: {listed(names, '; ')}")
    for attempt in again[:MAX_LISTED]:
        why = f" ({attempt.why})" if attempt.why else ""
        place, others = attempt.handing.place, listed(attempt.passed_over)
        say(f"{attempt.name}: counted {place}{why}, not {others}")
    if len(again) > MAX_LISTED:
        say(f"and {len(again) - MAX_LISTED} more who handed in several times")
