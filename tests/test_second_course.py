"""The second course: right answers in three styles are right, wrong ones get their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest
from second_course import ASSIGNMENT, HEAD, ROOT, grading_second, table_of_wrong

from grader.checks import Verdict, all_checks
from grader.course import load_course
from grader.kinds import language
from grader.report import Report

PROBLEMS = load_course(ROOT, language(all_checks())).assignment(ASSIGNMENT)
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def report_of() -> Iterator[Callable[..., Report]]:
    with grading_second() as report:
        yield cache(report)


@pytest.mark.one_in(2)
@pytest.mark.in_turn("style")
@pytest.mark.parametrize("style", ["numpy", "torch", "notebook"])
@pytest.mark.parametrize("problem", PROBLEMS)
def test_every_part_is_right_in_three_styles(
    problem: str, style: str, report_of: Callable[..., Report]
) -> None:
    (report,) = report_of(style, problem).problems
    not_right = [
        (one.name, one.message) for one in report.parts if one.verdict is not Verdict.CORRECT
    ]
    assert not_right == []


def test_wrong_answers_get_their_words(report_of: Callable[..., Report]) -> None:
    """`python tests/second_course.py` writes the table anew. How often what was drawn depends on
    numpy's version."""
    assert _counted(table_of_wrong(report_of)) == _counted(README[README.index(HEAD) :])


def _counted(table: str) -> list[str]:
    return [
        re.sub(r"-?\d[\d.,e-]*(?<![.,])", "#", line) if "would be right" in line else line
        for line in table.splitlines()
    ]


def test_every_part_has_a_wrong_answer_and_every_row_of_the_table_names_its_problem() -> None:
    course = load_course(ROOT, language(all_checks()))
    parts = {
        f"{name} {part}" for name, file in course.problems.items() for part in file.problem.parts
    }
    rows = re.findall(r"^\| (?:wrong|wrong_too) \| ([^|]+) \|", README, re.MULTILINE)
    assert sorted(rows) == sorted([*parts, *parts])
    named = re.findall(r"`(\w[\w-]*/[\w-]+)`", README)
    assert set(named) - {"submissions/numpy", "submissions/torch", "submissions/notebook"} == set(
        course.problems
    )


def test_the_points_that_are_given_are_those_of_the_reference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "reference"))
    from importlib import import_module

    rings = import_module("training").rings
    np.testing.assert_array_equal(np.load(ROOT / "given" / "points.npy"), rings(0, 200))
