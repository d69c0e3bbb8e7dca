"""The base of everything that grader knows can go wrong: what happened, and who can mend it.

The message says what happened and what to do. The family says to whom it is said, and how a command
ends that cannot go on. Whatever is none of these is a defect of ours, shown as such with its trace
and never booked as a wrong answer.
"""

from __future__ import annotations

from typing import ClassVar


class GraderError(Exception):
    """Something that some part of grader expects, and another one handles.

    One that reaches the command line without a family of its own was not handled: a defect.
    """

    exit_code: ClassVar[int | None] = None


class CallerError(GraderError):
    """Whoever called the command can mend it: a path, a name, an option."""

    exit_code: ClassVar[int | None] = 2


class AuthorError(GraderError):
    """The course's author can mend it: a problem file, the reference, an installed package.

    Most are told with the place in the file by who reads the whole of it; one that gets past that
    is a defect.
    """


class CourseError(AuthorError):
    """The course cannot be used as it is, and the message says where."""

    exit_code: ClassVar[int | None] = 3


class MachineError(GraderError):
    """Whoever keeps the machine can mend it: it lacks what grading needs."""

    exit_code: ClassVar[int | None] = 4


class StudentError(GraderError):
    """The student can mend it. It is told in a report and ends no command."""


class NoValue(GraderError):
    """There is nothing to compare: a formula that cannot be read, is bound to nothing in the code,
    or has no value where it is looked at."""
