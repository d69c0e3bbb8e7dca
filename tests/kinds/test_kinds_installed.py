"""A course may bring a kind of answer of its own, through an entry point."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli.commands import cli
from grader.cli.common import open_course
from grader.course import CourseFault
from grader.kinds import BadKind, all_kinds

PAGE = (Path(__file__).parents[2] / "docs/written-answers.md").read_text("utf-8")
PROBLEM = """\
id: signs/curvature
title: Curvature
prompt: What sign has the curvature of a softplus?
parts:
  sign:
    asks: sign
    answer: positive
    points: 2
    mistakes:
      - {name: it was taken for its mirror image, answer: negative, hint: Which way does it bend?}
"""
Install = Callable[[str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install the package of the page, with an entry point, for one test."""
    (block,) = re.findall(r"^```python\n# course_kinds\.py\n(.*?)^```$", PAGE, re.M | re.S)

    def installed(entry: str) -> None:
        (tmp_path / "course_kinds.py").write_text(f"{block}\n\nnot_a_kind = 3\n", encoding="utf-8")
        info = tmp_path / "course_kinds-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: course-kinds\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[grader.kinds]\n{entry}\n")
        monkeypatch.syspath_prepend(tmp_path)

    yield installed
    sys.modules.pop("course_kinds", None)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    root = tmp_path / "course"
    (root / "problems").mkdir(parents=True)
    (root / "problems" / "curvature.yaml").write_text(PROBLEM)
    return root


def said(*arguments: str | Path) -> str:
    done = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("written", "verdict", "message", "mistake"),
    [
        ("positive", "correct", "", None),
        ("Negative", "wrong", "not negative", "it was taken for its mirror image"),
        ("zero", "wrong", "not zero", None),
    ],
)
def test_check(
    written: str, verdict: str, message: str, mistake: str | None, install: Install, course: Path
) -> None:
    install("sign = course_kinds:SignPart")
    answers = course.parent / "answers.md"
    answers.write_text(f"# signs/curvature\n\nsign: {written}\n", encoding="utf-8")
    report = json.loads(said("check", answers, "--course", course, "--format", "json"))
    (part,) = report["problems"][0]["parts"]
    named = part["mistake"]["name"] if part["mistake"] else None
    assert (part["verdict"], part["message"], named) == (verdict, message, mistake)


def test_lint_hands_in_the_answer_and_the_mistake(install: Install, course: Path) -> None:
    install("sign = course_kinds:SignPart")
    assert said("lint", "--course", course).endswith("1 problem: no faults\n")
    file = course / "problems" / "curvature.yaml"
    file.write_text(PROBLEM.replace("answer: negative", "answer: positive"))
    done = CliRunner().invoke(cli, ["lint", "--course", str(course)])
    assert done.exit_code == 3
    assert "`positive` gets full marks; it is no mistake" in done.output


def test_an_unknown_key_is_refused_with_the_kinds_own(install: Install, course: Path) -> None:
    install("sign = course_kinds:SignPart")
    file = course / "problems" / "curvature.yaml"
    file.write_text(PROBLEM.replace("    answer: positive", "    anwser: positive"))
    with pytest.raises(CourseFault, match="unknown key; did you mean `answer`"):
        open_course(str(course))


def test_show_and_schema(install: Install, course: Path) -> None:
    install("sign = course_kinds:SignPart")
    shown = " ".join(said("show", "signs/curvature", "--course", course).split())
    assert "sign: a sign (2 points)" in shown
    assert "Write `positive`, `negative` or `zero` after `sign:` in `answers.md`." in shown
    schema = json.loads(said("schema"))
    assert schema["$defs"]["Part"]["discriminator"]["mapping"]["sign"] == "#/$defs/SignPart"
    assert schema["$defs"]["SignPart"]["properties"]["answer"]["enum"] == [
        "positive",
        "negative",
        "zero",
    ]


def test_a_built_in_name_cannot_be_taken(install: Install) -> None:
    install("text = course_kinds:SignPart")
    assert all_kinds()["text"].__name__ == "TextPart"


def test_an_entry_point_that_is_no_kind_is_named(install: Install) -> None:
    install("sign = course_kinds:not_a_kind")
    with pytest.raises(BadKind) as caught:
        all_kinds()
    assert str(caught.value) == (
        "the entry point sign = course_kinds:not_a_kind of group grader.kinds "
        "is not a subclass of grader.course.parts.Part"
    )
