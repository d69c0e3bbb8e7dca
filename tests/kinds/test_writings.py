"""Answers as students write them: none of the right ones is wrong, none of the wrong ones right."""

from __future__ import annotations

from collections import Counter

import pytest
from writings_run import WORDS, Graded, Outcome, graded_writings, load_writings, words_of

from grader.course import Course


@pytest.fixture(scope="module")
def graded(shipped: Course) -> list[Graded]:
    return list(graded_writings(shipped, load_writings(shipped)))


def test_the_table_is_as_large_as_it_claims(graded: list[Graded]) -> None:
    right = Counter(one.writing.habit for one in graded if one.writing.right)
    assert sum(right.values()) >= 400
    assert len(graded) - sum(right.values()) >= 200
    assert min(right.values()) >= 10


def test_no_right_answer_is_wrong_and_nearly_all_are_read(graded: list[Graded]) -> None:
    outcomes = Counter(one.outcome for one in graded if one.writing.right)
    assert outcomes.keys() <= {Outcome.ACCEPTED, Outcome.UNREAD}
    assert outcomes[Outcome.ACCEPTED] >= 0.97 * outcomes.total()


def test_no_wrong_answer_is_accepted(graded: list[Graded]) -> None:
    outcomes = Counter(one.outcome for one in graded if not one.writing.right)
    assert outcomes.keys() <= {Outcome.WRONG, Outcome.UNREAD}


def test_each_gets_its_words(graded: list[Graded]) -> None:
    """`python tests/kinds/writings_run.py --write` writes them anew; read the difference."""
    assert words_of(graded) == WORDS.read_text(encoding="utf-8")
