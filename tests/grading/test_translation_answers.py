"""Translation and attention: right answers in any style, and every named mistake."""

from __future__ import annotations

import pytest
from small_course import graded, part_of
from translation_answers import MISTAKEN, RIGHT

from grader.course import CodePart
from grader.grading import Session


@pytest.mark.parametrize(
    ("problem", "name", "what", "source"), RIGHT, ids=[f"{row[0]}: {row[2]}" for row in RIGHT]
)
def test_a_right_answer_gets_full_marks(
    shipped: Session, problem: str, name: str, what: str, source: str
) -> None:
    part = part_of(graded(shipped, {"homework.py": source}, [problem]), name)
    assert (part.verdict.value, part.message) == ("correct", "")
    assert part.score.earned == part.score.possible


@pytest.mark.parametrize(
    ("problem", "name", "mistake", "source"),
    MISTAKEN,
    ids=[f"{row[0]}: {row[2]}" for row in MISTAKEN],
)
def test_a_named_mistake_is_recognised(
    shipped: Session, problem: str, name: str, mistake: str, source: str
) -> None:
    spec = shipped.course.problems[problem].problem.parts[name]
    assert isinstance(spec, CodePart)
    part = part_of(graded(shipped, {"homework.py": source}, [problem]), name)
    assert part.mistake is not None, part.message
    assert part.mistake.name == mistake
    assert part.score.earned < part.score.possible


def test_every_named_mistake_of_these_problems_is_tried(shipped: Session) -> None:
    declared = {
        (problem, name, mistake.name)
        for problem in {row[0] for row in MISTAKEN}
        for name, part in shipped.course.problems[problem].problem.parts.items()
        if isinstance(part, CodePart)
        for mistake in part.mistakes
    }
    assert {row[:3] for row in MISTAKEN} == declared
