"""The pages of docs/reference, made of the commands and of the models.

`test_documentation_reference.py` fails where one is not what would be written now. Write them anew:

    .venv/bin/python tests/documentation/reference_pages.py
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import click
from reference_keys import keys_page, plain

from grader.cli.commands import cli
from grader.cli.exit_codes import epilog

FOLDER = Path(__file__).parents[2] / "docs" / "reference"

HEAD = """\
# Commands

Every command with its arguments and options, made of the commands themselves;
`grader COMMAND --help` says the same.
"""
EXIT_CODES = """\
## Exit codes

Of every command. [Who acts](../course-repository.md#exit-codes).
"""
OPTIONS = "| option | what it does |\n|---|---|\n"


def commands_page() -> str:
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    commands = {name: command for name, command in found.items() if command is not None}
    listed = "".join(
        f"| [`{name}`](#grader-{name}) | {plain(_paragraphs(command)[0])} |\n"
        for name, command in commands.items()
    )
    sections = [_section(name, command) for name, command in commands.items()]
    table = f"| command | what it does |\n|---|---|\n{listed}"
    return "\n".join((HEAD, table, *sections, EXIT_CODES, _block(epilog())))


def _section(name: str, command: click.Command) -> str:
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    options = [one for one in command.params if isinstance(one, click.Option)]
    usage = " ".join([f"grader {name}", "[OPTIONS]" if options else "", *map(_argument, arguments)])
    lines = [f"## `grader {name}`", f"```text\n{' '.join(usage.split())}\n```"]
    lines += [
        _block(text) if text.startswith("\b") else plain(text) for text in _paragraphs(command)
    ]
    if options:
        lines.append(OPTIONS + "".join(map(_row, options)))
    return "\n\n".join(line.rstrip("\n") for line in lines) + "\n"


def _paragraphs(command: click.Command) -> list[str]:
    """Of the help text, each in one line but for those that click leaves as they are."""
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    return [text if text.startswith("\b") else " ".join(text.split()) for text in paragraphs]


def _block(text: str | None) -> str:
    lines = inspect.cleandoc((text or "").replace("\b", "")).strip("\n")
    return f"```text\n{lines}\n```\n"


def _argument(argument: click.Argument) -> str:
    word = argument.metavar or (argument.name or "").upper()
    if isinstance(argument.type, click.Choice):
        word = f"{'|'.join(map(str, argument.type.choices))}"
    word += "..." if argument.nargs == -1 else ""
    return word if argument.required or word.startswith("[") else f"[{word}]"


def _row(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    told = plain(" ".join((option.help or "").split()))
    several = option.multiple and "several times" not in told
    default = "" if "default" in told.lower() else _default(option)
    words = (told, "May be given several times." if several else "", default)
    return f"| {names}{_taken(option)} | {' '.join(filter(None, words))} |\n"


def _taken(option: click.Option) -> str:
    """What stands after the option's name."""
    if option.is_flag:
        return ""
    if isinstance(option.type, click.Choice):
        return " " + " or ".join(f"`{choice}`" for choice in option.type.choices)
    word = option.metavar or option.type.name.removesuffix(" range").upper()
    return " " + " or ".join(f"`{one}`" for one in word.split("|"))


def _default(option: click.Option) -> str:
    default: Any = option.to_info_dict()["default"]
    shown = default not in (None, "", ()) and not option.is_flag and not callable(default)
    return f"Default: `{default}`." if shown else "Required." if option.required else ""


PAGES = {"commands.md": commands_page, "keys.md": keys_page}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
