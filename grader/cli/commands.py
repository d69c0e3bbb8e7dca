"""The commands, each loaded when it is asked for, and how their errors are told."""

from __future__ import annotations

import importlib
import io
import traceback

import click

import grader
from grader.cli import signals
from grader.cli.exit_codes import ExitCode, epilog
from grader.cli.streams import Streams
from grader.errors import GraderError

# Imported when asked for: `grader --help` reads the first line below and nothing else.
COMMANDS = {
    "check": "Grade a submission: what is right, what is wrong and why.",
    "watch": "Grade a folder again each time that a file in it is saved.",
    "batch": "Grade a whole class into a gradebook.",
    "grades": "Show what a class got, or explain one student's mark.",
    "diff": "Say what grading a class again would change, and for whom.",
    "mark": "Mark what waits for a person, or override one mark.",
    "serve": "Mark a class in a browser, several people at once.",
    "export": "Write grades for Canvas, Moodle, Gradescope, nbgrader, and feedback.",
    "alike": "Show whose code is alike, side by side, for a person to read.",
    "forget": "Delete all that the gradebook holds of one student.",
    "lint": "Check a course's problems, and that their reference gets full marks.",
    "cases": "Show the drawn cases of a problem: inputs, truth, which mistakes they tell apart.",
    "list": "List the problems of a course with their points.",
    "handout": "Write a kit for students: questions, files to fill in, public checks.",
    "show": "Show a problem or an assignment as a student reads it.",
    "init": "Write a course repository: one problem that works, its tests, workflows.",
    "new": "Write a new problem, its reference and an example answer.",
    "gradescope": "Write the autograder of an assignment, as a zip for Gradescope.",
    "doctor": "Find out what protects grading on this machine.",
    "schema": "Print the JSON Schema of problem files or of reports.",
}


class LazyGroup(click.Group):
    """Loads a command's module when that command runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"grader.cli.{cmd_name}")
        command: click.Command = module.command
        command.epilog = epilog()
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]}, epilog=epilog()
)
@click.version_option(grader.__version__, prog_name="grader")
def cli() -> None:
    """Check deep-learning homework: functions and formulas, with reasons.

    \b
    A student:      grader check MY_FOLDER
    An instructor:  grader new topic/name, then grader lint
    A course's CI:  grader check . --format github --output report.xml
    """


def run() -> int:
    """Run the command that the arguments ask for. Its exit code; a signal passes through."""
    streams = Streams()
    return streams.exit_code(_run())


def _run() -> int:
    """Every error is printed here, click's own too: each may quote a path that a student chose."""
    from grader.cli.common import say

    try:
        # Not standalone: click would print its errors itself. It returns the code of an early exit.
        code = cli.main(standalone_mode=False)
        return code if isinstance(code, int) else ExitCode.FINE
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.FINE
    except click.Abort:
        if signals.asked() is not None:  # by Ctrl-C, which is told where the program ends
            raise
        say("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except Exception as error:
        if signals.asked() is not None:  # so it is a signal, wrapped on its way, or what it broke
            raise
        code = error.exit_code if isinstance(error, GraderError | click.ClickException) else None
        if code is not None:
            say(_told(error), err=True)
            return ExitCode(code)
        # A defect of ours must not look like a score below --fail-under, which is exit 1.
        say(traceback.format_exc(), err=True)
        say("this is a defect of grader, not of the submission or the course", err=True)
    return ExitCode.DEFECT


def _told(error: Exception) -> str:
    if not isinstance(error, click.ClickException):
        return f"{error}"
    told = io.StringIO()
    error.show(file=told)
    return told.getvalue().rstrip("\n")
