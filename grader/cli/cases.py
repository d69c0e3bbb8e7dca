"""`grader cases ID`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, format_option, open_course, output_file, output_option
from grader.cli.outputs import end_unless_written, make_ready, write_bytes

if TYPE_CHECKING:
    from grader.course import ProblemFile
    from grader.linting.cases import DrawnCheck

FORMAT_NAMES = ["text", "json", "npz"]
BY_SUFFIX = {".txt": "text", ".json": "json", ".npz": "npz"}


@click.command("cases")
@click.argument("name", metavar="ID")
@course_option
@click.option("--secret", help="Draw them as with this secret, in place of the course's own.")
@click.option("--seed", type=int, help="The same with a number for a secret.")
@format_option(FORMAT_NAMES)
@output_option(
    "Write them to a file in place of printing them, as its ending says (.txt .json .npz) or as "
    "the format before the colon. May be given several times."
)
def command(
    name: str,
    course: str | None,
    secret: str | None,
    seed: int | None,
    form: str,
    outputs: tuple[str, ...],
) -> None:
    """Show the drawn cases of a problem: inputs, truth, which mistakes they tell apart.

    ID is a problem's id, or that and the name of a part: topic/name/part. For who writes the
    course: hidden cases are shown too.
    """
    from dataclasses import replace

    from grader.grading import Session
    from grader.linting.cases import drawn_checks

    files = [output_file(text, FORMAT_NAMES, BY_SUFFIX) for text in outputs]
    if form == "npz" and not files:
        raise click.UsageError("npz is not text; write --output FILE.npz")
    if secret is not None and seed is not None:
        raise click.UsageError("--seed is a secret too; give one of them")
    for _, file in files:
        make_ready(file)
    opened, checks = open_course(course)
    problem, part = _found(name, opened.problems)
    given = secret if seed is None else str(seed)
    if given is not None:
        opened = replace(opened, secret=given)
    # No student's code runs here, so there is nothing to keep the cases from.
    with Session(opened, checks, unsafe=True) as session:
        found = list(drawn_checks(session, opened.problems[problem], part))
    if not found:
        raise click.UsageError(f"{name} draws no cases: it asks for no code")
    for file_form, file in files:
        end_unless_written([write_bytes(file, _rendered(file_form, problem, found))])
        click.echo(f"wrote {file}")
    if not files:
        click.echo(_rendered(form, problem, found).decode(), nl=False)


def _found(name: str, problems: Mapping[str, ProblemFile]) -> tuple[str, str]:
    """The problem and, where one is named, the part. Raises NoCourse."""
    from grader.course.course import problems_named
    from grader.course.faults import NoCourse
    from grader.course.inputs import did_you_mean

    problem, _, part = name.rpartition("/")
    if name in problems or problem not in problems:
        return problems_named(name, {}, list(problems))[0], ""
    parts = problems[problem].problem.parts
    if part not in parts:
        raise NoCourse(f"{problem} has no part `{part}`{did_you_mean(part, list(parts))}")
    return problem, part


def _rendered(form: str, problem: str, found: Sequence[DrawnCheck]) -> bytes:
    from grader.linting.case_formats import as_json, as_npz, as_text

    if form == "npz":
        return as_npz(found)
    return (as_json if form == "json" else as_text)(problem, found).encode()
