"""Runs a batch whose workers die of some submissions, and prints what was told: a test starts it.

In a process of its own: a fork of one with threads, as that of the tests, is asking for trouble.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from grader.batch.handings import Handing, Source
from grader.batch.people import Attempt
from grader.batch.running import Batch, Engine
from grader.batch.worker import Reply, Worker
from grader.cli.common import open_course
from grader.gradebook import open_gradebook


class Dying(Worker):
    """Dies of `always`, the first time of `once`; meets a defect in `defect`, and is told that who
    graded `far` elsewhere is lost."""

    def read(self, name: str, path: str, wanted: Mapping[str, str] | None) -> Reply:
        seen = Path(f"{name}.seen")
        if name == "always" or (name == "once" and not seen.exists()):
            seen.touch()
            os._exit(9)
        if name == "defect":
            raise RuntimeError("a defect of ours")
        return {"lost": "gone"} if name == "far" else super().read(name, path, wanted)


def main(folder: Path) -> None:
    os.chdir(folder)
    course, checks = open_course(str(folder / "course"))
    attempts = [
        Attempt((name,), Handing((name,), Source(folder / "in" / "ada")))
        for name in ("always", "calm", "defect", "far", "once")
    ]
    with open_gradebook("gradebook.sqlite", create=True) as book:
        engine = Engine(lambda: Dying(course, checks, "hw1", ["sums/double"]), 2, 60.0)
        batch = Batch(book, course, checks, "hw1", ["sums/double"], jobs=2, by="ta", engine=engine)
        batch.run(
            attempts,
            lambda told: print(told.attempt.name, told.kind, told.fault.rpartition("\n")[2]),
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
