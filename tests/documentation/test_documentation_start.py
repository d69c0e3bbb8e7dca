"""docs/start: who follows a page word for word gets what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from walking import blocks_of, newcomer, said, walk

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {file.stem: file.read_text("utf-8") for file in sorted((DOCS / "start").glob("*.md"))}
# Files that are written, commands that are run, and what they print: nothing else is on a page.
LANGUAGES = {"bash", "text", "yaml", "python", "markdown", "toml"}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages share what is kept from run to run: nothing they print depends on it."""
    return tmp_path_factory.mktemp("start")


def test_there_is_a_page_for_everybody() -> None:
    assert list(PAGES) == ["ci", "instructors", "students", "tas"]


@pytest.mark.parametrize("name", PAGES)
def test_the_page_holds(name: str, cache: Path, tmp_path: Path) -> None:
    page = PAGES[name]
    walked = walk(page, tmp_path, newcomer(cache))
    assert walked.code == 0, walked.complaints
    for printed, shown in zip(walked.printed, said(page), strict=True):
        assert [text for text in shown if text not in printed] == [], printed


@pytest.mark.parametrize("name", PAGES)
def test_every_block_is_a_file_a_command_or_what_it_prints(name: str) -> None:
    for block in blocks_of(PAGES[name]):
        assert block.language in LANGUAGES
        assert (block.title is None) == (block.language in ("bash", "text"))
        assert block.text.strip()
    assert len(re.findall(r"^```", PAGES[name], re.MULTILINE)) == 2 * len(blocks_of(PAGES[name]))


def test_the_instructors_problem_has_a_function_a_formula_and_a_named_mistake() -> None:
    (block,) = [block for block in blocks_of(PAGES["instructors"]) if block.language == "yaml"]
    problem = YAML(typ="safe", pure=True).load(block.text)
    parts = problem["parts"].values()
    assert sorted(part["asks"] for part in parts) == ["formula", "function"]
    assert [one["name"] for part in parts for one in part.get("mistakes", [])] == [
        "the gate alone is returned"
    ]
    commands = [one.text for one in blocks_of(PAGES["instructors"]) if one.language == "bash"]
    assert f"grader lint {problem['id']}\n" in commands


def test_a_page_that_does_not_hold_is_found(tmp_path: Path) -> None:
    page = '```bash\necho one\n```\n\n```text title="a/b"\nx\n```\n\n```bash\ncat a/b; false\n```\n'
    walked = walk(page, tmp_path, newcomer(tmp_path))
    assert (walked.printed, walked.code) == (["one\n", "x\n"], 1)


def test_what_is_installed_is_what_the_readme_installs() -> None:
    (block,) = blocks_of((DOCS / "index.md").read_text("utf-8"))
    command, activate = block.text.splitlines()
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    assert f"{command} && .venv/bin/grader check" in readme
    assert activate == "source .venv/bin/activate"
