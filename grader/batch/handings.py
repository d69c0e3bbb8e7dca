"""What lies in the folder or archive of a class: a handing for each time somebody handed in.

| from | looks like |
|---|---|
| Canvas | `doejane_LATE_1234_5678_hw1.py`, flat: name, user, submission, file |
| Moodle | `Jane Doe_1234_assignsubmission_file_/hw1.py`, or `…_file_hw1.py`, flat |
| Gradescope | `submission_1234/hw1.py` and `submission_metadata.yml`, in one more folder or not |
| anything else | a folder, file or archive for each student, called like the student |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.batch.metadata import METADATA, Submitted, read_metadata
from grader.errors import CallerError
from grader.reader.members import ARCHIVES
from grader.reader.room import SKIPPED_FOLDERS
from grader.report.text import one_line
from grader.submission import Submission, read_submission
from grader.submission.intake import list_class, read_from_class
from grader.submission.reading import Start
from grader.values.endings import is_answers, is_document, is_source

_CANVAS = re.compile(r"(?P<who>[^_/]+)(?P<late>_LATE)?_(?P<user>\d+)_(?P<sent>\d+)_(?P<file>[^/]+)")
# The shortest name: what follows the platform's own words is the student's to choose, and may
# repeat them with somebody else's number.
_MOODLE = re.compile(
    r"(?P<who>[^/]+?)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)"
)
_GRADESCOPE = re.compile(r"submission_(?P<user>\d+)")
# `ada_attempt2`, `ada-v2`, `ada (2)`: the same student again.
_ATTEMPT = re.compile(
    r"(?P<who>.+?)(?:[ _-]+(?:attempt|try|version|submission|v)[ _-]?| ?\()(?P<number>\d{1,4})\)?",
    re.IGNORECASE,
)
MAX_LABEL = 200  # a folder's name is shorter; one of an archive may be what its packer likes


class NoClass(CallerError):
    """There is no class at that path; the message says what was expected."""


@dataclass(frozen=True)
class Source:
    """Where the files of one handing lie: at `path`, or as the `wanted` files of it, each with the
    name that the student gave it."""

    path: Path
    wanted: Mapping[str, str] | None = None

    def read(self, name: str, start: Start) -> Submission:
        """What was handed in, called after the student wherever its files lie. Raises
        NoSubmission."""
        if self.wanted is None:
            found = read_submission(self.path, of_a_class=True, start=start)
        else:
            found = read_from_class(self.path, self.wanted, name, start)
        return Submission(name, found.files, found.notes)


@dataclass(frozen=True)
class Handing:
    """Something handed in: by whom, as the name of it says, and which time it was."""

    labels: tuple[str, ...]  # several where a platform says that they did it together
    source: Source
    number: int = 0
    at: str | None = None
    other_names: tuple[str, ...] = ()  # what else the platform calls them by
    top: str = ""  # what it is called where it lies, if that is not the last of its path

    @property
    def name(self) -> str:
        """What people read of it."""
        return ", ".join(self.labels)

    @property
    def place(self) -> str:
        """What the folder, file or archive of it is called where it lies."""
        return _label(self.top or self.source.path.name)


def handings_in(path: Path) -> tuple[list[Handing], tuple[str, ...]]:
    """Every handing in the folder or zip archive, and what is to be said. Raises NoClass, or
    NoSubmission if the archive cannot be read."""
    if path.is_dir():
        names = sorted(_entries(path))
        notes: tuple[str, ...] = ()
    elif path.is_file() and path.name.lower().endswith(".zip"):
        names, notes = list_class(path)
    else:
        raise NoClass(f"{path}: no such folder or zip archive; name the one with the submissions")
    found = _from_platform(path, names) or _one_each(path, names)
    if not found:
        raise NoClass(f"{path}: nothing in it looks like a submission")
    return found, notes


def _entries(folder: Path) -> Iterator[str]:
    """What lies in the folder, by name: neither what systems leave there nor links."""
    try:
        for entry in folder.iterdir():
            hidden = entry.name.startswith(".") or entry.name in SKIPPED_FOLDERS
            if not hidden and not entry.is_symlink():
                yield entry.name
    except OSError as error:
        raise NoClass(f"{folder}: could not be opened ({error.strerror})") from error


def _from_platform(path: Path, names: list[str]) -> list[Handing]:
    prefix = _only_folder(path, names)
    short = [name.removeprefix(prefix) for name in names]
    tops = sorted({name.partition("/")[0] for name in short})
    for pattern in (_CANVAS, _MOODLE):
        if all(pattern.fullmatch(top) for top in tops if top != METADATA):
            return list(_named(path, prefix, tops, pattern))
    inside = path
    if path.is_dir() and len(tops) == 1 and (path / tops[0] / METADATA).is_file():
        inside = path / tops[0]  # unpacked with the folder that it was packed in
        tops = sorted(_entries(inside))
    if METADATA in tops and any(map(_GRADESCOPE.fullmatch, tops)):
        return list(_gradescope(inside, prefix, tops))
    return []


def _only_folder(path: Path, names: list[str]) -> str:
    """The folder that an archive has put before everything, with its slash."""
    tops = {name.partition("/")[0] for name in names}
    if path.is_dir() or len(tops) != 1 or any("/" not in name for name in names):
        return ""
    top = tops.pop()
    return "" if _MOODLE.fullmatch(top) or _GRADESCOPE.fullmatch(top) else f"{top}/"


def _named(
    path: Path, prefix: str, tops: Iterable[str], pattern: re.Pattern[str]
) -> Iterator[Handing]:
    """By the names of files: several may be one person's."""
    found: dict[str, dict[str, str]] = {}
    who: dict[str, str] = {}
    for top in tops:
        match = pattern.fullmatch(top)
        if match is not None:
            found.setdefault(match["user"], {})[f"{prefix}{top}"] = match["file"]
            who[match["user"]] = match["who"]
    for user, wanted in found.items():
        top = next(iter(wanted)).removeprefix(prefix)
        source = _source(path, wanted)
        yield Handing((_label(who[user]),), source, other_names=(user,), top=top)


def _source(path: Path, wanted: Mapping[str, str]) -> Source:
    """A folder on disk, or an archive alone in one, is read like any other."""
    if path.is_dir() and len(wanted) == 1:
        (name,) = wanted
        if (path / name).is_dir() or name.lower().endswith(ARCHIVES):
            return Source(_packed_in(path / name))
    return Source(path, wanted)


def _gradescope(path: Path, prefix: str, tops: Iterable[str]) -> Iterator[Handing]:
    told = read_metadata(_metadata(path, prefix))
    for top in tops:
        match = _GRADESCOPE.fullmatch(top)
        if match is None:
            continue
        known = told.get(top, Submitted((match["user"],), (), None))
        source = (
            Source(_packed_in(path / top)) if path.is_dir() else Source(path, {prefix + top: ""})
        )
        labels = tuple(map(_label, known.names))
        yield Handing(labels, source, int(match["user"]), known.at, known.other_names, top)


def _metadata(path: Path, prefix: str) -> bytes:
    if path.is_dir():
        return (path / METADATA).read_bytes()
    return read_from_class(path, {prefix + METADATA: METADATA}, METADATA).files[METADATA]


def _one_each(path: Path, names: list[str]) -> list[Handing]:
    prefix = _only_folder(path, names)
    tops = sorted({name.removeprefix(prefix).partition("/")[0] for name in names})
    return list(_each(path, prefix, tops))


def _each(path: Path, prefix: str, tops: Iterable[str]) -> Iterator[Handing]:
    for top in tops:
        is_folder = (path / top).is_dir() if path.is_dir() else not _is_file_name(top)
        if not is_folder and not _is_file_name(top):
            continue
        label = top if is_folder else _without_ending(top)
        match = _ATTEMPT.fullmatch(label)
        who, number = (match["who"], int(match["number"])) if match else (label, 0)
        source = Source(path, {prefix + top: "" if is_folder else top})
        if path.is_dir():
            source = Source(_packed_in(path / top))
        yield Handing((_label(who),), source, number, top=top)


def _is_file_name(name: str) -> bool:
    lower = name.lower()
    graded = is_source(name) or is_answers(name) or is_document(name)
    return lower.endswith(ARCHIVES) or graded


def _without_ending(name: str) -> str:
    packed = next((one for one in ARCHIVES if name.lower().endswith(one)), "")
    return name[: -len(packed)] if packed else name.rpartition(".")[0] or name


def _packed_in(path: Path) -> Path:
    """The archive in the student's folder, where there is nothing else in it."""
    if path.is_dir() and not path.is_symlink():
        inside = [path / name for name in _entries(path)]
        if len(inside) == 1 and inside[0].name.lower().endswith(ARCHIVES) and inside[0].is_file():
            return inside[0]
    return path


def _label(text: str) -> str:
    return one_line(text.encode("utf-8", "backslashreplace").decode())[:MAX_LABEL]
