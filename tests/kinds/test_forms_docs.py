"""The page on written answers keeps its word: its problems pass lint, its answers are right."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from forms_course import SHIPPED, mark, marked_with, open_course, write_course

from grader.checks import all_checks
from grader.course import Course
from grader.grading import Session, grade
from grader.kinds import all_kinds
from grader.kinds.base import WrittenPart
from grader.kinds.curve.keys import Asked, CurveClaim, CurvePart
from grader.kinds.marker import Unclear
from grader.linting import lint
from grader.submission import Submission

PAGE = (SHIPPED / "docs" / "written-answers.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


PROBLEMS = {f"p{i}": text for i, text in enumerate(blocks("yaml")) if text.startswith("id: ")}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return open_course(write_course(tmp_path_factory.mktemp("docs") / "course", PROBLEMS))


def test_every_problem_passes_lint(course: Course) -> None:
    result = lint(course, all_checks(), list(course.problems))
    assert result.faults == ()
    assert result.problems == len(PROBLEMS)


def test_every_form_has_an_example(course: Course) -> None:
    shown = {p.asks for file in course.problems.values() for p in file.problem.parts.values()}
    assert shown == {asks for asks, kind in all_kinds().items() if issubclass(kind, WrittenPart)}


def test_every_form_has_a_row_of_what_it_takes() -> None:
    section = PAGE.split("### What each form takes")[1].split("\n### ")[0]
    header, *rows = re.findall(r"^\| ([\w-]+) ", section, re.MULTILINE)
    written = [asks for asks, kind in all_kinds().items() if issubclass(kind, WrittenPart)]
    assert (header, sorted(rows)) == ("form", sorted(written))


def test_the_answers_shown_to_students_are_right(shipped: Course) -> None:
    (markdown,) = [block for block in blocks("markdown") if block.startswith("# counting")]
    (written,) = [block for block in blocks("yaml") if block.startswith("counting/")]
    with Session(shipped, all_checks(), ("numpy",)) as opened:
        found = {}
        for name, text in (("answers.md", markdown), ("answers.yaml", written)):
            submission = Submission("student", {name: text.encode()}, ())
            problems = [p for p in shipped.problems if f"{p}" in text]
            report = grade(opened, submission, problems)
            found[name] = [(part.name, str(part.verdict)) for one in report.problems
                           for part in one.parts if part.asks != "function"]  # fmt: skip
    assert dict(found["answers.md"]) == {
        "formula": "correct", "value": "correct", "matrix": "correct", "frequency": "correct",
    }  # fmt: skip
    assert dict(found["answers.yaml"]) == {
        "formula": "correct", "value": "correct", "counts": "partly",
    }  # fmt: skip


def test_the_words_shown_are_the_real_ones(shipped: Course) -> None:
    (words,) = [block for block in blocks("text") if block.startswith("answers.md")]
    with pytest.raises(Unclear) as unclear:
        mark(shipped, "counting/base-model", "formula", "$N + n$")
    assert words == f"answers.md, line 6 cannot be read: {unclear.value}\n"


def test_the_data_file_shown_is_read_as_the_page_says(shipped: Course) -> None:
    header, fault = [block for block in blocks("text") if not block.startswith("answers.md")]
    part = shipped.problems["language-model/pretrained"].problem.parts["runs"]
    assert isinstance(part, CurvePart)
    assert header.startswith("epoch,scratch,pretrained\n")
    spoiled = header + "3,0.561,0.742\n4,nan,0.765\n"
    assert marked_with(part, {"accuracy.csv": spoiled}, "").message + "\n" == fault


CURVE_KEYS = {"asks", "points", "text"}
CLAIM_KEYS = {"asks", "text", "weight", "aliases"}


def test_every_key_of_a_curve_is_listed() -> None:
    section = PAGE.split("### `asks: curve`")[1].split("\n### ")[0]
    keys, claims = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    listed = set(re.findall(r"^\| `(\w+)`", keys, re.MULTILINE))
    assert listed == set(CurvePart.model_fields) - CURVE_KEYS
    assert re.findall(r"^\| `(\w+)`", claims, re.MULTILINE) == list(get_args(Asked))
    named = set(re.findall(r"`(\w+)(?::[^`]*)?`", claims))
    assert set(CurveClaim.model_fields) - CLAIM_KEYS <= named
