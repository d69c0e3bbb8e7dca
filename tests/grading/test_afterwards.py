"""`after: module.function`: run where the reference runs, on both sides, and trusted as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session
from grader.report import PartReport

REFERENCE = """
import numpy as np


def root(x):
    return np.sqrt(x)


def half(x):
    return x / 2


def the_magnitude(y):
    if (y == 7).any():
        raise ValueError(f"cannot take {y.tolist()}")
    while (y == 8).any():
        pass
    return np.abs(y)
"""

PROBLEM = """
id: signs/root
title: A root
prompt: A square root of every entry of $x$; the sign is up to you.
parts:
  root:
    asks: function
    call: root(x)
    reference: signs.root
    inputs: {x: "uniform[4](1, 2)"}
    points: 4
    checks:
      - equals: {cases: 3, after: signs.the_magnitude}
    mistakes:
      - {name: it is halved, reference: signs.half, hint: Square your result., credit: 0.5}
"""

DIFFERS = "case 1: after the magnitude, the result differs in 4 of 4 entries"
FAILED = "the reference failed: signs.the_magnitude "


def answer(returned: str) -> dict[str, str]:
    return {"homework.py": f"import numpy as np\ndef root(x):\n    return {returned}\n"}


def open_course(folder: Path, cache: Path, settings: str = "[limits]\nseconds = 1\n") -> Session:
    root = write_course(folder / "course", {"signs": PROBLEM}, {"signs": REFERENCE}, settings)
    return open_session(root, cache, ("numpy",))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    with open_course(tmp_path_factory.mktemp("after"), truth_cache) as opened:
        yield opened


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("secret")
    with open_course(folder, truth_cache, 'secret = "of this test"\n') as opened:
        yield opened


def part(session: Session, returned: str) -> PartReport:
    return part_of(graded(session, answer(returned)), "root")


@pytest.mark.parametrize(
    ("returned", "verdict", "points", "message", "mistake"),
    [
        ("np.sqrt(x)", "correct", 4, "", ""),
        ("-np.sqrt(x)", "correct", 4, "", ""),
        ("-np.sqrt(x)[None]", "correct", 4, "", ""),
        ("x", "wrong", 0, DIFFERS, ""),
        ("-x / 2", "partly", 2, DIFFERS, "it is halved"),
        ("np.zeros(9)", "wrong", 0, "case 1: the result has shape (9,), not (4,)", ""),
        ("'text'", "wrong", 0,
         "case 1: the result is text, but an array of shape (4,) is asked for", ""),
        ("0 * x + 7", "grader fault", 0,
         f"{FAILED}raised ValueError: cannot take [7.0, 7.0, 7.0, 7.0] at signs.py, line 15", ""),
    ],
)  # fmt: skip
def test_what_is_said(
    session: Session, returned: str, verdict: str, points: float, message: str, mistake: str
) -> None:
    found = part(session, returned)
    assert (found.verdict.value, found.score.earned, found.message) == (verdict, points, message)
    assert (found.mistake.name if found.mistake else "") == mistake


def test_a_failure_quotes_nothing_of_a_hidden_result(secret: Session) -> None:
    found = part(secret, "np.where(x == x[0], 7, x)")
    assert found.verdict.value == "grader fault"
    assert found.message == f"{FAILED}failed on what the answer returned"
    assert "cannot take" not in found.model_dump_json()


def test_what_does_not_end_for_one_answer_is_asked_for_the_next(session: Session) -> None:
    assert part(session, "0 * x + 8").message == f"{FAILED}did not answer: timed out"
    assert part(session, "-np.sqrt(x)").verdict.value == "correct"


def test_one_process_for_all_cases_and_the_truth_is_kept(tmp_path: Path) -> None:
    def ran(session: Session, returned: str) -> tuple[int, int]:
        """How often the reference ran, and how often the function on what was returned."""
        before = session.truth.computed, session.truth.put_through
        part(session, returned)
        return session.truth.computed - before[0], session.truth.put_through - before[1]

    with open_course(tmp_path, tmp_path / "cache") as session:
        assert ran(session, "-np.sqrt(x)") == (2, 1)  # the truth, and the function of it
        assert ran(session, "-np.sqrt(x)") == (0, 1)
        assert ran(session, "np.sqrt(x)") == (0, 0)  # which is the truth itself, to the last bit
        assert ran(session, "-x / 2") == (2, 1)  # the mistake, and the function of it
        assert ran(session, "x / -2") == (0, 1)


def test_the_student_reads_the_functions_name(session: Session) -> None:
    (check,) = part(session, "np.sqrt(x)").checks
    assert check.name == "agrees with the reference after the magnitude"
