"""Reads a folder, or a single file: regular files only, never following a link.

Every path is opened one component at a time below the folder that was handed over, so that a folder
that is replaced by a link while it is read leads nowhere.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from grader.reader.bounds import Bounds, plain_name
from grader.reader.room import SKIPPED_FOLDERS, SKIPPED_SUFFIXES, Notes, Room, place_in_line

Identity = tuple[int, int]  # device and number: what a folder is, whatever it is called

# Not through open(): a FIFO would block, a link would be followed.
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_OPEN_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC


def read_folder(
    root: int,
    bounds: Bounds,
    notes: Notes,
    leave_out: Sequence[Identity] = (),
    wanted: AbstractSet[str] | None = None,
) -> dict[str, bytes]:
    """The files below the open folder `root`, save the folders in `leave_out`. Where only some are
    `wanted`, those files of the folder itself: it holds what others have handed in."""
    room = Room(bounds, notes)
    files: Iterable[str] = (
        _Walk(root, bounds, notes, leave_out).files() if wanted is None else wanted
    )
    for name in sorted(files, key=place_in_line):
        if room.full:
            room.turn_away()
            continue
        try:
            descriptor = _open_below(root, name.split("/"), OPEN_FILE)
        except OSError as error:
            notes.about(name, f"could not be opened ({error.strerror})")
            continue
        try:
            read_file(descriptor, name, bounds, room, notes)
        finally:
            os.close(descriptor)
    room.close()
    return room.files


def read_file(descriptor: int, name: str, bounds: Bounds, room: Room, notes: Notes) -> None:
    """The open file, as `name`, if it is a regular one and there is room."""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        notes.about(name, "left out, it is not a regular file")
    elif room.fits(name, status.st_size):
        try:
            # Not only what it was said to have: what it has grown by since is for `keep` to judge.
            data = _first_bytes(descriptor, bounds.file_bytes + 1)
        except OSError as error:
            notes.about(name, f"could not be read ({error.strerror})")
        else:
            room.keep(name, data)


def _first_bytes(descriptor: int, most: int) -> bytes:
    pieces = []
    while most > 0 and (piece := os.read(descriptor, min(most, 1 << 20))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _open_below(root: int, parts: Sequence[str], flags: int) -> int:
    """Opened without a link anywhere on the way. Raises OSError."""
    here = os.dup(root)
    try:
        for part in parts[:-1]:
            below = os.open(part, _OPEN_FOLDER, dir_fd=here)
            os.close(here)
            here = below
        return os.open(parts[-1], flags, dir_fd=here)
    finally:
        os.close(here)


class _Walk:
    """Goes through a folder breadth first, naming what it passes by.

    What lies deep down never keeps what lies at the top from being seen.
    """

    def __init__(
        self, root: int, bounds: Bounds, notes: Notes, leave_out: Sequence[Identity]
    ) -> None:
        self._root = root
        self._bounds = bounds
        self._notes = notes
        self._leave_out = frozenset(leave_out)
        self._left = bounds.entries
        self._folders: deque[str] = deque([""])

    def files(self) -> Iterator[str]:
        """Paths of what may be files. A folder's path ends in a slash, the first one's is empty."""
        while self._folders:
            prefix = self._folders.popleft()
            if prefix.count("/") > self._bounds.depth:
                what = f"folders deeper than {self._bounds.depth} levels were not read"
                self._notes.about(prefix, what)
                continue
            try:
                yield from self._in(prefix)
            except OSError as error:
                self._notes.about(prefix or ".", f"could not be opened ({error.strerror})")

    def _in(self, prefix: str) -> Iterator[str]:
        folder = _open_below(self._root, [*prefix.split("/")[:-1], "."], _OPEN_FOLDER)
        try:
            status = os.fstat(folder)
            if (status.st_dev, status.st_ino) in self._leave_out:
                return
            for entry in self._entries(folder):
                name = f"{prefix}{entry.name}"
                if not plain_name(entry.name):
                    what = "left out, its name has unusual characters"
                    self._notes.about(name, what, quoted=True)
                elif entry.is_symlink():
                    self._notes.about(name, "left out, it is a link")
                elif entry.is_dir(follow_symlinks=False):
                    if entry.name not in SKIPPED_FOLDERS:
                        self._folders.append(f"{name}/")
                elif not entry.name.endswith(SKIPPED_SUFFIXES):
                    yield name
        finally:
            os.close(folder)

    def _entries(self, folder: int) -> list[os.DirEntry[str]]:
        found = []
        with os.scandir(folder) as entries:
            for entry in entries:
                if self._left <= 0:
                    most = f"{self._bounds.entries:,}"
                    self._notes.say(f"more than {most} files and folders: the rest was not read")
                    self._folders.clear()
                    break
                self._left -= 1
                found.append(entry)
        return sorted(found, key=lambda entry: entry.name)
