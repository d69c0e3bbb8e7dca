"""Reads an archive that holds the submissions of a class, as learning platforms export them.

Such an archive is listed once, and then read a student at a time: what is large or damaged in one
submission is nobody else's. What a student has packed is opened here, one level deep.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Set as AbstractSet
from typing import IO

from grader.reader.bounds import Bounds
from grader.reader.members import ARCHIVES, Listing, Refused, without_top_folder
from grader.reader.room import Notes, Nothing, Room
from grader.reader.tars import read_tar
from grader.reader.zips import contents, member_of, opened_zip, read_zip

# A class of a thousand with pictures. Nothing but the list of members is read in one piece.
MAX_PARCEL_BYTES = 16 << 30


def list_parcel(descriptor: int, bounds: Bounds, notes: Notes) -> dict[str, bytes]:
    """The paths of all members, each without content. Raises Nothing."""
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        listing = Listing(bounds, notes, archives=True)
        for place, info in enumerate(_members(file)[1]):
            if place >= bounds.entries:
                notes.say(f"more than {bounds.entries:,} files and folders: the rest was not read")
                break
            listing.add(member_of(info))
    return {name: b"" for name, _, _ in listing.in_line()}


def read_parcel(
    descriptor: int, wanted: AbstractSet[str], bounds: Bounds, notes: Notes
) -> dict[str, bytes]:
    """Of the members those that are `wanted`, and what lies below a wanted folder."""
    room = Room(bounds, notes)
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        archive, members = _members(file)
        listing = Listing(bounds, notes, archives=True, wanted=wanted)
        try:
            for name, data in contents(archive, members, listing, notes, room):
                if name.lower().endswith(ARCHIVES):
                    _unpack(name, data, bounds, notes, room)
                else:
                    room.keep(name, data)
        except Refused as why:
            notes.say(f"{why}: the rest was not read")
    room.close()
    return room.files


def _members(file: IO[bytes]) -> tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]:
    if os.fstat(file.fileno()).st_size > MAX_PARCEL_BYTES:
        raise Nothing(f"it is larger than {MAX_PARCEL_BYTES >> 30} GB")
    try:
        return opened_zip(file)
    except Refused as why:
        raise Nothing(str(why)) from why


def _unpack(name: str, data: bytes, bounds: Bounds, notes: Notes, room: Room) -> None:
    """Keep what a student packed, in a folder that is called like the archive."""
    inner = Room(bounds, notes)
    try:
        if name.lower().endswith(".zip"):
            read_zip(io.BytesIO(data), bounds, notes, inner)
        else:
            packed = not name.lower().endswith(".tar")
            read_tar(io.BytesIO(data), bounds, notes, inner, packed=packed)
    except Refused as why:
        notes.about(name, str(why))
    inner.close()
    for path, content in without_top_folder(inner.files).items():
        room.keep(f"{name}/{path}", content)
