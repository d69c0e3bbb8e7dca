"""Every kind of check but `equals`, through the full path, in a course of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from kinds_answers import HEAD, OTHERS, PROPERTY
from kinds_course import OTHERS as OTHER_PARTS
from kinds_course import PROPERTIES, PROSE, REFERENCE, TORCH
from small_course import graded, notebook, open_session, part_of, write_course

from grader.checks.properties import PROPERTIES as ALL_PROPERTIES
from grader.grading import Session


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    problems = {"properties": PROPERTIES, "others": OTHER_PARTS, "prose": PROSE}
    root = tmp_path_factory.mktemp("kinds") / "course"
    write_course(root, problems, {"plain": REFERENCE, "learned": TORCH})
    with open_session(root, truth_cache) as session:
        yield session


def test_every_property_is_tried() -> None:
    assert set(PROPERTY) == set(ALL_PROPERTIES)


@pytest.mark.parametrize("holds", PROPERTY)
def test_a_property_holds_for_a_right_and_fails_for_a_wrong_answer(
    kinds: Session, holds: str
) -> None:
    right, wrong, words = PROPERTY[holds]
    part = part_of(graded(kinds, {"a.py": HEAD + right}, ["kinds/properties"]), holds)
    assert (part.verdict.value, part.message) == ("correct", "")
    part = part_of(graded(kinds, {"a.py": HEAD + wrong}, ["kinds/properties"]), holds)
    assert (part.verdict.value, part.message) == ("wrong", words)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("name", "what", "source", "verdict", "points", "words", "notes"),
    OTHERS,
    ids=[f"{row[0]}: {row[1]}" for row in OTHERS],
)
def test_the_other_kinds(
    kinds: Session,
    name: str,
    what: str,
    source: str,
    verdict: str,
    points: float,
    words: str,
    notes: tuple[str, ...],
) -> None:
    part = part_of(graded(kinds, {"homework.py": source}, ["kinds/others"]), name)
    said = re.sub(r"about \d+ times", "about N times", part.message)
    assert (part.verdict.value, part.score.earned, said) == (verdict, points, words)
    assert part.notes == notes


@pytest.mark.parametrize(
    ("start", "line"),
    [
        ("from tools import tool\n", "    return tool(a, b)\n"),
        ("from tools import *\n", "    return tool(a, b)\n"),
        ("import tools\n", "    return tools.tool(a, b)\n"),
        ("from pack.tools import tool\n", "    return tool(a, b)\n"),
    ],
)
def test_a_rule_follows_a_helper_into_another_file(kinds: Session, start: str, line: str) -> None:
    tool = "import numpy as np\n\ndef tool(a, b):\n    return np.einsum('ij,jk', a, b)\n"
    where = "pack/tools.py" if "pack" in start else "tools.py"
    files = {"homework.py": f"{start}def product(a, b):\n{line}", where: tool}
    part = part_of(graded(kinds, files, ["kinds/others"]), "product")
    assert (part.verdict.value, part.message) == (
        "broke a rule",
        f"keeps to the rules: {where}, line 4: uses numpy.einsum, which this part forbids. Use @.",
    )


PROSE_ANSWERS = [
    ({"answers.md": "# kinds/prose\n\nIt keeps exp finite.\n"}, ("answers.md", 3)),
    ({"answers.md": "# kinds/prose\n\nwhy: it keeps exp finite.\n"}, ("answers.md", 3)),
    ({"answers.md": "# kinds/prose\n\nAnswer: it keeps exp finite.\n"}, ("answers.md", 3)),
    ({"answers.md": "Hello\n\n## `kinds/prose`\n### why\nFinite.\n"}, ("answers.md", 5)),
    ({"answers.yaml": "kinds/prose:\n  why: it keeps exp finite\n"}, ("answers.yaml", 2)),
    ({"answers.yaml": "kinds/prose: it keeps exp finite\n"}, ("answers.yaml", 1)),
    ({"hw.ipynb": notebook(("markdown", "# kinds/prose\nFinite."))}, ("hw.ipynb", 2)),
]


@pytest.mark.parametrize(("files", "place"), PROSE_ANSWERS)
def test_a_written_answer_waits_for_a_person(
    kinds: Session, files: dict[str, str | bytes], place: tuple[str, int]
) -> None:
    part = part_of(graded(kinds, files, ["kinds/prose"]), "why")
    assert (part.verdict.value, part.score.earned, part.score.pending) == ("undecided", 0.0, 3.0)
    assert part.answer is not None
    assert (part.answer.file, part.answer.line) == place


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"answers.md": ""},
        {"answers.md": "# kinds/prose\n\n"},
        {"answers.md": "# kinds/other\nIt keeps exp finite.\n"},
        {"answers.md": b"\xff\xfe\x00"},
        {"answers.yaml": "kinds/prose:\n"},
    ],
)
def test_no_written_answer(kinds: Session, files: dict[str, str | bytes]) -> None:
    part = part_of(graded(kinds, files, ["kinds/prose"]), "why")
    assert (part.verdict.value, part.score.earned, part.score.pending) == ("not attempted", 0, 0)


def test_answers_that_are_not_yaml_are_named(kinds: Session) -> None:
    report = graded(kinds, {"answers.yaml": "kinds/prose:\n  why: [1,\n"}, ["kinds/prose"])
    assert len(report.notes) == 1
    assert report.notes[0].startswith("answers.yaml, line ")
