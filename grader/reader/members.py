"""What zip and tar archives share: which of their members are read, and as what.

Members are read into memory one by one; nothing is written to disk and nothing is ever "extracted".
What an archive says about itself (sizes, names, counts) is looked at first and not believed after:
what really comes out is counted too. An archive inside an archive stays shut.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from grader.reader.bounds import Bounds, name_fault
from grader.reader.room import SKIPPED_FOLDERS, SKIPPED_SUFFIXES, Notes, place_in_line

ARCHIVES = (".tar.gz", ".tgz", ".tar", ".zip")
_NEVER_OPENED = (".bz2", ".xz", ".zst", ".7z", ".rar", ".whl")
_NOT_OPENED = (*ARCHIVES, ".gz", *_NEVER_OPENED)

# Pictures beside the homework make an archive large, and cost little where they are passed by.
MAX_ARCHIVE_BYTES = 256 << 20
# To pass a member of a packed tar by, it must be unpacked: this is time, not memory.
MAX_UNPACKED_BYTES = 256 << 20
# Source and notebooks shrink to a fifth, seldom a thirtieth; a file of zeros to a thousandth.
# A small file may shrink as it likes.
MAX_RATIO = 200
RATIO_FROM_BYTES = 1 << 20

# What systems leave in archives, besides the folders and endings that are skipped anywhere.
_SYSTEM_FILES = re.compile(r"\._.*|\.DS_Store|Thumbs\.db|desktop\.ini", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")


class Refused(Exception):
    """The whole archive, or the rest of it, is not read; the message says why."""


@dataclass(frozen=True)
class Member:
    """One entry, whatever the format. `fault` says why it is not read, if it is not."""

    name: str
    size: int
    is_folder: bool
    fault: str
    packed: int | None = None  # bytes in the archive, where the format has that


class Listing:
    """The members that are to be read, by what the archive says of them; the others are noted."""

    def __init__(
        self,
        bounds: Bounds,
        notes: Notes,
        *,
        archives: bool = False,
        wanted: AbstractSet[str] | None = None,
    ) -> None:
        """`archives` are members like others where the archive holds what many have packed. Of
        those that are not `wanted`, nor lie below, nothing is said: they are somebody else's."""
        self._bounds = bounds
        self._notes = notes
        self._archives = archives
        self._only = wanted
        self._seen = 0
        self._wanted: dict[str, tuple[int, int]] = {}  # path -> size, place in the archive
        self._folders: set[str] = set()  # that the wanted lie in

    def add(self, member: Member) -> None:
        """The next member, in the order of the archive."""
        self._seen += 1
        # Some programs on Windows write \, which no honest name on any system contains.
        name = member.name.replace("\\", "/")
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if self._only is not None and not is_wanted("/".join(parts), self._only):
            return
        if fault := _path_fault(name, parts):
            self._notes.about(name, f"left out, {fault}", quoted=True)
            return
        if member.is_folder or not parts or _is_clutter(parts):
            return
        name = "/".join(parts)
        above = ["/".join(parts[:count]) for count in range(1, len(parts))]
        if fault := member.fault or self._place_fault(name, above) or _size_fault(member):
            self._notes.about(name, f"left out, {fault}")
            return
        self._wanted[name] = member.size, self._seen - 1
        self._folders.update(above)

    def in_line(self) -> list[tuple[str, int, int]]:
        """(path, size, place in the archive) of each, what is graded first."""
        return [(name, *self._wanted[name]) for name in sorted(self._wanted, key=place_in_line)]

    def _place_fault(self, name: str, above: list[str]) -> str:
        if name in self._wanted:
            return "it is there twice; the first was read"
        if name in self._folders or any(folder in self._wanted for folder in above):
            return "a file and a folder have the same name"
        if len(above) > self._bounds.depth:
            return f"it lies deeper than {self._bounds.depth} folders"
        endings = _NEVER_OPENED if self._archives else _NOT_OPENED
        return "it is an archive itself" if name.lower().endswith(endings) else ""


def is_wanted(path: str, wanted: AbstractSet[str]) -> bool:
    """Whether it is one of these files, or lies in one of these folders."""
    above = [path[:at] for at, letter in enumerate(path) if letter == "/"]
    return path in wanted or not wanted.isdisjoint(above)


def without_top_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Packing a folder puts its name before everything; unpacked, that is the submission."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) != 1 or not all("/" in name for name in files):
        return files
    return {name.partition("/")[2]: data for name, data in files.items()}


def _path_fault(name: str, parts: list[str]) -> str:
    if name.startswith("/") or _DRIVE.match(name):
        return "its path does not start in the submission"
    return name_fault(parts)


def _is_clutter(parts: list[str]) -> bool:
    return (
        bool(SKIPPED_FOLDERS.intersection(parts[:-1]))
        or bool(_SYSTEM_FILES.fullmatch(parts[-1]))
        or (parts[-1].endswith(SKIPPED_SUFFIXES) and not parts[-1].lower().endswith(_NOT_OPENED))
    )


def _size_fault(member: Member) -> str:
    if member.size < 0:
        return "its size makes no sense"
    if member.packed is not None and member.size > RATIO_FROM_BYTES:
        ratio = member.size / max(member.packed, 1)
        if ratio > MAX_RATIO:
            return f"it unpacks to {ratio:.0f} times its size"
    return ""
