"""Wherever a page names a command of grader's, there is one, and it takes those options."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from grader.checks import Verdict
from grader.cli.commands import COMMANDS, cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
# `grader check FOLDER --open`, in a line of commands or between backticks, up to what ends it.
_CALL = re.compile(r"(?:(?<=[`\s/])|^)grader ([a-z]\w*)([^`\n|;&>#]*)", re.MULTILINE)


def calls_on(page: str) -> list[tuple[str, list[str]]]:
    """(command, options) of all that stands in code."""
    joined = page.replace("\\\n", " ")
    blocks = re.findall(r"^```(?:sh|bash|console)[^\n]*\n(.*?)^```$", joined, re.M | re.DOTALL)
    prose = re.sub(r"^```.*?^```$", "", joined, flags=re.M | re.DOTALL)
    code = [*blocks, *re.findall(r"`[^`]+`", prose)]
    return [
        (found[1], re.findall(r"(?<=\s)--?[a-z][\w-]*", found[2]))
        for text in code
        for found in _CALL.finditer(" ".join(text.split()) if text.startswith("`") else text)
        if text != f"`{Verdict.GRADER_FAULT}`"
    ]


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_command_and_option_exists(file: Path) -> None:
    context = click.Context(cli)
    for name, options in calls_on(file.read_text("utf-8")):
        assert name in COMMANDS, f"grader {name}"
        command = cli.get_command(context, name)
        assert command is not None
        known = {one for param in command.params for one in (*param.opts, *param.secondary_opts)}
        assert set(options) <= known | {"--help"}, f"grader {name}"


def test_calls_are_found_in_blocks_and_in_prose() -> None:
    page = (
        "Run `.venv/bin/grader check FOLDER --open` and\n`grader lint\n--no-run`, or grader so.\n"
        "\n```bash\ncd x && grader list --course . | head -n 1\n```\n\n```text\ngrader sings\n```\n"
    )
    assert calls_on(page) == [
        ("list", ["--course"]),
        ("check", ["--open"]),
        ("lint", ["--no-run"]),
    ]
