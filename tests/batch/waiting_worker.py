"""Runs a batch with one worker, of which one submission waits for another: a test starts it.

In a process of its own, as `dying_worker.py` is.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from grader.batch import running
from grader.batch.handings import Handing, Source
from grader.batch.people import Attempt
from grader.batch.running import Batch, Engine
from grader.batch.worker import Reply, Worker
from grader.cli.common import open_course
from grader.gradebook import open_gradebook


class Waiting(Worker):
    """Does not read `slow` before `last` was read, as if it had a loop that ends then."""

    def read(self, name: str, path: str, wanted: Mapping[str, str] | None) -> Reply:
        Path(f"{name}.seen").touch()
        while name == "slow" and not Path("last.seen").exists():
            time.sleep(0.01)
        return super().read(name, path, wanted)


def main(folder: Path) -> None:
    os.chdir(folder)
    running.SLOW_SECONDS = 0.1
    course, checks = open_course(str(folder / "course"))
    attempts = [
        Attempt((name,), Handing((name,), Source(folder / "in" / "ada")))
        for name in ("first", "slow", "calm", "last")
    ]
    with open_gradebook("gradebook.sqlite", create=True) as book:
        engine = Engine(lambda: Waiting(course, checks, "hw1", ["sums/double"]), 1, 60.0, 1)
        batch = Batch(book, course, checks, "hw1", ["sums/double"], jobs=1, by="ta", engine=engine)
        batch.run(attempts, lambda told: print(told.attempt.name, told.kind))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
