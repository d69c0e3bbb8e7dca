"""`grader new ID`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new")
@click.argument("problem_id", metavar="ID")
@click.option(
    "--course",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="The course to add it to, made if need be. By default the nearest parent folder with "
    "problems/, else this folder.",
)
def command(problem_id: str, course: Path | None) -> None:
    """Write a new problem, its reference and an example answer.

    ID is a path such as vectors/distances. The three files work as they are; edit them
    into the problem you want and run `grader lint`. The first problem of a course also gets it
    the schema of problem files, which editors read for completion.
    """
    from grader.course.scaffold import SCHEMA_FILE, create_problem

    here = Path.cwd()
    parents = (folder for folder in (here, *here.parents) if (folder / "problems").is_dir())
    root = course or next(parents, here)
    made = create_problem(root, problem_id)
    for what, file in (
        ("the problem", made.problem),
        ("its reference", made.reference),
        ("an example answer", made.example),
    ):
        click.echo(f"{what}: {short_path(file)}")
    if not (root / SCHEMA_FILE).exists():
        write_schema(root / SCHEMA_FILE)
        click.echo(f"for completion in an editor: {short_path(root / SCHEMA_FILE)}")
    click.echo(f"\nnext: edit them, then run\n  grader lint {short_path(made.problem)}")
    click.echo(f"  grader check {short_path(made.example.parent)} --assignment {problem_id}")


def write_schema(file: Path) -> None:
    """The JSON Schema of problem files, which editors read for completion."""
    import json

    from grader.checks import all_checks
    from grader.course.schema import problem_schema
    from grader.kinds import language

    schema = problem_schema(language(all_checks()))
    file.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")


def short_path(file: Path) -> str:
    """From here, if it lies below."""
    try:
        return file.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(file)
