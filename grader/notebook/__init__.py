"""`import grader; grader.check("attention/masked-softmax")` in a cell of a notebook.

What is graded is what the kernel has run, on the public cases of the kit in whose folder the
notebook lies. It runs as anything that is graded does: in processes of their own, sealed where the
system can; the kernel's own objects are not touched.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.notebook.shown import Shown

if TYPE_CHECKING:
    from grader.report import PartReport

HANDED_IN = "handin.zip"


def check(problem: str = "") -> Shown:
    """Check what this kernel holds: one problem, or all of the kit. The report is shown below."""
    from grader.notebook.kernel import held, shell

    folder = Path.cwd()
    return Shown(_graded(folder, held(folder, shell()), problem))


def check_all() -> Shown:
    """Check what is handed in, the files of this folder as they are saved, and pack them."""
    from grader.kit.folder import zipped
    from grader.notebook.kernel import shell
    from grader.notebook.saved import as_saved
    from grader.values.digest import digest_of

    folder = Path.cwd()
    submission, ages = as_saved(folder, shell())
    own = {name: data for name, data in submission.files.items() if not name.startswith("grader-")}
    report = _graded(folder, submission, "")
    (folder / HANDED_IN).write_bytes(zipped(own, folder.resolve().name))
    packed = f"{HANDED_IN} holds {len(own)} files to hand in ({digest_of(own)[:12]})"
    return Shown(report.model_copy(update={"notes": (packed, *ages, *report.notes)}))


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext grader`, then `%grader attention/masked-softmax`."""
    ipython.register_magic_function(lambda line: check(line.strip()), "line", "grader")


def _graded(folder: Path, submission: Any, problem: str) -> Any:
    from grader.course import find_course
    from grader.grading import Session, grade
    from grader.kit import open_course_or_kit_at
    from grader.sandbox.libraries import libraries_in

    course, checks = open_course_or_kit_at(find_course(None, folder))
    problems = course.assignment(problem) if problem else list(course.problems)
    with Session(course, checks, libraries_in(submission.sources)) as session, _Told() as told:
        return grade(session, submission, problems, assignment=course.handed_out, progress=told)


class _Told:
    """A line that says what is being checked, and is gone when all is."""

    LEAST_SECONDS = 0.2  # between two, so that a saved notebook is not full of them

    def __init__(self) -> None:
        self._said = 0.0
        self._width = 0

    def __enter__(self) -> _Told:
        return self

    def __call__(self, problem: str, part: str, report: PartReport | None) -> None:
        if report is None and time.monotonic() - self._said >= self.LEAST_SECONDS:
            self._said = time.monotonic()
            self._say(f"checking {problem} {part} …")

    def __exit__(self, *raised: object) -> None:
        if self._width:
            self._say("")

    def _say(self, text: str) -> None:
        sys.stderr.write(f"\r{text.ljust(self._width)}\r")
        sys.stderr.flush()
        self._width = len(text)
