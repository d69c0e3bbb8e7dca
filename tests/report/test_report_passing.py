"""What `--fail-under` compares: no answer waits its way past a gate."""

from __future__ import annotations

import pytest

from grader.checks import Verdict
from grader.report import Environment, PartReport, ProblemReport, Report, Score
from grader.report.passing import Pending, percent, waiting

OK, NO, DOUBT, FAULT = Verdict.CORRECT, Verdict.WRONG, Verdict.UNDECIDED, Verdict.GRADER_FAULT
Part = tuple[str, Verdict, float, float]  # asks, verdict, earned, possible


def report(*parts: Part) -> Report:
    made = tuple(
        PartReport(
            name=f"part{number}",
            asks=asks,
            text="",
            verdict=verdict,
            score=Score(
                earned=earned, pending=possible if verdict.pending else 0.0, possible=possible
            ),
            message="",
        )
        for number, (asks, verdict, earned, possible) in enumerate(parts, start=1)
    )
    total = sum((part.score for part in made), Score())
    problem = ProblemReport(id="a/b", title="", digest="", score=total, parts=made)
    environment = Environment(
        grader="", python="", libraries={}, reference="", seeds="", protection=""
    )
    return Report(
        course="", submission="", digest="", created="", seconds=0, score=total,
        problems=(problem,), environment=environment,
    )  # fmt: skip


RIGHT: Part = ("function", OK, 4, 4)
WRONG: Part = ("function", NO, 0, 4)
DOUBTFUL: Part = ("function", DOUBT, 0, 4)
UNREAD: Part = ("formula", DOUBT, 0, 2)
FAULTY: Part = ("function", FAULT, 0, 4)
PROSE: Part = ("prose", DOUBT, 0, 6)

TABLE: list[tuple[tuple[Part, ...], Pending, float]] = [
    ((RIGHT, WRONG), "count", 50.0),
    ((RIGHT, WRONG), "ignore", 50.0),
    # a wrong answer dressed as undecidable is no better than a wrong one
    ((RIGHT, DOUBTFUL), "count", 50.0),
    ((RIGHT, DOUBTFUL), "ignore", 100.0),
    ((RIGHT, FAULTY), "count", 50.0),
    ((RIGHT, WRONG, UNREAD), "count", 40.0),
    # prose waits for a person, and for nobody else
    ((RIGHT, PROSE), "count", 100.0),
    ((WRONG, PROSE), "count", 0.0),
    ((RIGHT, DOUBTFUL, PROSE), "count", 50.0),
    ((PROSE,), "count", 100.0),
    ((), "count", 100.0),
    # everything undecided is not everything right
    ((DOUBTFUL, UNREAD), "count", 0.0),
    ((DOUBTFUL, UNREAD), "ignore", 0.0),
    ((DOUBTFUL, PROSE), "ignore", 0.0),
]


@pytest.mark.parametrize(("parts", "pending", "expected"), TABLE)
def test_percent(parts: tuple[Part, ...], pending: Pending, expected: float) -> None:
    assert percent(report(*parts), pending) == pytest.approx(expected)


def test_marked_prose_counts() -> None:
    assert percent(report(RIGHT, ("prose", Verdict.PARTLY, 3, 6))) == pytest.approx(70.0)


def test_who_waits_for_a_person() -> None:
    assert waiting(report(RIGHT, DOUBTFUL, PROSE, FAULTY, WRONG)) == ["a/b part2", "a/b part4"]
