"""A class of generated submissions by `grader batch`, beside plain pytest in a process for each.

    python benchmarks/throughput.py [--students N] [--pytest N] [--jobs N] [--json]

Run it from the environment that grader is installed in, on a machine with nothing else to do. Six
functions each; of forty students thirty are right in different ways, five have one function wrong,
two raise at import, two loop for ever in one function and one prints 50 MB.
All numbers come from one run:

- "start": a class of one, truth known: Python, the course, the warm interpreter.
- "a submission": what each further submission adds to that, loopers left out.
- "the class": all of it with its loopers, and what the two loops add beyond the others.
- "unchanged": a second run in which nothing is to be graded, for each submission.
- "pytest": the same six functions compared with the reference by plain pytest, no isolation, one
  process a submission, as many at a time as grader has.
- "memory": the most that the driver and its workers held, by the kernel's count.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from homework import NAMES, REFERENCE, loops, write_course, write_submission

TEST = """
import numpy as np
import pytest
import {module} as student
import made


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", {names!r})
def test_it(name, seed):
    x = np.random.default_rng(seed).normal(size=(4, 4))
    assert np.allclose(getattr(student, name)(x), getattr(made, name)(x))
"""


def make(root: Path, numbers: list[int]) -> None:
    write_course(root / "course")
    for number in numbers:
        write_submission(root / "in" / f"s{number:05d}", number)


def batch(root: Path, cache: Path, jobs: int) -> float:
    """Seconds of one `grader batch`."""
    command = [sys.executable, "-m", "grader", "batch", "in", "--jobs", str(jobs)]
    environment = {**os.environ, "GRADER_CACHE": str(cache), "GRADER_COURSE": str(root / "course")}
    return timed(
        lambda: subprocess.run(
            command, cwd=root, env=environment, check=True, stdout=subprocess.DEVNULL
        )
    )


def by_pytest(root: Path, numbers: list[int], jobs: int) -> float:
    """Seconds for each submission."""
    for number in numbers:
        folder = root / "in" / f"s{number:05d}"
        (folder / "made.py").write_text(REFERENCE)
        (folder / "test_hw.py").write_text(TEST.format(module="hw", names=NAMES))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_hw.py"]

    def one(number: int) -> None:
        subprocess.run(
            command,
            cwd=root / "in" / f"s{number:05d}",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    with ThreadPoolExecutor(jobs) as pool:
        return timed(lambda: list(pool.map(one, numbers))) / len(numbers)


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def measured(students: int, pytest_runs: int, jobs: int) -> dict[str, float]:
    everybody = list(range(students))
    calm = [number for number in everybody if not loops(number)]
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name), Path(name) / "cache"
        for part, numbers in (("first", [0]), ("one", [1]), ("calm", calm), ("all", everybody)):
            make(folder / part, numbers)
        batch(folder / "first", cache, jobs)  # computes the truth
        start = batch(folder / "one", cache, jobs)
        whole = batch(folder / "calm", cache, jobs)
        again = batch(folder / "calm", cache, jobs)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        loops = batch(folder / "all", cache, jobs) if len(everybody) > len(calm) else whole
        make(folder / "pytest", calm[:pytest_runs])
        plain = by_pytest(folder / "pytest", calm[:pytest_runs], jobs) if pytest_runs else 0.0
    each = (whole - start) / max(1, len(calm) - 1)
    return {
        "students": students,
        "jobs": jobs,
        "start, s": start,
        "a submission, s": each,
        "unchanged, s": (again - start) / max(1, len(calm) - 1),
        "the class, s": loops,
        "loops add, s": loops - whole,
        "memory of the largest process, MB": memory,
        "pytest, s": plain,
        "pytest / grader": plain / each if each > 0 else 0.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--pytest", type=int, default=8, help="submissions that pytest is tried on")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measured(asked.students, asked.pytest, asked.jobs)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        print(f"{name:35} {value:10.3f}")


if __name__ == "__main__":
    main()
