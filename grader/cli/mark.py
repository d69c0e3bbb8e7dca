"""`grader mark [STUDENT PROBLEM PART]`."""

from __future__ import annotations

import sys

import click

from grader.cli.class_options import (
    class_assignment_option,
    gradebook_option,
    held_assignment,
    needs_the_class,
    user_name,
)
from grader.cli.common import course_option, open_course, say


@click.command("mark")
@click.argument("student", required=False)
@click.argument("problem", required=False)
@click.argument("part", required=False)
@course_option
@class_assignment_option
@gradebook_option
@click.option("--points", type=float, help="Of one answer: what it gets.")
@click.option("--comment", default="", help="Of one answer: what the student reads.")
@click.option("--why", default="", help="Of one answer: why, for the history.")
@click.option("--undo", is_flag=True, help="Of one answer: back to what held before.")
@click.option("--names", is_flag=True, help="Show whose answers they are.")
def command(
    student: str | None,
    problem: str | None,
    part: str | None,
    course: str | None,
    assignment: str | None,
    gradebook: str,
    points: float | None,
    comment: str,
    why: str,
    undo: bool,
    names: bool,
) -> None:
    """Mark what waits for a person, question by question; or one answer of one student.

    Without arguments each question's answers come one after the other, those that are alike
    together. Marks are written at once: end with `q` at any time and go on later. With STUDENT,
    PROBLEM and PART a mark is given or overridden by --points and --why.
    """
    needs_the_class()
    from grader.cli.marking import Dialogue
    from grader.gradebook import open_gradebook
    from grader.grades import BadMark, Marking

    loaded = open_course(course)[0]
    with open_gradebook(gradebook) as book:
        name = held_assignment(book, assignment)
        dialogue = Dialogue(Marking(book, loaded, name, user_name()), names=names)
        if student is None:
            dialogue.all(sys.stdin)
            return
        if problem is None or part is None:
            raise click.UsageError("name the problem and the part, too")
        if not undo and points is None and not comment:
            raise click.UsageError("give --points, --comment or --undo")
        if not undo and not why:
            raise click.UsageError("give a reason with --why: it stands in the history")
        try:
            if undo:
                say(dialogue.undo_one(student, problem, part))
            else:
                say(dialogue.one(student, problem, part, points, comment, why))
        except BadMark as bad:
            raise click.UsageError(str(bad)) from bad
