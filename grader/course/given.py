"""The files that students were given: helper modules and data that their code imports and reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.errors import CourseError

GIVEN = "given"
# They are written into every cell; a data set for homework is a few megabytes.
MOST_BYTES = 64 << 20


class TooMuchGiven(CourseError):
    """The folder holds more than can be laid beside every submission."""


def given_files(root: Path) -> dict[str, bytes]:
    """Of a course, by their paths below its folder `given`; that may be absent."""
    folder = root / GIVEN
    files = sorted(
        file
        for file in folder.rglob("*")
        if file.is_file() and not file.is_symlink() and "__pycache__" not in file.parts
    )
    size = sum(file.stat().st_size for file in files)
    if size > MOST_BYTES:
        most, has = MOST_BYTES >> 20, -(-size // (1 << 20))
        raise TooMuchGiven(f"{GIVEN}/ holds {has} MB; at most {most} MB go beside a submission")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def beside(files: Mapping[str, bytes], given: Mapping[str, bytes]) -> dict[str, bytes]:
    """A submission's files, and what was given as far as it has nothing of its own there."""
    taken = {path.casefold() for path in files}
    folders = {
        "/".join(path.split("/")[:count]).casefold()
        for path in files
        for count in range(1, path.count("/") + 1)
    }
    laid = {
        path: data
        for path, data in given.items()
        if path.casefold() not in taken | folders
        and not any(path.casefold().startswith(f"{file}/") for file in taken)
    }
    return {**laid, **files}
