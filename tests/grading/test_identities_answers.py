"""Self-attention from other sides, softmaxes and norms: right answers in any style, every named
mistake, and what is said of a weight that was taken for 1."""

from __future__ import annotations

import identities_answers
import normalising_answers
import pytest
from shipped_marks import assert_full_marks, assert_named, declared_mistakes
from small_course import graded, part_of

from grader.course.parts import CodePart
from grader.grading import Session

RIGHT = [*identities_answers.RIGHT, *normalising_answers.RIGHT]
MISTAKEN = [*identities_answers.MISTAKEN, *normalising_answers.MISTAKEN]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("problem", "name", "what", "source"), RIGHT, ids=[" ".join(row[:3]) for row in RIGHT]
)
def test_a_right_answer_gets_full_marks(
    shipped: Session, problem: str, name: str, what: str, source: str
) -> None:
    assert_full_marks(shipped, problem, name, source)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("problem", "name", "mistake", "source"), MISTAKEN, ids=[" ".join(row[:3]) for row in MISTAKEN]
)
def test_a_named_mistake_is_recognised(
    shipped: Session, problem: str, name: str, mistake: str, source: str
) -> None:
    assert_named(shipped, problem, name, mistake, source)


def test_every_named_mistake_of_these_problems_is_tried(shipped: Session) -> None:
    tried = {row[:3] for row in MISTAKEN}
    assert tried == declared_mistakes(shipped, {row[0] for row in MISTAKEN})


def test_a_crash_is_told_as_it_happens_with_the_students_own_cache(shipped: Session) -> None:
    source = normalising_answers.backward("later").replace(
        "    d = dout * gamma\n", "    d = later * gamma\n    later = dout\n"
    )
    part = part_of(graded(shipped, {"homework.py": source}, ["companions/layer-norm"]), "backward")
    assert part.verdict.value == "crashed"
    assert "cannot access local variable 'later'" in part.message


TAKEN_FOR_ONE = """
# attention/orthogonal

own: $1$

other: $0$

value: 1

when: always
"""


def test_a_weight_that_is_taken_for_one_is_refuted_with_numbers(shipped: Session) -> None:
    files = {
        "answers.md": TAKEN_FOR_ONE,
        "homework.py": "def orthogonal_attention(X):\n    return [[1.0]], X\n",
    }
    report = graded(shipped, files, ["attention/orthogonal"])
    parts = {part.name: part for part in report.problems[0].parts}
    assert report.problems[0].score.earned == 0
    name = "exp(0) is taken as 0, so that the other inputs get no weight"
    for written in ("own", "other", "value", "when"):
        mistake = parts[written].mistake
        assert mistake is not None
        assert mistake.name == name
        assert "2.718, 1 and 1" in mistake.hint
    assert parts["own"].message == "it gives 1 instead of 0.7310585786 at N = 2, s = 1"
    assert parts["other"].message == "it gives 0 instead of 0.2689414214 at N = 2, s = 1"
    assert parts["when"].message == "not always: for every set of orthogonal inputs"


def test_an_empty_answer_is_not_attempted(shipped: Session) -> None:
    problems = sorted({row[0] for row in MISTAKEN} | {"structured/limits"})
    report = graded(shipped, {"homework.py": "x = 1\n", "answers.md": ""}, problems)
    found = {part.verdict.value for problem in report.problems for part in problem.parts}
    assert found == {"not attempted"}
    assert report.score.earned == 0


@pytest.mark.parametrize("problem", sorted({row[0] for row in MISTAKEN}))
def test_a_constant_earns_nothing(shipped: Session, problem: str) -> None:
    parts = shipped.course.problems[problem].problem.parts.values()
    calls = [part.call.partition("(")[0] for part in parts if isinstance(part, CodePart)]
    source = "".join(f"def {name}(*given):\n    return 0.0\n" for name in calls)
    report = graded(shipped, {"homework.py": source}, [problem])
    assert report.score.earned == 0
