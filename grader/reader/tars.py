"""Reads a tar archive, packed or not, from its beginning: once to list it, once to read it.

A tar has no list of members. What to keep is known only at its end, and nothing is kept meanwhile.
"""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable, Iterator
from typing import IO, Self

from grader.reader.bounds import Bounds
from grader.reader.members import MAX_UNPACKED_BYTES, Listing, Member, Refused
from grader.reader.room import Notes, Room

# tarfile looks beyond the end once or twice when an archive is cut short. To pass by what is not
# there, it would look there for as long as the member was said to be.
_LOOKS_BEYOND_THE_END = 8
_DAMAGED = "it is not a tar archive, or is damaged"


def read_tar(file: IO[bytes], bounds: Bounds, notes: Notes, room: Room, *, packed: bool) -> None:
    """Put what is in the archive into `room`. Raises Refused, after which that is incomplete."""
    listing = Listing(bounds, notes)
    refusal = None
    try:
        for place, (_, info) in enumerate(_members(file, packed)):
            if place >= bounds.entries:
                most = f"{bounds.entries:,}"
                raise Refused(f"more than {most} files and folders: the rest was not read")
            listing.add(_member(info))
    except Refused as why:  # what came before is read all the same
        refusal = why
    wanted: dict[int, str] = {}
    for name, size, place in listing.in_line():
        if room.fits(name, size):
            room.reserve(size)
            wanted[place] = name
    last = max(wanted, default=-1)
    if wanted:
        for place, (archive, info) in enumerate(_members(file, packed)):
            if place in wanted:
                room.files[wanted[place]] = _content(archive, info)
            if place == last:
                break
    if refusal is not None:
        raise refusal


def _members(file: IO[bytes], packed: bool) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
    """Each member where the archive stands before its content. Raises Refused."""
    file.seek(0)
    try:
        stream = _Counted(gzip.GzipFile(fileobj=file).read1 if packed else file.read)
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_Strict) as archive:
            while (info := archive.next()) is not None:
                # It would remember every one of them.
                archive.members.clear()  # type: ignore[attr-defined]
                yield archive, info
    except (Refused, MemoryError):
        raise
    except Exception as error:  # at bytes that are not what they should be, tarfile raises anything
        raise Refused(_DAMAGED) from error


class _Strict(tarfile.TarInfo):
    """A member whose header is a header: tarfile ends without a word at what is none."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            if type(error).__name__ in ("EOFHeaderError", "EmptyHeaderError"):
                raise  # an end as it should be, or at least between two members
            raise tarfile.ReadError(str(error)) from error


class _Counted(io.RawIOBase):
    """A stream that ends in an error once too much came out of it, or nothing more will.

    To pass over a member, all of it must be unpacked: only what comes out can be limited.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read  # of a packed stream what is there: all else is lost where it is cut
        self._left = MAX_UNPACKED_BYTES
        self._looks_left = _LOOKS_BEYOND_THE_END

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise Refused(f"it unpacks to more than {MAX_UNPACKED_BYTES >> 20} MB")
        if not data:
            self._looks_left -= 1
            if self._looks_left < 0:
                raise EOFError("it ends before its members do")
        return data


def _content(archive: tarfile.TarFile, info: tarfile.TarInfo) -> bytes:
    content = archive.extractfile(info)  # opens it for reading; nothing is written
    try:
        data = content.read(info.size) if content is not None else b""
    except (Refused, MemoryError):
        raise
    except Exception as error:
        raise Refused(_DAMAGED) from error
    if len(data) != info.size:
        raise Refused(_DAMAGED)
    return data


def _member(info: tarfile.TarInfo) -> Member:
    fault = ""
    if info.issym() or info.islnk():
        fault = "it is a link"
    elif not info.isreg() and not info.isdir():
        fault = "it is not a regular file"
    elif info.issparse():
        fault = "it is a file with holes"
    return Member(info.name, info.size, info.isdir(), fault)
