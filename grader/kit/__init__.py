"""What a student is given to check their own work: public cases, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.checks import Check
    from grader.course import Course


def open_course_or_kit_at(root: Path) -> tuple[Course, Mapping[str, Check]]:
    """What lies in the folder. Raises CourseFault, BadCheckKind, BadKind or BadKit."""
    from grader.course.finding import is_kit

    if is_kit(root):
        from grader.checks import all_checks
        from grader.kit.loading import open_kit

        return open_kit(root, all_checks())
    from grader.kinds.opening import opened

    return opened(root)
