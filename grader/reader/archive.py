"""Reads a submission from a zip or tar archive, as if it were the folder that was packed."""

from __future__ import annotations

import os

from grader.reader.bounds import Bounds
from grader.reader.members import MAX_ARCHIVE_BYTES, Refused, without_top_folder
from grader.reader.room import Notes, Nothing, Room
from grader.reader.tars import read_tar
from grader.reader.zips import read_zip


def read_archive(descriptor: int, name: str, bounds: Bounds, notes: Notes) -> dict[str, bytes]:
    """The files packed in the open archive called `name`. Raises Nothing if it is none."""
    room = Room(bounds, notes)
    ending = name.lower()
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        if os.fstat(descriptor).st_size > MAX_ARCHIVE_BYTES:
            raise Nothing(f"it is larger than {MAX_ARCHIVE_BYTES >> 20} MB")
        try:
            if ending.endswith(".zip"):
                read_zip(file, bounds, notes, room)
            else:
                read_tar(file, bounds, notes, room, packed=not ending.endswith(".tar"))
        except Refused as why:
            if not room.files:
                raise Nothing(str(why)) from why
            notes.about(name, f"{why}; what came before was read")
    room.close()
    return without_top_folder(room.files)
