"""The program that reads a submission: `grader.submission.reading` starts `main`.

One request comes on standard input, one reply goes to standard output, both in the wire's format.
The file or folder itself was opened by the process that started this one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from grader.reader.bounds import OUT_OF_MEMORY, Bounds
from grader.reader.folder import read_file, read_folder
from grader.reader.room import Notes, Nothing, Room
from grader.reader.walls import seal
from grader.values import decode, encode

Reading = Callable[[int, Bounds, Notes], dict[str, bytes]]
AS_BYTES = ("folder", "file")  # the kinds of which nothing is parsed


def main() -> None:
    request = decode(sys.stdin.buffer.read())
    reading = _reading(request)
    descriptor = request["descriptor"]
    is_folder = request["kind"] == "folder"
    if is_folder:
        os.fchdir(descriptor)
    seal(opens=is_folder, parent=request["parent"])
    os._exit(_answered(reading, descriptor, request, 1))


def read_as_bytes(requests: int, replies: int, descriptor: int) -> int:
    """Read the files of a folder, or a single one, in a process that goes on, without walls:
    nothing in them is looked into, and no link is followed. The answer is an exit code."""
    with open(requests, "rb") as asked:
        request = decode(asked.read())
    assert request["kind"] in AS_BYTES, "what is parsed is parsed behind walls"
    return _answered(_reading(request), descriptor, request, replies)


def _answered(reading: Reading, descriptor: int, request: dict[str, Any], replies: int) -> int:
    try:
        _send(encode(_reply(reading, descriptor, Bounds(**request["bounds"]))), replies)
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _reading(request: dict[str, Any]) -> Reading:
    """What is to be done. All that it needs is imported here, before nothing can be opened."""
    name = request["name"]
    wanted = None if request["wanted"] is None else frozenset(request["wanted"])
    if request["kind"] == "folder":
        leave_out = [(device, number) for device, number in request["leave_out"]]
        return lambda root, bounds, notes: read_folder(root, bounds, notes, leave_out, wanted)
    if request["kind"] == "file":
        return lambda file, bounds, notes: _single(file, name, bounds, notes)
    if request["kind"] in ("names", "parcel"):
        from grader.reader.parcels import list_parcel, read_parcel

        if wanted is None:
            return list_parcel
        return lambda file, bounds, notes: read_parcel(file, wanted, bounds, notes)
    from grader.reader.archive import read_archive

    return lambda file, bounds, notes: read_archive(file, name, bounds, notes)


def _reply(reading: Reading, descriptor: int, bounds: Bounds) -> dict[str, Any]:
    """{files, notes, refused}: what was read, what is said, or why nothing was read at all."""
    notes = Notes(bounds.notes)
    try:
        files = reading(descriptor, bounds, notes)
    except Nothing as why:
        return {"files": [], "notes": [], "refused": str(why)}
    # By name, whatever they were packed in.
    return {
        "files": [[name, files[name]] for name in sorted(files)],
        "notes": notes.all(),
        "refused": "",
    }


def _single(file: int, name: str, bounds: Bounds, notes: Notes) -> dict[str, bytes]:
    room = Room(bounds, notes)
    read_file(file, name, bounds, room, notes)
    if not room.files:
        raise Nothing(notes.all()[0])
    return room.files


def _send(frame: bytes, replies: int) -> None:
    left = memoryview(frame)
    while left:
        left = left[os.write(replies, left) :]
