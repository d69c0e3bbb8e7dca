"""What a file of the course says: plain data, with the place of every key and value beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.course.faults import CourseFault, Fault
from grader.course.remembered import Remembered

Path_ = tuple[str | int, ...]
Place = tuple[int, int]  # line and column
MAX_BYTES = 256 << 10  # the parser reads about 60 kB a second; a long problem has 5


@dataclass(frozen=True)
class Source:
    """`data` is dictionaries, lists and scalars only; `places` maps a path to (line, column)."""

    file: str
    data: Any
    places: Mapping[Path_, Place]
    text_lines: Mapping[Path_, int] = field(default_factory=dict)  # where a text itself begins
    digest: str = ""  # of exactly the bytes that were read

    def fault(self, path: Path_, message: str) -> Fault:
        """A fault at `path`, or at the nearest enclosing place that the file really has."""
        at = path
        while at and at not in self.places:
            at = at[:-1]
        line, column = self.places.get(at, (1, 1))
        return Fault(self.file, line, column, ".".join(map(str, path)), message)


def read_yaml(file: Path, shown_as: str) -> Source:
    """One file, parsed unless its content is known. Raises CourseFault if it is not plain YAML."""
    from grader.course.kept_source import from_kept, to_kept

    data = _bytes_of(file, shown_as)
    digest = hashlib.sha256(data).hexdigest()
    remembered = Remembered("yaml")
    known = from_kept(remembered.get(digest), shown_as)
    if known is None:
        # Only here: a file that has not changed does without the parser, which is slow to import.
        from grader.course.parsing import parse_yaml

        known = parse_yaml(data, shown_as)
        remembered.put(digest, to_kept(known))
    return replace(known, digest=digest)


def _bytes_of(file: Path, shown_as: str) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise CourseFault([Fault(shown_as, 1, 1, "", f"cannot be read: {reason}")]) from error
    if len(data) > MAX_BYTES:
        message = f"is larger than {MAX_BYTES >> 10} kB; split the problem"
        raise CourseFault([Fault(shown_as, 1, 1, "", message)])
    return data
