"""Points added up: marks in place of results, days late, what is flagged."""

from __future__ import annotations

import datetime
import tomllib

import pytest
from gradebook_samples import handed_in, part, result

from grader.course.specs import CourseSettings
from grader.gradebook import Mark, Marked, Standing
from grader.gradebook.marks import basis_of
from grader.grades.alike import Waiting, alike, comments_on
from grader.grades.lateness import Lateness, lateness
from grader.grades.totals import Line, Total

SETTINGS = """
[deadlines.hw1]
due = 2026-11-01T12:00:00+01:00
extensions = {eve = 2026-11-03T12:00:00+01:00}
[deadlines.hw2]
due = 2026-11-08T12:00:00+01:00
[late]
penalty = 0.2
free_days = 1
most_days = 3
grace_minutes = 10
"""


def at(day: int, hour: int, minute: int = 0) -> str:
    return datetime.datetime(2026, 11, day, hour, minute, tzinfo=datetime.UTC).isoformat()


@pytest.mark.parametrize(
    ("student", "times", "expected"),
    [
        ("ada", {"hw1": at(1, 11)}, [Lateness()]),
        ("ada", {"hw1": at(1, 11, 10)}, [Lateness()]),
        ("ada", {"hw1": at(1, 11, 11)}, [Lateness(1, 1, 1.0)]),
        ("ada", {"hw1": None}, [Lateness()]),
        ("ada", {"hw1": at(3, 11)}, [Lateness(2, 1, 0.8)]),
        ("eve", {"hw1": at(3, 11)}, [Lateness()]),
        ("ada", {"hw1": at(5, 11)}, [Lateness(4, 1, 0.0)]),
        ("ada", {"hw2": at(9, 11), "hw1": at(2, 11)}, [Lateness(1, 1, 1.0), Lateness(1, 0, 0.8)]),
        ("ada", {"quiz": at(9, 11)}, []),
    ],
)
def test_days_late(student: str, times: dict[str, str | None], expected: list[Lateness]) -> None:
    settings = CourseSettings.model_validate(tomllib.loads(SETTINGS))
    found = lateness(settings, student, times)
    assert [found[name] for name in sorted(found)] == expected


def test_a_deadline_without_a_zone_is_a_fault() -> None:
    with pytest.raises(ValueError, match="has no time zone; write 2026-11-20T23:59:00"):
        CourseSettings.model_validate(
            {"deadlines": {"hw1": {"due": datetime.datetime(2026, 11, 1)}}}
        )


def marked(points: float | None, basis: str, comment: str = "") -> Marked:
    return Marked("ada", "p", "a", 1, Mark(points, comment), basis, "eve", "t", "")


PROSE = part("a", 0.0, 4.0)
BASIS = basis_of(PROSE, "so", "d1")


@pytest.mark.parametrize(
    ("mark", "earned", "pending", "flagged"),
    [
        (None, 0.0, 4.0, False),
        (marked(3.0, BASIS), 3.0, 0.0, False),
        (marked(0.0, BASIS), 0.0, 0.0, False),
        (marked(3.0, "another"), 3.0, 0.0, True),
        (marked(None, "another", "a comment"), 0.0, 4.0, False),
    ],
)
def test_what_counts(mark: Marked | None, earned: float, pending: float, flagged: bool) -> None:
    line = Line("p", PROSE, "so", BASIS, mark)
    assert (line.score.earned, line.score.pending, line.flagged) == (earned, pending, flagged)


def test_a_total_after_the_penalty() -> None:
    standing = Standing(handed_in("ada"), {"p": result("k", part("a", 3.0))})
    total = Total(standing, (Line("p", part("a", 3.0), "", ""),), Lateness(1, 0, 0.9))
    assert (total.final, total.complete) == (2.7, True)


def test_answers_that_are_alike_are_together_the_most_first() -> None:
    texts = [
        "It does not depend on the order.",
        "The scores grow with d, so the softmax saturates.",
        "the scores grow with d so that the softmax saturates",
        "",
    ]
    waiting = [Waiting(f"s{n}", Line("p", PROSE, text, "")) for n, text in enumerate(texts)]
    groups = [[one.student for one in group] for group in alike(waiting)]
    assert groups == [["s1", "s2"], ["s0"], ["s3"]]


def test_comments_come_back_the_most_used_first() -> None:
    comments = ["Why?", "Good.", "Why?", ""]
    lines = [Line("p", PROSE, "", "", marked(1.0, "", one)) for one in comments]
    assert comments_on([*lines, Line("p", PROSE, "", "")]) == ["Why?", "Good."]
