"""A small course, a class that hands in, and what a gradebook says of it, times left out."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from typed import run as run_grader

REFERENCE = """
def double(x):
    return 2 * x


def square(x):
    return x * x


def cube(x):
    return x * x * x
"""

FUNCTION = """
id: sums/{name}
title: {title}
prompt: Write `{name}(x)`.
parts:
  code:
    asks: function
    call: {name}(x)
    reference: sums.{name}
    inputs: {{x: "normal[3]"}}
    points: 4
    checks: [equals: {{cases: 2}}]
"""
MISTAKE = """
    mistakes:
      - name: it is cubed
        reference: sums.cube
        hint: Count the factors.
        credit: 0.25
"""
PROSE = """
id: sums/why
title: Why
prompt: Say why.
parts:
  reason:
    asks: prose
    text: Why are sums finite?
    rubric: [it names a bound, it says why the bound holds]
    points: 2
"""
PROBLEMS = {
    "double": FUNCTION.format(name="double", title="Twice"),
    "square": FUNCTION.format(name="square", title="Squared") + MISTAKE.lstrip("\n"),
    "why": PROSE,
}
SETTINGS = """
name = "Sums"
[limits]
seconds = 1
[assignments]
hw1 = ["sums/*"]
"""

RIGHT = "def double(x):\n    return x + x\n\n\ndef square(x):\n    return x ** 2\n"
CUBED = RIGHT.replace("x ** 2", "x ** 3")
SAID = "# sums/why\n\nreason: {}\n"


def write_class(root: Path, students: Mapping[str, Mapping[str, str]]) -> Path:
    """The course in `course`, a folder for each student in `in`. The folder of the class."""
    files = {
        "course/grader.toml": SETTINGS,
        "course/reference/sums.py": REFERENCE,
        **{f"course/problems/{name}.yaml": text for name, text in PROBLEMS.items()},
        **{
            f"in/{student}/{name}": text
            for student, own in students.items()
            for name, text in own.items()
        },
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root / "in"


def environment(root: Path, **more: str) -> dict[str, str]:
    own = {
        "GRADER_CACHE": str(root / "cache"),
        "GRADER_COURSE": str(root / "course"),
        "GRADER_GRADEBOOK": str(root / "gradebook.sqlite"),
        "GRADER_USER": "ta",
    }
    return {**os.environ, **own, **more}


def run(
    root: Path, *arguments: str, typed: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """`grader` in the folder of the class, with that course and gradebook."""
    return run_grader(*arguments, folder=root, typed=typed, **environment(root, **more))


def killed_after(root: Path, students: int, *arguments: str) -> bool:
    """Start `grader` and kill it, as nothing can prevent, once so many students are written.

    False if it came to its end before.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        cwd=root,
        env=environment(root),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while count_of(root / "gradebook.sqlite") < students:
        try:
            process.wait(0.01)
            return False
        except subprocess.TimeoutExpired:
            continue
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def count_of(file: Path) -> int:
    """How many students are in the gradebook; 0 if it is not there yet."""
    if not file.exists():
        return 0
    connection = sqlite3.connect(file)
    try:
        (count,) = connection.execute("SELECT count(*) FROM handed_in").fetchone()
        return int(count)
    except sqlite3.OperationalError:  # without its tables, or just being made
        return 0
    finally:
        connection.close()


def dump(file: Path) -> dict[str, list[Any]]:
    """All of a gradebook but times and numbers of rows, in an order of its own."""
    connection = sqlite3.connect(file)
    connection.row_factory = sqlite3.Row
    tables = ["handed_in", "result", "graded", "change", "mark"]
    try:
        return {
            table: sorted(
                (_timeless(row) for row in connection.execute(f"SELECT * FROM {table}")), key=repr
            )
            for table in tables
        }
    finally:
        connection.close()


def _timeless(row: sqlite3.Row) -> dict[str, Any]:
    names = row.keys()
    kept = {name: row[name] for name in names if name not in ("id", "seconds", "created")}
    if "by" in kept:
        del kept["at"]
    if "report" in kept:
        kept["report"] = _without_seconds(json.loads(kept["report"]))
    return kept


def _without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_seconds(item) for key, item in value.items() if key != "seconds"}
    return [_without_seconds(item) for item in value] if isinstance(value, list) else value


def lines(done: subprocess.CompletedProcess[str]) -> Sequence[str]:
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line]
