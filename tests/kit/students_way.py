"""A student's whole way: unpack the kit, check, mend, check, hand in; then the instructor's check.

`python tests/kit/students_way.py` goes it on this machine, whatever its system; the project's
workflow does so on Windows, macOS and Linux.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROBLEM = "attention/masked-softmax"
RIGHT = '''
import numpy as np


def masked_softmax(scores, mask):
    """Weights that sum to one over the keys that may be seen."""
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)
'''
WRONG = RIGHT.replace("axis=-1", "axis=0")
WRITTEN = f"# {PROBLEM}\n\nwhere: before\n\nrows: sum, zero, ratio\n"


@dataclass(frozen=True)
class Way:
    """What was said at each step, as the report's JSON."""

    empty: dict[str, Any]
    wrong: dict[str, Any]
    mended: dict[str, Any]
    instructor: dict[str, Any]


def go(folder: Path) -> Way:
    """The way, in an empty folder."""
    course = ["--course", str(ROOT)]
    _grader(["handout", PROBLEM, "kit.zip", *course], folder)
    with zipfile.ZipFile(folder / "kit.zip") as archive:
        archive.extractall(folder)
    (kit,) = (path for path in folder.iterdir() if path.is_dir())
    empty = _checked([], kit)
    (kit / "answers.md").write_text(WRITTEN, encoding="utf-8")
    (kit / "homework.py").write_text(WRONG, encoding="utf-8")
    wrong = _checked([], kit)
    (kit / "homework.py").write_text(RIGHT, encoding="utf-8")
    mended = _checked([], kit)
    shutil.make_archive(str(folder / "ada"), "zip", kit)  # all of it, as students do
    return Way(empty, wrong, mended, _checked([*course, "-a", PROBLEM], folder, "ada.zip"))


def verdicts(report: dict[str, Any]) -> list[str]:
    return [part["verdict"] for problem in report["problems"] for part in problem["parts"]]


def _checked(options: list[str], folder: Path, what: str = ".") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        _grader(["check", what, "--format", "json", *options], folder)
    )
    return found


def _grader(arguments: list[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"grader {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        way = go(Path(folder))
    for name, report in vars(way).items():
        print(f"{name}: {', '.join(verdicts(report))}")
    print(way.mended["environment"]["protection"])
    assert verdicts(way.mended)[-1] == verdicts(way.instructor)[-1] == "correct"


if __name__ == "__main__":
    main()
