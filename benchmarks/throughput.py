"""Whether a class of any size costs the same for each submission, in time and in memory.

    python benchmarks/throughput.py [--sizes 200 2000] [--jobs N] [--json]
    python benchmarks/throughput.py --whole-course [--sizes 100 200]

Run it from the environment that grader is installed in (with its extra `class`), on a machine with
nothing else to do. The class is that of `homework.py` without its loopers, by `grader batch`, each
size into a gradebook of its own, in one run:

- "start": a class of one, truth known: Python, the course, the warm interpreter.
- "a submission": what each further submission adds to that, on a clock; and in processor time, of
  all processes, which a busy machine changes less.
- "unchanged": a second run in which nothing is to be graded, for each submission; likewise.
- "memory": the most that any process has held so far, by the kernel's count.

With `--whole-course` the class hands in the examples of the shipped course, each another text, and
all its problems are graded. `rivals.py` has the class of `homework.py` graded by others.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graders.ours import Ours
from graders.rival import processor_seconds
from homework import loops

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted(one for one in (ROOT / "submissions_example").iterdir() if one.is_dir())


class Class(Protocol):
    def batch(self, name: str, numbers: list[int]) -> float:
        """Seconds that `grader batch` takes with a class of these students."""
        ...


@dataclass(frozen=True)
class WholeCourse:
    """All problems of the shipped course, and its examples as submissions."""

    folder: Path
    jobs: int

    def batch(self, name: str, numbers: list[int]) -> float:
        root = self.folder / name
        for number in numbers:
            self._hand_in(root / "in" / f"s{number:05d}", number)
        words = ["batch", "in", "--assignment", "all", "--jobs", str(self.jobs)]
        own = {"GRADER_CACHE": str(self.folder / "cache"), "GRADER_COURSE": str(ROOT)}
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "grader", *words],
            cwd=root,
            env={**os.environ, **own},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return time.perf_counter() - started

    def _hand_in(self, folder: Path, number: int) -> None:
        if folder.exists():
            return
        shutil.copytree(EXAMPLES[number % len(EXAMPLES)], folder)
        for file in folder.rglob("*.py"):
            file.write_text(f"{file.read_text('utf-8')}\n# {number}\n", encoding="utf-8")


def measured(
    ours: Class, calm: list[int], start: float, start_processor: float
) -> dict[str, float]:
    before = processor_seconds()
    whole = ours.batch(str(len(calm)), calm)
    ran = processor_seconds()
    again = ours.batch(str(len(calm)), calm)
    ran_again = processor_seconds() - ran
    more = len(calm) - 1
    return {
        "students": len(calm),
        "a submission, s": (whole - start) / more,
        "a submission, processor s": (ran - before - start_processor) / more,
        "unchanged, s": (again - start) / more,
        "unchanged, processor s": (ran_again - start_processor) / more,
        "memory, MB": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
    }


def nobody(number: int) -> bool:
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sizes", type=int, nargs="+")
    parser.add_argument("--whole-course", action="store_true")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours: Class
        if asked.whole_course:
            ours, sizes, loop = WholeCourse(Path(folder), asked.jobs), [100, 200], nobody
        else:
            ours, sizes, loop = Ours(Path(folder), asked.jobs), [200, 2000], loops
        ours.batch("first", [0])  # computes the truth, which is kept from then on
        before = processor_seconds()
        start = ours.batch("one", [1])
        start_processor = processor_seconds() - before
        found = [
            measured(ours, [one for one in range(size) if not loop(one)], start, start_processor)
            for size in sorted(asked.sizes or sizes)
        ]
    if asked.json:
        print(json.dumps({"start, s": start, "sizes": found}, indent=2))
        return
    print(f"start {start:.2f} s, {asked.jobs} at a time")
    for one in found:
        print("; ".join(f"{name} {value:.4g}" for name, value in one.items()))


if __name__ == "__main__":
    main()
