"""Processes killed from outside cost nobody points: the report is that of a quiet run."""

import os
import random
import signal
import threading
from pathlib import Path

import pytest
from process_tree import descendants

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.report import Report
from grader.submission import read_submission

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "submissions_example" / "numpy_correct"
KILLS = 5  # the third is of the warm interpreter


class Killer(threading.Thread):
    """Kills a process of the sandbox now and then: a few cells, and once the warm interpreter."""

    def __init__(self, session: Session, seed: int) -> None:
        super().__init__(daemon=True)
        self.session = session
        self.random = random.Random(seed)
        self.done = threading.Event()
        self.killed = 0

    def run(self) -> None:
        warm_too = True
        while not self.done.wait(self.random.uniform(0.1, 0.5)) and self.killed < KILLS:
            process = self.session.sandbox._process
            if process is None:
                continue
            below = descendants(process.pid)
            if self.killed == 2 and warm_too:
                below, warm_too = [process.pid], False
            if below:
                try:
                    os.kill(self.random.choice(below), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.killed += 1


@pytest.fixture(scope="module")
def quiet() -> Report:
    return graded(None)


def graded(seed: int | None) -> Report:
    course, checks = open_course(str(ROOT))
    with Session(course, checks) as session:
        submission = read_submission(EXAMPLE)
        problems = ["attention/masked-softmax", "lstm/cell-forward", "positions/rotary"]
        grade(session, submission, problems[:1])  # warm before the killing starts
        killer = Killer(session, seed) if seed is not None else None
        if killer:
            killer.start()
        report = grade(session, submission, problems)
        while killer and killer.killed < KILLS:
            report = grade(session, submission, problems)
        if killer:
            killer.done.set()
            killer.join()
        return report


def test_a_loaded_machine_changes_nothing(quiet: Report, crowded: None) -> None:
    assert outcome(graded(None)) == outcome(quiet)


def outcome(report: Report) -> list[tuple[str, str, str, float]]:
    return [
        (problem.id, part.name, str(part.verdict), part.score.earned)
        for problem in report.problems
        for part in problem.parts
    ]


@pytest.mark.parametrize("seed", [1, 2])
def test_kills_from_outside_change_nothing(seed: int, quiet: Report) -> None:
    assert outcome(graded(seed)) == outcome(quiet)
    assert all(part[2] == "correct" for part in outcome(quiet))
