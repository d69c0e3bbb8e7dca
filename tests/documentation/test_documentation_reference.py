"""docs/reference is what the commands and the models say now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click
import pytest
from reference_keys import keys_page
from reference_pages import FOLDER, PAGES, commands_page

from grader.checks import all_checks
from grader.cli.commands import COMMANDS, cli
from grader.course.schema import problem_schema
from grader.course.specs import CourseSettings
from grader.kinds import all_kinds, language

ANEW = ".venv/bin/python tests/documentation/reference_pages.py"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_not_stale(name: str) -> None:
    written = (FOLDER / name).read_text("utf-8")
    assert written == PAGES[name](), f"write it anew: {ANEW}"


def test_nothing_else_lies_there() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(PAGES)


def test_every_command_and_option_is_on_the_page() -> None:
    page = commands_page()
    context = click.Context(cli)
    for name in COMMANDS:
        (section,) = re.findall(rf"^## `grader {name}`\n(.*?)(?=^## )", page, re.M | re.DOTALL)
        command = cli.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert all(f"`{one}`" in section for one in parameter.opts), (name, parameter.name)


def test_every_kind_of_part_and_of_check_has_a_section() -> None:
    headings = re.findall(r"^### `(.*)`$", keys_page(), re.MULTILINE)
    kinds = [f"asks: {asks}" for asks in sorted(all_kinds())]
    assert headings == [*kinds, *sorted(all_checks())]


def test_links_within_the_pages_lead_to_headings() -> None:
    for page in (keys_page(), commands_page()):
        headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
        assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def undescribed(model: Mapping[str, Any]) -> list[str]:
    """Keys of which nothing is said, and which are neither a block of keys nor a list of them."""
    return [
        key
        for key, value in model.get("properties", {}).items()
        if not value.get("description") and "const" not in value and "$ref" not in str(value)
    ]


def test_every_key_says_what_it_is() -> None:
    problem, course = problem_schema(language(all_checks())), CourseSettings.model_json_schema()
    models = {"problem": problem, **problem["$defs"], "grader.toml": course, **course["$defs"]}
    assert {name: keys for name, model in models.items() if (keys := undescribed(model))} == {}
