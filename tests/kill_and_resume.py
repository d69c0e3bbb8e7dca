"""Kills a batch at moments drawn with a fixed seed, goes on each time, and compares the gradebook
with that of a run that nobody disturbed: `python tests/kill_and_resume.py [KILLS]`.

The tests run a few of the moments.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from class_course import CUBED, RIGHT, SAID, count_of, dump, killed_after, run, write_class

STUDENTS = 12
KILLS = 20
SEED = 14
BATCH = ("batch", "in", "--jobs", "2")


def make(root: Path, students: int) -> None:
    write_class(
        root,
        {
            f"s{number:02d}": {
                "hw.py": (CUBED if number % 3 == 0 else RIGHT) + f"# {number}\n",
                "answers.md": SAID.format(f"because of {number}"),
            }
            for number in range(students)
        },
    )


def differences(folder: Path, kills: int, students: int = STUDENTS) -> list[str]:
    """What went wrong; nothing if each run that was killed and resumed ended like the other."""
    make(folder / "calm", students)
    assert run(folder / "calm", *BATCH).returncode == 0
    expected = dump(folder / "calm" / "gradebook.sqlite")
    drawn = random.Random(SEED)
    told = []
    left, number = kills, 0
    while left > 0:
        number += 1
        root = folder / f"killed{number}"
        make(root, students)
        (root / "cache").symlink_to(folder / "calm" / "cache")
        while left > 0 and (done := count_of(root / "gradebook.sqlite")) < students - 1:
            if killed_after(root, drawn.randint(done, students - 1), *BATCH):
                left -= 1
        if run(root, *BATCH).returncode != 0:
            told.append(f"{root.name}: did not come to its end")
        found = dump(root / "gradebook.sqlite")
        told += [
            f"{root.name}: {table} differs" for table in expected if found[table] != expected[table]
        ]
    return told


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        wrong = differences(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else KILLS)
    print("\n".join(wrong) or "every gradebook is equal to that of an undisturbed run")
    sys.exit(bool(wrong))
