"""What the exit code of every command means. docs/course-repository.md has the same table."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    FINE = 0
    BELOW = 1
    USAGE = 2
    COURSE = 3
    NOT_SEALED = 4
    # As sysexits.h has it: not 1, which is Python's own word for an error and ours for a score.
    DEFECT = 70
    # 128 and the number of the signal, as a shell tells it.
    HUNG_UP = 129
    INTERRUPTED = 130
    TERMINATED = 143


MEANINGS = {
    ExitCode.FINE: "fine",
    ExitCode.BELOW: "the score is below --fail-under",
    ExitCode.USAGE: "called wrongly, or a report could not be written",
    ExitCode.COURSE: "the course is faulty",
    ExitCode.NOT_SEALED: "student code cannot be sealed off here",
    ExitCode.DEFECT: "a defect of grader",
    ExitCode.HUNG_UP: "ended by SIGHUP: the terminal is gone",
    ExitCode.INTERRUPTED: "interrupted (SIGINT, Ctrl-C)",
    ExitCode.TERMINATED: "ended by SIGTERM",
}


def epilog() -> str:
    """The table for `--help`: click leaves the lines of a paragraph after \\b as they are."""
    lines = [f"  {code:<4} {meaning}" for code, meaning in MEANINGS.items()]
    return "\n".join(["\b", "Exit codes:", *lines])
