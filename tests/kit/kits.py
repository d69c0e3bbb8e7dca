"""Kits of the shipped course, and what must not be in one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from lent import lent_sandboxes

from grader.checks import Check
from grader.cli.common import open_course
from grader.course import Course
from grader.grading import Session, grade
from grader.kit.folder import kit_files, write_kit
from grader.kit.loading import open_kit
from grader.report import Report
from grader.submission import Submission

ROOT = Path(__file__).parents[2]


@cache
def shipped() -> tuple[Course, Mapping[str, Check]]:
    return open_course(str(ROOT))


@cache
def shipped_kit(name: str, *, with_mistakes: bool = False) -> Mapping[str, bytes]:
    course, checks = shipped()
    return kit_files(course, checks, name, with_mistakes=with_mistakes)


def unpacked(name: str, folder: Path, *, with_mistakes: bool = False) -> Path:
    """The kit of the shipped assignment or problem, as a student has it."""
    write_kit(shipped_kit(name, with_mistakes=with_mistakes), folder, name)
    return folder


def checked(kit: Path, files: Mapping[str, bytes], problems: list[str] | None = None) -> Report:
    """What the kit says of these files."""
    course, checks = open_kit(kit, shipped()[1])
    with lent_sandboxes(), Session(course, checks, ("numpy", "torch")) as session:
        wanted = problems or list(course.problems)
        return grade(session, Submission("s", files), wanted, assignment=course.handed_out)
