"""`grader schema`."""

from __future__ import annotations

import json

import click


@click.command("schema")
@click.argument("what", type=click.Choice(["problem", "report"]), default="problem")
def command(what: str) -> None:
    """Print the JSON Schema of problem files or of reports.

    For completion in an editor: grader schema > problem.schema.json, and begin each problem file
    with  # yaml-language-server: $schema=../problem.schema.json
    """
    if what == "report":
        from grader.report.model import report_schema

        schema = report_schema()
    else:
        from grader.checks import all_checks
        from grader.course.schema import problem_schema
        from grader.kinds import language

        schema = problem_schema(language(all_checks()))
    click.echo(json.dumps(schema, indent=2))
