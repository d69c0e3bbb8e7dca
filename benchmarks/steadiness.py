"""Whether a verdict depends on the secret that the cases are drawn from. It must not.

    python benchmarks/steadiness.py [--course FOLDER] [--runs N] [--first N] [--jobs N]
                                    [SUBMISSION ...]

Grades every example submission (or those that are named) on the whole course: the shipped one, or
another (`--course docs/second-course`) with what lies in its `submissions`. Each run is with
another secret and so with other numbers, and compares the verdict and the points of every part
with those of the first run. Prints what differed and what a run took. The cases
of a run are new, so that its truth is computed as well and not read from the cache.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat
from pathlib import Path

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.submission import Submission, read_submission

ROOT = Path(__file__).resolve().parent.parent
Marks = dict[tuple[str, str, str], tuple[str, float, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("submissions", nargs="*", type=Path)
    parser.add_argument("--course", type=Path, default=ROOT)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="number of the first secret")
    parser.add_argument("--jobs", type=int, default=2, help="secrets at a time")
    asked = parser.parse_args()
    examples = asked.course / ("submissions_example" if asked.course == ROOT else "submissions")
    folders = asked.submissions or sorted(examples.iterdir())
    submissions = [read_submission(folder) for folder in folders]
    secrets = [f"secret {number}" for number in range(asked.first, asked.first + asked.runs)]
    first: Marks = {}
    different: dict[tuple[str, str, str], list[str]] = {}
    seconds = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for secret, (found, took) in zip(
            secrets,
            pool.map(timed_marks, repeat(asked.course), secrets, repeat(submissions)),
            strict=True,
        ):
            first = first or found
            for part, mark in found.items():
                if mark != first[part]:
                    if part not in different:
                        print(f"{' '.join(part)}: {first[part]}, with {secret} {mark}", flush=True)
                    different.setdefault(part, []).append(f"{secret}: {mark}")
            seconds.append(took)
            print(f"{secret}: {took:.1f} s, {len(different)} parts differ so far", flush=True)
    print(f"{len(submissions)} submissions, {len(first)} parts, {asked.runs} secrets; "
          f"median {statistics.median(seconds):.1f} s a run, {asked.jobs} at a time")  # fmt: skip
    for part, how in sorted(different.items()):
        usual = f"{' '.join(part)}: {first[part]} with the first secret"
        print(f"{usual}, but in {len(how)} runs not, such as {how[0]}")
    print(f"{len(different)} parts differ")
    sys.exit(1 if different else 0)


def timed_marks(folder: Path, secret: str, submissions: list[Submission]) -> tuple[Marks, float]:
    """The marks, and the seconds that they took."""
    started = time.perf_counter()
    return marks(folder, secret, submissions), time.perf_counter() - started


def marks(folder: Path, secret: str, submissions: list[Submission]) -> Marks:
    """(submission, problem, part) -> (verdict, points, named mistake)."""
    course, checks = open_course(str(folder))
    found: Marks = {}
    with (
        tempfile.TemporaryDirectory() as cache,
        Session(
            replace(course, secret=secret), checks, ("numpy", "torch"), Path(cache), unsafe=True
        ) as session,
    ):
        for submission in submissions:
            report = grade(session, submission, list(course.problems))
            for problem in report.problems:
                for part in problem.parts:
                    mistake = part.mistake.name if part.mistake else ""
                    key = (submission.name, problem.id, part.name)
                    found[key] = (str(part.verdict), part.score.earned, mistake)
    return found


if __name__ == "__main__":
    main()
