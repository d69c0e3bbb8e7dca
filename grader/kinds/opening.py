"""A course with the kinds of check that it can use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.checks import Check, all_checks
from grader.course import Course, load_course
from grader.course.listing import nothing_added
from grader.kinds import language


def opened(root: Path) -> tuple[Course, Mapping[str, Check]]:
    """The course in a folder. Raises CourseFault, BadCheckKind or BadKind."""
    checks = all_checks()
    return load_course(root, language(checks), standard=nothing_added()), checks
