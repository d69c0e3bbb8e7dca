"""The README's two commands stand where a newcomer, and CI, looks for them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def block_under(heading: str) -> str:
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert section, f"a section {heading}"
    blocks = re.findall(r"^```\w*\n(.*?)^```$", section[1], re.MULTILINE | re.DOTALL)
    assert blocks, f"a command under {heading}"
    return str(blocks[0])


@pytest.mark.parametrize(
    ("heading", "end"),
    [
        ("Quick start", "grader check submissions_example/half_right"),
        ("Tests", "pytest"),
    ],
)
def test_one_command_alone_in_its_block(heading: str, end: str) -> None:
    block = block_under(heading)
    assert block.count("\n") == 1
    assert block.rstrip().endswith(end)


def test_ci_runs_the_readmes_test_command() -> None:
    assert block_under("Tests").strip() in (ROOT / ".ci" / "run").read_text()


def test_links_and_pictures_exist() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
