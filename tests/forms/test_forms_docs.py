"""The page on written answers keeps its word: its problems pass lint, its answers are right."""

from __future__ import annotations

import re

import pytest
from forms_course import SHIPPED, mark, open_course, write_course

from grader.checks import all_checks
from grader.course import Course
from grader.forms import FORMS, Unclear
from grader.grading import Session, grade
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
    assert shown == {*FORMS, "prose"}


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
                           for part in one.parts]  # fmt: skip
    assert dict(found["answers.md"]) == {
        "formula": "correct", "value": "correct", "matrix": "correct", "frequency": "correct",
    }  # fmt: skip
    assert dict(found["answers.yaml"]) == {
        "formula": "correct", "value": "correct", "counts": "partly",
    }  # fmt: skip


def test_the_words_shown_are_the_real_ones(shipped: Course) -> None:
    (words,) = blocks("text")
    with pytest.raises(Unclear) as unclear:
        mark(shipped, "counting/base-model", "formula", "$N + n$")
    assert words == f"answers.md, line 6 cannot be read: {unclear.value}\n"
