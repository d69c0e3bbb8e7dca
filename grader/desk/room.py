"""What all visits share: the gradebook, the course, who is invited, what each has done last."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from grader.course import Course
from grader.desk.people import People, Proxy
from grader.desk.regrading import Regrading
from grader.gradebook import Gradebook, Marked
from grader.grades.readings import Judge


@dataclass(frozen=True)
class Room:
    """One gradebook, opened for several people."""

    book: Gradebook
    course: Course
    judge: Judge
    people: People = field(default_factory=People)
    proxy: Proxy | None = None
    regrading: Regrading | None = None  # None where nobody said where the submissions are
    cookie: str = "desk"
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    # By person, assignment, problem and part: what one press of a key has given, the last last.
    done: dict[tuple[str, ...], list[tuple[Marked, ...]]] = field(default_factory=dict)


@contextmanager
def closing(room: Room) -> Iterator[Room]:
    """Ends what the room has started."""
    try:
        yield room
    finally:
        room.judge.close()
        if room.regrading is not None:
            room.regrading.end()
