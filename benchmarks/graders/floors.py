"""What grading costs where nothing is saved: in one process, and in a bare fork for each.

    python benchmarks/graders/floors.py (alone | fork) SECONDS FOLDER...

Each folder's `hw.py` is run and compared with the reference. Neither has walls, limits or a report:
"alone" nothing at all, "fork" a process of its own for each student, killed after so many seconds.
Says, as JSON, how long all took, on a clock and of the processor, and of each folder how many
functions are right.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from homework import CASES, NAMES, REFERENCE


def compared() -> Callable[[str], int]:
    """What counts the right functions of a source text, with truth and arrays made once."""
    right: dict[str, Callable[[object], object]] = {}
    exec(REFERENCE, right)
    arrays = [np.random.default_rng(seed).normal(size=(4, 4)) for seed in range(CASES)]
    truth = {name: [right[name](x) for x in arrays] for name in NAMES}

    def count(text: str) -> int:
        found: dict[str, Callable[[object], object]] = {}
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, "hw.py", "exec"), found)
                return sum(
                    all(
                        np.allclose(found[name](x), y)
                        for x, y in zip(arrays, truth[name], strict=True)
                    )
                    for name in NAMES
                )
        except Exception:
            return 0

    return count


def in_a_fork(count: Callable[[str], int], text: str, seconds: float) -> int | None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, bytes([count(text)]))
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 1) if select.select([reading], [], [], seconds)[0] else b""
    os.close(reading)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return said[0] if said else None


def main() -> None:
    way, seconds, *folders = sys.argv[1:]
    count = compared()
    count(REFERENCE)  # what is done the first time is no student's
    started, ran = time.perf_counter(), sum(os.times()[:4])
    right: list[int | None] = []
    for folder in folders:
        text = (Path(folder) / "hw.py").read_text()
        right.append(count(text) if way == "alone" else in_a_fork(count, text, float(seconds)))
    seconds, processor = time.perf_counter() - started, sum(os.times()[:4]) - ran
    print(json.dumps({"seconds": seconds, "processor": processor, "right": right}))


if __name__ == "__main__":
    main()
