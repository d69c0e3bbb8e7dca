"""One budget of time for a whole submission, however it is used up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, write_course

from grader.grading import Session
from grader.grading.answering import RETRIES
from grader.report import PartReport, Report
from grader.sandbox.budget import WALL, Budget

COUNT = 8
PART = """
  f{number}:
    asks: function
    call: f{number}(x)
    reference: many.double
    inputs: {{x: "normal[3]"}}
    points: 1
    checks: [{{equals: {{cases: 2}}}}]
"""
PROBLEM = "id: many/parts\ntitle: Many\nprompt: Double it.\nparts:" + "".join(
    PART.format(number=number) for number in range(COUNT)
)
REFERENCE = "def double(x):\n    return 2 * x\n"
SETTINGS = 'secret = "of the staff"\nsubmission_seconds = 3\n[limits]\nseconds = 1\n'
NOTE = "the submission has used up its 3 s of processor time; what came after that was not run"
RIGHT = "def f{number}(x):\n    return x + x\n"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("hurried")
    write_course(root / "course", {"many": PROBLEM}, {"many": REFERENCE}, SETTINGS)
    with open_session(root / "course", root / "truth", ("numpy",)) as session:
        yield session


def every(template: str, beside: str = "") -> dict[str, str]:
    return {"homework.py": beside + "".join(template.format(number=n) for n in range(COUNT))}


def parts(report: Report) -> tuple[PartReport, ...]:
    return report.problems[0].parts


def test_right_answers_have_time_to_spare(hurried: Session) -> None:
    report = graded(hurried, every(RIGHT))
    assert report.score.earned == COUNT
    assert report.notes == ()


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(100)"])
def test_loops_without_end_use_it_up(hurried: Session, body: str) -> None:
    report = graded(hurried, every("def f{number}(x):\n    " + body + "\n"))
    assert report.notes == (NOTE,)
    assert {part.verdict.value for part in parts(report)} == {"timed out"}
    said = [part.message for part in parts(report)]
    late = "case 1: no answer within 1 s; is there a loop that never ends?"
    cut = "case 1: not run to its end: the time for the whole submission is used up"
    unrun = "not run: the time for the whole submission is used up"
    # Three seconds are three loops of one; who had nine tenths of a second has had enough. The
    # three tenths that this may leave are less than a loop has, however busy the machine.
    assert 1 <= said.count(late) <= 3
    assert said.count(cut) + said.count(unrun) == COUNT - said.count(late)
    assert said[-1] in (cut, unrun)


def test_processes_that_run_beside_are_counted(hurried: Session) -> None:
    """Three that spin from the moment the file is loaded: the answers themselves are quick."""
    spin = (
        "import os\nfor _ in range(3):\n    if os.fork() == 0:\n        while True: pass\n"
        "import time\n"
    )
    slow = "def f{number}(x):\n    time.sleep(0.6)\n    return x + x\n"
    report = graded(hurried, every(slow, spin))
    assert report.notes[-1] == NOTE
    assert report.score.earned < COUNT


def test_a_file_that_lies_about_its_children_gets_few_attempts(hurried: Session) -> None:
    """It says of each that something outside killed it, upon which it would be tried again."""
    lie = """
import os
from grader.sandbox.inside import serve
real = serve.Process.answer
def answer(self, request):
    if request["op"] == "reap":
        return {"ended": [[number, 9] for number in range(1, 60)]}
    return real(self, request)
serve.Process.answer = answer
"""
    before = hurried.sandbox._cells
    report = graded(hurried, every("def f{number}(x):\n    os._exit(0)\n", lie))
    assert {part.verdict.value for part in parts(report)} == {"crashed"}
    # One cell for open calls, one for hidden ones, one that stands by, and one a retry.
    assert hurried.sandbox._cells - before <= 3 + RETRIES


def test_a_top_level_without_end_costs_its_limit_twice(hurried: Session) -> None:
    report = graded(hurried, every(RIGHT, "while True: pass\n"))
    # In the open cell, and in that of hidden calls; each then takes its definitions alone.
    assert report.notes[0] == (
        "homework.py: its top level did not end in time; only its definitions were taken"
    )


def test_what_is_left() -> None:
    budget = Budget(10.0)
    budget.take(4.0)
    assert budget.left == pytest.approx(6.0)
    budget.take(7.0)
    assert budget.used_up
    late = Budget(3.0)
    late.take(2.95)  # what is left is no time to do anything in
    assert late.used_up
    busy = Budget(1.0)
    busy.take(WALL - 0.5, starved=WALL)  # kept from running all the time
    assert not busy.used_up
    busy.take(0.5, starved=0.5)  # however busy the machine, this long and no longer
    assert busy.used_up


def test_the_budget_has_room_for_the_longest_parts(tmp_path: Path) -> None:
    long = PROBLEM.replace("title: Many", "title: Many\nlimits: {seconds: 100}")
    for number, (problem, settings, seconds) in enumerate(
        [(PROBLEM, "", 120.0), (long, "", 300.0), (long, "submission_seconds = 50\n", 50.0)]
    ):
        root = write_course(
            tmp_path / str(number), {"many": problem}, {"many": REFERENCE}, settings
        )
        with open_session(root, tmp_path / "truth", ("numpy",)) as session:
            assert session.course.submission_seconds == seconds
