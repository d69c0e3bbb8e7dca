"""What an author did wrong: where, and what to write instead."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.errors import CallerError, CourseError


@dataclass(frozen=True, order=True)
class Fault:
    """One mistake in a course. Printed as `file:line:column: field: message`."""

    file: str
    line: int
    column: int
    field: str
    message: str

    def __str__(self) -> str:
        field = f"{self.field}: " if self.field else ""
        return f"{self.file}:{self.line}:{self.column}: {field}{self.message}"


class CourseFault(CourseError):
    """The course cannot be used as it is. Carries every fault that was found, not the first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class NoCourse(CallerError):
    """There is no course where one was looked for; the message says what to do."""


def shown(file: Path) -> str:
    """The path as an author can open it from where they are."""
    near = os.path.relpath(file)
    return Path(near).as_posix() if not near.startswith("..") else file.as_posix()
