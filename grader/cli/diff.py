"""`grader diff SUBMISSIONS`."""

from __future__ import annotations

import os
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
from grader.cli.common import course_option, open_course, say
from grader.cli.engines import check_engine, engine_options, started_engine

if TYPE_CHECKING:
    from grader.batch import Told
    from grader.grades import Total
    from grader.report import ProblemReport


@click.command("diff")
@click.argument("submissions", type=click.Path(path_type=Path))
@course_option
@class_assignment_option
@gradebook_option
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="As for batch.")
@times_option
@engine_options
@click.option("--unsafe", is_flag=True, help="As for grader check.")
def command(
    submissions: Path,
    course: str | None,
    assignment: str | None,
    gradebook: str,
    roster: Path | None,
    times: Path | None,
    unsafe: bool,
    **engine: str | int | None,
) -> None:
    """Say what grading again would change, and for whom; nobody's mark is changed.

    What is graded for it is kept: `grader batch` then applies it at once.
    """
    needs_the_class()
    check_engine(engine)
    from grader.batch import Batch, handings_in, read_roster, sort_out
    from grader.batch.times import read_times
    from grader.gradebook import open_gradebook
    from grader.gradebook.results import results_by_key
    from grader.grades import totals
    from grader.grades.best import Comparing

    people = read_roster(roster) if roster else None
    loaded, checks = open_course(course)
    found = sort_out(handings_in(submissions)[0], people, loaded.settings.counts)
    name, problems = pick_assignment(loaded, assignment)
    told: list[Told] = []
    jobs = len(os.sched_getaffinity(0))
    with (
        open_gradebook(gradebook) as book,
        started_engine(engine, None, loaded, name, problems, unsafe=unsafe) as far,
    ):
        batch = Batch(
            book,
            loaded,
            checks,
            name,
            problems,
            jobs=jobs,
            by=user_name(),
            unsafe=unsafe,
            engine=far,
        )
        if loaded.settings.counts == "best":
            told_times = read_times(times) if times else {}
            found = Comparing(book, name, loaded.settings, told_times).best(batch, found)
        batch.run(found.attempts, told.append, mode="stage")
        held = totals(book, name, loaded.settings)
        keys = {key for one in told for key in one.keys.values()}
        results = results_by_key(book, keys)
    changed = marked = 0
    for one in sorted(told, key=lambda one: one.attempt.students):
        for student in one.attempt.students:
            new = {problem: results[key].report for problem, key in one.keys.items()}
            lines = list(_differences(held.get(student), new, one))
            changed += bool(lines)
            marked += sum(line.endswith(LOOK_AGAIN) for line in lines)
            for line in lines:
                say(f"{student}: {line}")
    say(f"{changed} of {len(found.attempts)} would change")
    if marked:
        say(f"{marked} of them in what a person has marked; those marks stay, to be looked at")


LOOK_AGAIN = "; a person has marked this"


def _differences(held: Total | None, new: dict[str, ProblemReport], told: Told) -> list[str]:
    from grader.values.counting import amount

    if told.fault:
        return [f"could not be graded: {told.fault}"]
    if held is None:
        return ["not graded yet"] if new else []
    marked = {line.problem for line in held.lines if line.given is not None}
    old = {name: one.report for name, one in held.standing.results.items()}
    lines = []
    for name, report in new.items():
        before = old.get(name)
        if before is not None and _what_counts(before) == _what_counts(report):
            continue
        was = "–" if before is None else amount(before.score.earned)
        text = f"{name} {was} → {amount(report.score.earned)} of {amount(report.score.possible)}"
        text += f" ({told.reasons.get(name, '')})" if name in told.reasons else ""
        lines.append(text + (LOOK_AGAIN if name in marked else ""))
    return lines


def _what_counts(report: ProblemReport) -> list[object]:
    return [(part.name, part.verdict, part.score, part.mistake) for part in report.parts]
