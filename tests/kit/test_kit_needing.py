"""What a kit cannot check it names; what a course gives to its students goes along."""

from __future__ import annotations

from pathlib import Path

import pytest
from kits import checked

from grader.kinds.opening import opened
from grader.kit.folder import KitInTheWay, kit_files, write_kit

PROBLEM = """
id: order/any
title: Any order
prompt: Write it.
parts:
  shuffled:
    asks: function
    call: shuffled(x)
    reference: order.shuffled
    inputs: {x: "normal[4]"}
    points: 2
    checks: [accepts: {by: order.is_same, words: {other: other entries}, cases: 2, public: 1}]
  doubled:
    asks: function
    call: doubled(x)
    reference: order.doubled
    inputs: {x: "normal[4]"}
    points: 2
    checks:
      - equals: {cases: 3, public: 1}
      - efficiency: {sizes: {n: [64, 128, 256]}, inputs: {n: 4, x: "normal[n]"}}
"""
REFERENCE = """
def shuffled(x):
    return x[::-1]


def is_same(inputs, truth, result):
    return True if sorted(truth) == sorted(result) else "other"


def doubled(x):
    return 2 * x
"""
ANSWER = """
from helper import twice


def shuffled(x):
    return x


def doubled(x):
    return twice(x)
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    files = {
        "problems/any.yaml": PROBLEM,
        "reference/order.py": REFERENCE,
        "given/helper.py": "def twice(x):\n    return 2 * x\n",
    }
    for name, text in files.items():
        (tmp_path / "course" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "course" / name).write_text(text, encoding="utf-8")
    return tmp_path / "course"


def test_what_only_the_instructor_checks_is_named(course: Path, tmp_path: Path) -> None:
    files = kit_files(*opened(course), "order/any", with_mistakes=False)
    write_kit(files, tmp_path / "kit", "order/any")
    helper = (tmp_path / "kit/helper.py").read_bytes()
    report = checked(tmp_path / "kit", {"a.py": ANSWER.encode(), "helper.py": helper})
    shuffled, doubled = report.problems[0].parts
    assert (shuffled.verdict, shuffled.message, shuffled.notes) == (
        "undecided",
        "nothing of this part can be checked from a kit",
        ("only your instructor checks: is accepted",),
    )
    assert doubled.verdict == "correct"
    assert doubled.notes[-1].startswith(
        "only your instructor checks: agrees with the reference, on 2 more cases; "
    )


def test_a_given_file_in_the_way(course: Path) -> None:
    (course / "given/answers.md").write_text("x", encoding="utf-8")
    (course / "given/homework.py").write_text("x = 1", encoding="utf-8")
    with pytest.raises(KitInTheWay, match=r"given/homework.py has the name of a file of the kit"):
        kit_files(*opened(course), "order/any", with_mistakes=False)
