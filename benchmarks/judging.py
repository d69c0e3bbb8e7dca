"""What judging one written answer costs: every written part of the course with hostile answers.

    python benchmarks/judging.py [--part TEXT] [--answer TEXT] [--slowest N]

Measures processor time, of the grader and of the process that proves, and says which answers took
more than the limit. Then it judges the right answer of each part, of which the median is printed.
The answers are those of `tests/kinds/hostile_answers.py`; a sample of them is a test, which counts
calls and looks at no clock.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/kinds")]

from forms_course import SHIPPED, open_course  # noqa: E402
from hostile_answers import hostile_answers, right_answer, written_parts  # noqa: E402

from grader.course.problem import Problem  # noqa: E402
from grader.grading.marking import mark  # noqa: E402
from grader.kinds.base import WrittenPart  # noqa: E402
from grader.maths import Prover  # noqa: E402
from grader.report import PartReport  # noqa: E402
from grader.submission import Answer  # noqa: E402
from grader.submission.tables import NO_DATA  # noqa: E402

# Of processor time, for any written answer, with its proof: what the issue of bounds promises.
LIMIT_SECONDS = 3.0
# Of the right answers of the course, the one in the middle.
MEDIAN_SECONDS = 0.010
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """One judged answer: which, its verdict, and the processor time that it took."""

    place: str
    answer: str
    verdict: str
    seconds: float


def processor_seconds() -> float:
    """Of this process and of all that it started and that still runs, or has ended."""
    children = sum(_of_session(pid) for pid in _children())
    own = os.times()
    return time.process_time() + own.children_user + own.children_system + children


def _children() -> list[int]:
    found: list[int] = []
    for task in Path("/proc/self/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def _of_session(pid: int) -> float:
    """Of a process and of its children that have ended: a proof runs in a fork of the prover."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICK


def judged(name: str, problem: Problem, text: str, prover: Prover) -> PartReport:
    part = problem.parts[name]
    assert isinstance(part, WrittenPart)
    answer = Answer("answers.md", 1, (), name, text)
    report = mark(name, part, answer, prover, 0, {}, problem.parts, NO_DATA, problem.prompt)
    assert report is not None
    return report


def cost(name: str, problem: Problem, kind: str, text: str, prover: Prover) -> Cost:
    before = processor_seconds()
    report = judged(name, problem, text, prover)
    seconds = processor_seconds() - before
    return Cost(f"{problem.id} {name}", kind, report.verdict.value, seconds)


def main() -> int:
    arguments = argparse.ArgumentParser(description="Time the judging of written answers.")
    arguments.add_argument("--part", default="", help="only parts whose name holds this")
    arguments.add_argument("--answer", default="", help="only answers whose name holds this")
    arguments.add_argument("--slowest", type=int, default=10, help="how many are shown")
    chosen = arguments.parse_args()
    costs: list[Cost] = []
    right: list[Cost] = []
    with Prover() as prover:
        for problem, name, part in written_parts(open_course(SHIPPED)):
            if chosen.part not in f"{problem.id} {name}":
                continue
            for kind, text in hostile_answers(part).items():
                if chosen.answer in kind:
                    costs.append(cost(name, problem, kind, text, prover))
            if answer := right_answer(part):
                cost(name, problem, "right", answer, prover)  # what is read once is remembered
                right.append(cost(name, problem, "right", answer, prover))
    costs.sort(key=lambda one: -one.seconds)
    for one in costs[: chosen.slowest]:
        print(f"{one.seconds:7.2f} s  {one.verdict:13} {one.place} | {one.answer}")
    slow = [one for one in costs if one.seconds > LIMIT_SECONDS]
    faults = [one for one in costs if one.verdict == "grader fault"]
    print(
        f"{len(costs)} hostile answers, {len(slow)} over {LIMIT_SECONDS:g} s, {len(faults)} faults"
    )
    median = statistics.median(one.seconds for one in right) if right else 0.0
    print(f"{len(right)} right answers, median {1000 * median:.1f} ms")
    return 1 if slow or faults or median > MEDIAN_SECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
