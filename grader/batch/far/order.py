"""What those who grade on other machines are told once: the course, and what of it is asked.

It is sent as plain JSON. Whoever receives it checks that all that a result depends on is the same
there as here: a gradebook holds nothing that was graded by another grader or other libraries.
"""

from __future__ import annotations

import base64
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from grader.batch.keys import made_of
from grader.batch.worker import Worker
from grader.course import Course
from grader.course.finding import REFERENCE, SETTINGS, problem_files, reference_files
from grader.course.given import GIVEN, given_files
from grader.errors import GraderError, MachineError
from grader.kinds.opening import opened
from grader.submission import Submission

# What of `made_of` another machine can have of its own; the rest is sent.
OTHERS = {
    "grader": "another version of grader",
    "environment": "another Python, processor or other libraries",
}


class OtherMachine(MachineError):
    """A worker would not grade as the machine does that writes the gradebook."""


@dataclass(frozen=True)
class Order:
    files: Mapping[str, str]  # of the course, by path: their bytes in base 64
    secret: str
    assignment: str
    problems: tuple[str, ...]
    made_of: Mapping[str, Mapping[str, str]]
    seconds: float  # that one submission may take
    unsafe: bool

    def to_json(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Order:
        return cls(**json.loads(data))

    def worker(self, folder: Path) -> Worker:
        """One that grades by this order, with the course in `folder`. Raises OtherMachine."""
        for path, text in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(base64.b64decode(text))
        try:
            course, checks = opened(folder)
        except GraderError as error:
            raise OtherMachine(f"{platform.node()}: the course cannot be read: {error}") from error
        course = replace(course, secret=self.secret)
        own = made_of(course, self.assignment, self.problems)
        for name, expected in self.made_of.items():
            for what, value in expected.items():
                if own[name][what] != value:
                    said = OTHERS.get(what, "another reading of the course")
                    raise OtherMachine(f"{platform.node()}: this worker has {said}")
        return Worker(course, checks, self.assignment, self.problems, unsafe=self.unsafe)


def order_of(
    course: Course, assignment: str, problems: list[str], *, seconds: float, unsafe: bool
) -> Order:
    """To grade these problems of the course as an assignment."""
    root = course.root
    files = [*problem_files(root), *reference_files(root / REFERENCE)]
    files += [root / SETTINGS] if (root / SETTINGS).is_file() else []
    contents = {file.relative_to(root).as_posix(): file.read_bytes() for file in files}
    contents |= {f"{GIVEN}/{path}": data for path, data in given_files(root).items()}
    return Order(
        _in_base_64(contents),
        course.secret,
        assignment,
        tuple(problems),
        made_of(course, assignment, problems),
        seconds,
        unsafe,
    )


def submission_to_json(submission: Submission) -> dict[str, Any]:
    files = _in_base_64(submission.files)
    return {"name": submission.name, "files": files, "notes": list(submission.notes)}


def submission_from_json(said: Mapping[str, Any]) -> Submission:
    files = {path: base64.b64decode(text) for path, text in said["files"].items()}
    return Submission(said["name"], files, tuple(said["notes"]))


def _in_base_64(files: Mapping[str, bytes]) -> dict[str, str]:
    return {path: base64.b64encode(data).decode("ascii") for path, data in files.items()}
