"""docs/class.md: its commands, run in its order, print what stands there."""

from __future__ import annotations

import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from class_course import CUBED, RIGHT, SAID, environment, write_class
from typed import command

from grader.course.specs import CourseSettings

PAGE = (Path(__file__).parents[2] / "docs/class.md").read_text("utf-8")
CANVAS = """Student,ID,SIS Login ID,Section,hw1 (77)
    Points Possible,,,,10
"Doe, Jane",11,jane,A,
"Fischer, Bob",12,bob,A,
"Lee, Ann",13,ann,B,
"O'Neil, Zoë",14,zoe,B,
"Park, Kim",15,kim,B,
"""
HANDED_IN = {
    "doejane_11_911_hw1.py": RIGHT,
    "doejane_11_811_answers.md": SAID.format("The sum of the bounds is a bound."),
    "fischerbob_12_912_hw1.py": CUBED,
    "fischerbob_12_812_answers.md": SAID.format("The sum of the bounds is one bound."),
    "leeann_13_913_hw1.py": CUBED,
    "leeann_13_813_answers.md": SAID.format("Because."),
    "oneilzoe_LATE_14_914_hw1.py": RIGHT,
}
LATE = "\n[deadlines.hw1]\ndue = 2026-11-16T23:59:00+00:00\n[late]\npenalty = 0.1\n"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("evening")
    write_class(root, {})
    with (root / "course/grader.toml").open("a", encoding="utf-8") as settings:
        settings.write(LATE)
    with zipfile.ZipFile(root / "submissions.zip", "w") as archive:
        for name, text in HANDED_IN.items():
            archive.writestr(name, text)
    (root / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    (root / "times.csv").write_text("zoe,2026-11-17T08:00:00+00:00\n", encoding="utf-8")
    return root


def timeless(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", "TIME", text)


def commands() -> list[tuple[str, str]]:
    """(command, what it prints), in the order of the page."""
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [
        (found[1], found[2])
        for block in blocks
        for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


def test_the_page(evening: Path) -> None:
    path = f"{command().parent}:/usr/local/bin:/usr/bin:/bin"
    assert len(commands()) == 13
    for typed, expected in commands():
        done = subprocess.run(
            ["bash", "-c", typed],
            cwd=evening,
            env=environment(evening, PATH=path, GRADER_USER="sam"),
            capture_output=True,
            text=True,
        )
        assert (typed, timeless(done.stdout), done.stderr) == (typed, timeless(expected), "")


def test_its_settings_are_settings() -> None:
    texts = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    late, counts = (CourseSettings.model_validate(tomllib.loads(text)) for text in texts)
    assert (late.late.free_days, list(late.deadlines["hw1"].extensions)) == (2, ["bob"])
    assert (counts.counts, list(counts.drop)) == ("best", ["homework", "warmups"])
