"""Whether a class of any size costs the same for each submission, in time and in memory.

    python benchmarks/throughput.py [--sizes 200 2000] [--jobs N] [--json]

Run it from the environment that grader is installed in (with its extra `class`), on a machine with
nothing else to do. The class is that of `homework.py` without its loopers, by `grader batch`, each
size into a gradebook of its own, in one run:

- "start": a class of one, truth known: Python, the course, the warm interpreter.
- "a submission": what each further submission adds to that, on a clock; and in processor time, of
  all processes, which a busy machine changes less.
- "unchanged": a second run in which nothing is to be graded, for each submission.
- "memory": the most that any process has held so far, by the kernel's count.

`rivals.py` has the same class graded by others.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import tempfile
from pathlib import Path

from graders.ours import Ours
from graders.rival import processor_seconds
from homework import loops


def measured(ours: Ours, students: int, start: float, start_processor: float) -> dict[str, float]:
    calm = [number for number in range(students) if not loops(number)]
    before = processor_seconds()
    whole = ours.batch(str(students), calm)
    ran = processor_seconds() - before
    again = ours.batch(str(students), calm)
    more = len(calm) - 1
    return {
        "students": len(calm),
        "a submission, s": (whole - start) / more,
        "a submission, processor s": (ran - start_processor) / more,
        "unchanged, s": (again - start) / more,
        "memory, MB": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[200, 2000])
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(Path(folder), asked.jobs)
        ours.batch("first", [0])  # computes the truth, which is kept from then on
        before = processor_seconds()
        start = ours.batch("one", [1])
        start_processor = processor_seconds() - before
        found = [measured(ours, size, start, start_processor) for size in sorted(asked.sizes)]
    if asked.json:
        print(json.dumps({"start, s": start, "sizes": found}, indent=2))
        return
    print(f"start {start:.2f} s, {asked.jobs} at a time")
    for one in found:
        print("; ".join(f"{name} {value:.4g}" for name, value in one.items()))


if __name__ == "__main__":
    main()
