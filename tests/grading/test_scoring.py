"""From verdicts of checks to points of a part."""

from __future__ import annotations

import pytest

from grader.checks import Verdict, worst
from grader.grading.scoring import combine, score_part
from grader.kinds.prose.keys import ProsePart
from grader.report import CheckReport

OK, NO, RULE, FAULT = Verdict.CORRECT, Verdict.WRONG, Verdict.BROKE_A_RULE, Verdict.GRADER_FAULT
DOUBT = Verdict.UNDECIDED
CRASH, LATE, OOM = Verdict.CRASHED, Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY


def checks(*given: tuple[Verdict, float]) -> list[CheckReport]:
    return [
        CheckReport(
            kind="equals", name=f"check {n}", verdict=verdict, weight=weight, message=f"why {n}"
        )
        for n, (verdict, weight) in enumerate(given, start=1)
    ]


TABLE = [
    # checks, credit of a recognised mistake -> verdict, share, message
    ([(OK, 1)], 0.0, OK, 1.0, ""),
    ([(NO, 1)], 0.0, NO, 0.0, "why 1"),
    ([(OK, 4), (NO, 1)], 0.0, Verdict.PARTLY, 0.8, "check 2: why 2"),
    ([(OK, 1), (OK, 1), (NO, 2)], 0.0, Verdict.PARTLY, 0.5, "check 3: why 3"),
    # the first check gates the rest
    ([(NO, 1), (OK, 9)], 0.0, NO, 0.0, "check 1: why 1"),
    ([(CRASH, 1), (OK, 9)], 0.0, CRASH, 0.0, "check 1: why 1"),
    # what weighs nothing costs nothing, but is said
    ([(OK, 1), (NO, 0)], 0.0, Verdict.PARTLY, 1.0, "check 2: why 2"),
    # a recognised mistake keeps its credit, if that is more
    ([(NO, 1), (OK, 1)], 0.25, Verdict.PARTLY, 0.25, "check 1: why 1"),
    ([(OK, 3), (NO, 1)], 0.25, Verdict.PARTLY, 0.75, "check 2: why 2"),
    ([(OK, 1), (NO, 3)], 0.5, Verdict.PARTLY, 0.5, "check 2: why 2"),
    # a broken rule costs the part, whatever else is right
    ([(OK, 1), (RULE, 0)], 0.0, RULE, 0.0, "check 2: why 2"),
    ([(NO, 1), (RULE, 0)], 0.5, RULE, 0.0, "check 2: why 2"),
    # a defect of ours is never booked as an answer
    ([(OK, 1), (FAULT, 1)], 0.0, FAULT, 0.0, "check 2: why 2"),
    ([(NO, 1), (FAULT, 1)], 0.5, FAULT, 0.0, "check 2: why 2"),
    # a person is asked only where there is something left to decide
    ([(DOUBT, 1), (OK, 1)], 0.0, DOUBT, 0.0, "check 1: why 1"),
    ([(DOUBT, 1), (NO, 1)], 0.0, DOUBT, 0.0, "check 1: why 1"),
    ([(OK, 1), (DOUBT, 1)], 0.0, DOUBT, 0.0, "check 2: why 2"),
    ([(NO, 1), (DOUBT, 1)], 0.0, NO, 0.0, "check 1: why 1"),
    ([(NO, 1), (DOUBT, 1)], 0.25, Verdict.PARTLY, 0.25, "check 1: why 1"),
    ([(DOUBT, 1), (RULE, 1)], 0.0, RULE, 0.0, "check 2: why 2"),
    ([(DOUBT, 1), (FAULT, 1)], 0.0, FAULT, 0.0, "check 2: why 2"),
    # what stopped the others names the part
    ([(NO, 1), (CRASH, 1), (OOM, 1), (LATE, 1)], 0.0, LATE, 0.0, "check 4: why 4"),
    ([(NO, 1), (CRASH, 1), (OOM, 1)], 0.0, OOM, 0.0, "check 3: why 3"),
    ([(NO, 1), (CRASH, 1)], 0.0, CRASH, 0.0, "check 2: why 2"),
]


@pytest.mark.parametrize(("given", "credit", "verdict", "share", "message"), TABLE)
def test_checks_combine(
    given: list[tuple[Verdict, float]],
    credit: float,
    verdict: Verdict,
    share: float,
    message: str,
) -> None:
    found, earned, said = combine(checks(*given), credit)
    assert (found, said) == (verdict, message)
    assert earned == pytest.approx(share)


def test_points_wait_for_a_person_only_where_one_decides() -> None:
    part = ProsePart(asks="prose", points=3, rubric=("says why",))
    for verdict in Verdict:
        score = score_part(part, verdict, 0.5)
        expected = (1.5, 1.5) if verdict.pending else (1.5, 0.0)
        assert (score.earned, score.pending, score.possible) == (*expected, 3.0)
    waiting = {Verdict.UNREAD, Verdict.UNDECIDED, Verdict.GRADER_FAULT}
    assert {v for v in Verdict if v.pending} == waiting
    some = score_part(part, Verdict.UNREAD, 0.5, waiting=0.25)
    assert (some.earned, some.pending) == (1.5, 0.75)  # the rest was read, and is wrong


def test_an_empty_group_is_correct() -> None:
    assert worst([]) is OK
