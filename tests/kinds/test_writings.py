"""Answers as students write them: none of the right ones is wrong, none of the wrong ones right."""

from __future__ import annotations

from collections import Counter

import pytest
from writings_run import (
    WORDS,
    Graded,
    Outcome,
    Writing,
    graded_writings,
    load_writings,
    words_of,
)

from grader.course import Course

# One of so many rows is graded; with --whole all are, as by `python tests/kinds/writings_run.py`.
SAMPLE = 5


@pytest.fixture(scope="module")
def every(request: pytest.FixtureRequest) -> int:
    return 1 if request.config.getoption("--whole") else SAMPLE


@pytest.fixture(scope="module")
def writings(shipped: Course) -> list[Writing]:
    return load_writings(shipped)


@pytest.fixture(scope="module")
def graded(shipped: Course, writings: list[Writing], every: int) -> list[Graded]:
    return list(graded_writings(shipped, writings[::every]))


def test_the_table_is_as_large_as_it_claims(writings: list[Writing]) -> None:
    right = Counter(one.habit for one in writings if one.right)
    assert sum(right.values()) >= 400
    assert len(writings) - sum(right.values()) >= 200
    assert min(right.values()) >= 10


def test_every_habit_is_in_the_sample(writings: list[Writing], graded: list[Graded]) -> None:
    assert {one.writing.habit for one in graded} == {one.habit for one in writings}


def test_no_right_answer_is_wrong_and_nearly_all_are_read(graded: list[Graded]) -> None:
    outcomes = Counter(one.outcome for one in graded if one.writing.right)
    assert outcomes.keys() <= {Outcome.ACCEPTED, Outcome.UNREAD}
    assert outcomes[Outcome.ACCEPTED] >= 0.97 * outcomes.total()


def test_no_wrong_answer_is_accepted(graded: list[Graded]) -> None:
    outcomes = Counter(one.outcome for one in graded if not one.writing.right)
    assert outcomes.keys() <= {Outcome.WRONG, Outcome.UNREAD}


def test_each_gets_its_words(graded: list[Graded], every: int) -> None:
    """`python tests/kinds/writings_run.py --write` writes them anew; read the difference."""
    words = WORDS.read_text(encoding="utf-8").splitlines()
    assert words_of(graded).splitlines() == words[::every]
