"""Reads a submission in this very process, where a folder cannot be handed to another: on Windows.

For one's own work: nothing is between what is read and who reads it. What is read, left out and
said is as in `folder` and `archive`.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from grader.reader.bounds import Bounds, plain_name
from grader.reader.room import (
    SKIPPED_FOLDERS,
    SKIPPED_SUFFIXES,
    Notes,
    Nothing,
    Room,
    place_in_line,
)

OPEN = os.O_RDONLY | getattr(os, "O_BINARY", 0)


def read_plainly(
    path: str, kind: str, bounds: Bounds, notes: Notes, leave_out: Collection[str] = ()
) -> dict[str, bytes]:
    """The files of a "folder" without the folders in `leave_out`, an "archive", or one "file".
    Raises Nothing, and OSError if it cannot be opened."""
    if kind == "archive":
        from grader.reader.archive import read_archive

        descriptor = os.open(path, OPEN)
        try:
            return read_archive(descriptor, os.path.basename(path), bounds, notes)  # noqa: PTH119
        finally:
            os.close(descriptor)
    room = Room(bounds, notes)
    if kind == "folder":
        for name in sorted(_files(path, bounds, notes, leave_out), key=place_in_line):
            _read(f"{path}/{name}", name, bounds, room, notes)
    else:
        _read(path, os.path.basename(path), bounds, room, notes)  # noqa: PTH119
        if not room.files:
            raise Nothing(notes.all()[0])
    room.close()
    return room.files


def _files(root: str, bounds: Bounds, notes: Notes, leave_out: Collection[str]) -> Iterator[str]:
    """Paths below the folder, with slashes, of all that may be read."""
    left = bounds.entries
    for folder, below, names in os.walk(root):
        near = os.path.relpath(folder, root).replace(os.sep, "/")
        prefix = "" if near == "." else f"{near}/"
        kept = []
        for name in sorted(below):
            inside = os.path.join(folder, name)  # noqa: PTH118
            if name in SKIPPED_FOLDERS or os.path.realpath(inside) in leave_out:
                continue
            if os.path.islink(inside):  # noqa: PTH114
                notes.about(f"{prefix}{name}", "left out, it is a link")
            elif prefix.count("/") >= bounds.depth:
                what = f"folders deeper than {bounds.depth} levels were not read"
                notes.about(f"{prefix}{name}/", what)
            else:
                kept.append(name)
        below[:] = kept
        for name in sorted(names):
            left -= 1
            if left < 0:
                most = f"{bounds.entries:,}"
                notes.say(f"more than {most} files and folders: the rest was not read")
                return
            if not plain_name(name):
                what = "left out, its name has unusual characters"
                notes.about(f"{prefix}{name}", what, quoted=True)
            elif os.path.islink(os.path.join(folder, name)):  # noqa: PTH114, PTH118
                notes.about(f"{prefix}{name}", "left out, it is a link")
            elif not name.endswith(SKIPPED_SUFFIXES):
                yield f"{prefix}{name}"


def _read(path: str, name: str, bounds: Bounds, room: Room, notes: Notes) -> None:
    if room.full:
        room.turn_away()
        return
    try:
        if room.fits(name, os.stat(path).st_size):  # noqa: PTH116
            with open(path, "rb") as file:  # noqa: PTH123
                room.keep(name, file.read(bounds.file_bytes + 1))
    except OSError as error:
        notes.about(name, f"could not be read ({error.strerror})")
