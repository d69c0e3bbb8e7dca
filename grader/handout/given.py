"""The handout of a problem or an assignment, written once for each state of the course."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from grader.course.finding import course_digest
from grader.course.listing import nothing_added
from grader.course.remembered import Remembered


@dataclass(frozen=True)
class Handout:
    title: str
    markdown: str  # with LaTeX between dollars


def handout(root: Path, name: str) -> Handout:
    """Of the assignment or problem `name`. Raises NoCourse and CourseFault."""
    remembered = Remembered("handout")
    before = _state(root, name)
    known = remembered.get(before) if before else None
    if known is not None:
        return Handout(**known)
    made = _written(root, name)
    # Not if a file was changed meanwhile: nobody knows which of the two states this is of.
    if before and before == _state(root, name):
        remembered.put(before, asdict(made))
    return made


def _written(root: Path, name: str) -> Handout:
    from grader.course.asked import read_asked
    from grader.handout.sheet import sheet
    from grader.kinds import all_kinds

    asked = read_asked(root, name, all_kinds())
    return Handout(name if asked.is_assignment else asked.problems[0].title, sheet(asked))


def _state(root: Path, name: str) -> str:
    """What the handout depends on; empty where that is not only files, or one cannot be read,
    which may not matter."""
    try:
        return f"{course_digest(root)} {name}" if nothing_added() else ""
    except OSError:
        return ""
