"""What was handed in: the files of a submission, read without trust.

Nothing is parsed or unpacked here: `grader.reader` does that, in a process of its own. A file that
is left out is named in the notes, so that nobody wonders.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.errors import CallerError
from grader.reader.bounds import BOUNDS, Bounds, plain_name
from grader.reader.members import ARCHIVES, without_top_folder
from grader.submission.classes import students_in
from grader.submission.reading import Kind, Read, Start, Unread, read_here, reading
from grader.values.digest import digest_of
from grader.values.endings import is_answers, is_document, is_source

# As browsers and mail programs save them: `solution.py.txt`, `answers.md (1)`.
_LOOKS_LIKE = re.compile(r"(.+\.(?:py|ipynb)|answers\.(?:md|yaml))[ .].*", re.IGNORECASE)


class NoSubmission(CallerError):
    """There is nothing to grade at that path; the message says what was expected."""


class IsAClass(NoSubmission):
    """The submissions of several students lie there, a folder for each."""


@dataclass(frozen=True)
class Submission:
    """Relative path -> content, and what was left out."""

    name: str
    files: Mapping[str, bytes]
    notes: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Of the names and contents: the same files give the same digest anywhere."""
        return digest_of(self.files)

    @property
    def sources(self) -> list[bytes]:
        """The content of every file that may hold code."""
        return [data for path, data in self.files.items() if is_source(path)]


def read_submission(
    path: Path,
    *,
    leave_out: Iterable[Path] = (),
    of_a_class: bool = False,
    start: Start | None = None,
) -> Submission:
    """The submission at `path`: a folder, one file, or an archive. Raises NoSubmission.

    Folders in `leave_out` are not the student's: a course may lie around its submissions. What is
    one `of_a_class` is one, whatever folders it has. `start` gives the process that reads it.
    """
    with reading_submission(
        path, leave_out=leave_out, of_a_class=of_a_class, start=start
    ) as finished:
        return finished()


def read_from_class(
    path: Path, wanted: Mapping[str, str], name: str, start: Start | None = None
) -> Submission:
    """Of a folder or zip archive with the files of many, those that are `wanted`: files and
    folders, each with the name that the student gave it; a folder without one is left as if its
    files had been handed in. Raises NoSubmission."""
    kind: Kind = "folder" if path.is_dir() else "parcel"
    read = _read(path, kind, tuple(wanted), start=start)
    files = {_own_name(file, wanted): data for file, data in read.files.items()}
    if len(wanted) == 1:  # one archive: what was packed, and not the name of the file
        files = without_top_folder(files)
    missing = _nothing_to_grade(files) if files or not read.notes else ()
    return Submission(name, files, (*read.notes, *missing))


def list_class(path: Path) -> tuple[list[str], tuple[str, ...]]:
    """The names of all files in a zip archive, and what is to be said of it. Raises
    NoSubmission."""
    read = _read(path, "names", None, Bounds(files=BOUNDS.entries))
    return sorted(read.files), read.notes


def _read(
    path: Path,
    kind: Kind,
    wanted: Sequence[str] | None,
    bounds: Bounds = BOUNDS,
    start: Start | None = None,
) -> Read:
    with (
        _opened(path, kind) as descriptor,
        reading(descriptor, kind, path.name, bounds, wanted=wanted, start=start) as reply,
    ):
        try:
            return reply()
        except Unread as why:
            raise NoSubmission(f"{path}: {why}") from why


def _own_name(file: str, wanted: Mapping[str, str]) -> str:
    if file in wanted:
        return wanted[file]
    top = max((one for one in wanted if file.startswith(f"{one}/")), key=len, default="")
    rest = file[len(top) + 1 :] if top else file
    return f"{wanted[top]}/{rest}" if wanted.get(top) else rest


@contextmanager
def reading_submission(
    path: Path,
    *,
    leave_out: Iterable[Path] = (),
    of_a_class: bool = False,
    start: Start | None = None,
) -> Iterator[Callable[[], Submission]]:
    """`read_submission`, begun: what is yielded waits for it. Both raise NoSubmission."""
    kind: Kind
    if path.is_file() and not path.is_symlink():
        packed = _archive_ending(path.name)
        kind, name = ("archive", path.name[: -len(packed)]) if packed else ("file", path.name)
    elif path.is_dir():
        kind, name = "folder", path.resolve().name
    else:
        raise NoSubmission(f"{path}: no such folder or file; name the folder with your answers")
    if kind == "file" and not plain_name(path.name):
        raise NoSubmission(f"{str(path)!a}: its name has unusual characters")
    with _reading(path, kind, leave_out, start) as reply:

        def finished() -> Submission:
            try:
                read = reply()
            except Unread as why:
                raise NoSubmission(f"{path}: {why}") from why
            if not of_a_class and (students := students_in(read.files)):
                raise IsAClass(_is_a_class(path, students))
            # Where everything was left out, it has been said why.
            missing = _nothing_to_grade(read.files) if read.files or not read.notes else ()
            return Submission(name or path.name, read.files, (*read.notes, *missing))

        yield finished


@contextmanager
def _reading(
    path: Path, kind: Kind, leave_out: Iterable[Path], start: Start | None
) -> Iterator[Callable[[], Read]]:
    """What is yielded gives what was read, and raises Unread. This raises NoSubmission."""
    if not hasattr(os, "O_DIRECTORY"):  # a system on which no folder can be handed to a process
        yield lambda: read_here(path, kind, BOUNDS, leave_out)
        return
    left_out = list(_identities(leave_out))
    with (
        _opened(path, kind) as descriptor,
        reading(descriptor, kind, path.name, BOUNDS, left_out, start=start) as reply,
    ):
        yield reply


def _is_a_class(path: Path, students: Sequence[str]) -> str:
    """What to do where every student has a folder. One homework may have folders, too."""
    named = ", ".join(students[:3]) + (", …" if len(students) > 3 else "")
    return (
        f"{path}: holds {len(students)} submissions, a folder for each ({named}), and not one; "
        f"grade them all by: grader batch {path}. If it is one homework, put its files into one "
        "folder"
    )


def _nothing_to_grade(files: Iterable[str]) -> Iterator[str]:
    """What is said where there is neither source nor a file of answers, by what looks like one."""
    names = {path: path.rpartition("/")[2] for path in files}
    if any(is_source(n) or is_answers(n) or is_document(n) for n in names.values()):
        return
    said = "no .py, .ipynb, answers.md or other document that is read was found"
    for path, name in names.items():
        meant = _LOOKS_LIKE.match(name)
        if meant:
            said += f"; {path} looks like one: rename it to {meant[1]}"
            break
    yield said


def _archive_ending(name: str) -> str:
    """By its ending: what a file is called is what its owner meant it to be."""
    return next((ending for ending in ARCHIVES if name.lower().endswith(ending)), "")


@contextmanager
def _opened(path: Path, kind: Kind) -> Iterator[int]:
    # A file may have become a FIFO since, which would block, or a link, which would be followed.
    # The folder itself may be a link: whoever grades named it.
    special = os.O_DIRECTORY if kind == "folder" else os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | special)
    except OSError as error:
        raise NoSubmission(f"{path}: could not be opened ({error.strerror})") from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _identities(folders: Iterable[Path]) -> Iterator[tuple[int, int]]:
    """What the folders are, whatever they are called on the way to them."""
    for folder in folders:
        if folder.is_dir():
            status = folder.stat()
            yield status.st_dev, status.st_ino
