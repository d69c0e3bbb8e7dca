"""A sample of `benchmarks/judging.py`: hostile answers cost a counted amount and earn nothing."""

from __future__ import annotations

from itertools import islice

import pytest
from counted_calls import at_most
from forms_course import SHIPPED, open_course
from hostile_answers import hostile_answers, written_parts

from grader.checks.verdict import Verdict
from grader.course import Course
from grader.grading.marking import mark
from grader.kinds.base import WrittenPart
from grader.maths import Prover
from grader.submission import Answer
from grader.submission.tables import NO_DATA

# About a second of processor time; the dearest of these takes a third of it. What a proof may cost
# is counted where it is made.
CALLS = 20_000_000
# One part of each kind, and of formulas one of numbers, one of matrices and one with identities.
PARTS = [
    ("attention/schedule", "peak"),
    ("attention/variance", "deviation"),
    ("attention/rotation", "matrix"),
    ("companions/softmax", "formula"),
    ("attention/cost", "convolution"),
    ("structured/cost", "faster"),
    ("counting/encoder-decoder", "counts"),
    ("counting/encoder-decoder", "inside"),
    ("language-model/positional-encoding", "table"),
]
# These hold the right answer, in a form that takes work to see.
RIGHT = (
    "chain",
    "chain in dollars",
    "definitions",
    "hidden roots",
    "hidden zero",
    "hidden zero in dollars",
    "lines",
    "power of the answer",
    "words",
)


@pytest.fixture(scope="module")
def course() -> Course:
    return open_course(SHIPPED)


@pytest.mark.one_in(2)
@pytest.mark.in_turn("third")
@pytest.mark.parametrize("third", range(3))
@pytest.mark.parametrize(("problem", "name"), PARTS)
def test_a_hostile_answer_costs_little(
    problem: str, name: str, third: int, course: Course, prover: Prover
) -> None:
    found = course.problems[problem].problem
    part = found.parts[name]
    assert isinstance(part, WrittenPart)
    for kind, text in islice(hostile_answers(part).items(), third, None, 3):
        answer = Answer("answers.md", 1, (), name, text)
        with at_most(CALLS):
            report = mark(name, part, answer, prover, 0, {}, found.parts, NO_DATA, found.prompt)
        assert report is not None
        assert report.verdict is not Verdict.GRADER_FAULT, (kind, report.message)
        assert report.verdict is not Verdict.CORRECT or kind in RIGHT, kind


def test_the_table_is_for_every_written_part(course: Course) -> None:
    parts = list(written_parts(course))
    assert {part.asks for _, _, part in parts} >= {
        "formula", "number", "growth", "choice", "shape", "table", "ledger",
    }  # fmt: skip
    assert all(len(hostile_answers(part)) == 55 for _, _, part in parts)
