"""Translation and attention: right answers in any style, and every named mistake."""

from __future__ import annotations

import pytest
from shipped_marks import assert_full_marks, assert_named, declared_mistakes
from translation_answers import MISTAKEN, RIGHT

from grader.grading import Session


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("problem", "name", "what", "source"), RIGHT, ids=[f"{row[0]}: {row[2]}" for row in RIGHT]
)
def test_a_right_answer_gets_full_marks(
    shipped: Session, problem: str, name: str, what: str, source: str
) -> None:
    assert_full_marks(shipped, problem, name, source)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("problem", "name", "mistake", "source"),
    MISTAKEN,
    ids=[f"{row[0]}: {row[2]}" for row in MISTAKEN],
)
def test_a_named_mistake_is_recognised(
    shipped: Session, problem: str, name: str, mistake: str, source: str
) -> None:
    assert_named(shipped, problem, name, mistake, source)


def test_every_named_mistake_of_these_problems_is_tried(shipped: Session) -> None:
    tried = {row[:3] for row in MISTAKEN}
    assert tried == declared_mistakes(shipped, {row[0] for row in MISTAKEN})
