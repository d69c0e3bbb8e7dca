"""The six shipped problems: right answers in any style, named mistakes, and what is neither."""

from __future__ import annotations

import pytest
from mistaken_answers import MISTAKEN
from right_answers import RIGHT, UNNAMED
from small_course import graded, part_of

from grader.course.parts import CodePart
from grader.grading import Session
from grader.report import PartReport


def the_part(session: Session, problem: str, source: str) -> PartReport:
    report = graded(session, {"homework.py": source}, [problem])
    return part_of(report, "code")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("problem", "what", "source"), RIGHT, ids=[row[1] for row in RIGHT])
def test_a_right_answer_gets_full_marks(
    shipped: Session, problem: str, what: str, source: str
) -> None:
    part = the_part(shipped, problem, source)
    assert (part.verdict.value, part.message) == ("correct", "")
    assert part.score.earned == part.score.possible


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("problem", "name", "source"), MISTAKEN, ids=[row[1] for row in MISTAKEN])
def test_a_named_mistake_is_recognised(
    shipped: Session, problem: str, name: str, source: str
) -> None:
    spec = shipped.course.problems[problem].problem.parts["code"]
    assert isinstance(spec, CodePart)
    (mistake,) = [one for one in spec.mistakes if one.name == name]
    part = the_part(shipped, problem, source)
    assert part.mistake is not None, part.message
    assert (part.mistake.name, part.mistake.hint) == (mistake.name, mistake.hint)
    assert part.score.earned == pytest.approx(share(part, mistake.credit) * spec.points)


def share(part: PartReport, credit: float) -> float:
    """The credit of the mistake, or what the checks that it passes and the outputs that are right
    are worth, if that is more."""
    first, *others = part.checks
    counted = part.checks if first.verdict == "correct" else [first]
    earned = sum(one.weight * (one.share or one.verdict == "correct") for one in counted)
    return max(credit, earned / sum(one.weight for one in (first, *others)))


def test_every_named_mistake_of_these_problems_is_tried(shipped: Session) -> None:
    declared = {
        (name, mistake.name)
        for name in {problem for problem, _, _ in MISTAKEN}
        for part in shipped.course.problems[name].problem.parts.values()
        if isinstance(part, CodePart)
        for mistake in part.mistakes
    }
    assert {(problem, name) for problem, name, _ in MISTAKEN} == declared


@pytest.mark.parametrize(
    ("problem", "what", "source", "points"), UNNAMED, ids=[row[1] for row in UNNAMED]
)
def test_what_matches_no_mistake_gets_what_its_checks_earn(
    shipped: Session, problem: str, what: str, source: str, points: float
) -> None:
    part = the_part(shipped, problem, source)
    assert part.mistake is None
    assert part.score.earned == points, part.message
    assert part.verdict.value in ("wrong", "partly")
