"""Reads a zip archive: its list of members first, then those that there is room for."""

from __future__ import annotations

import encodings.cp437  # noqa: F401 - zipfile asks for it by name, when nothing can be opened
import io
import stat
import zipfile
from collections.abc import Iterator
from typing import IO

from grader.reader.bounds import Bounds
from grader.reader.members import MAX_UNPACKED_BYTES, Listing, Member, Refused
from grader.reader.room import Notes, Room

# zip's list of members is read in one piece; a hundred thousand honest names take this much, and
# as many of the shortest entries as fit take 300 MB of memory.
MAX_DIRECTORY_BYTES = 8 << 20
_ENCRYPTED, _UTF8_NAME = 0x1, 0x800
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_zip(file: IO[bytes], bounds: Bounds, notes: Notes, room: Room) -> None:
    """Put what is in the archive into `room`. Raises Refused, after which that is incomplete."""
    archive, members = opened_zip(file)
    for name, data in contents(archive, members, Listing(bounds, notes), notes, room):
        room.keep(name, data)


def contents(
    archive: zipfile.ZipFile,
    members: list[zipfile.ZipInfo],
    listing: Listing,
    notes: Notes,
    room: Room,
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each member that may be read and fits into `room`. Raises Refused."""
    overlapping = _overlapping(members)
    for place, info in enumerate(members):
        listing.add(member_of(info, overlaps=place in overlapping))
    unpacked = 0
    for name, size, place in listing.in_line():
        if not room.fits(name, size):
            continue
        # Members that turn out to be damaged have taken their time too.
        unpacked += size
        if unpacked > MAX_UNPACKED_BYTES:
            raise Refused(f"it unpacks to more than {MAX_UNPACKED_BYTES >> 20} MB")
        try:
            with archive.open(members[place]) as member:
                # One byte more than announced would be a lie; zipfile stops at what is announced.
                data = member.read(size + 1)
        except MemoryError:
            raise
        except Exception:
            notes.about(name, "left out, it is damaged")
        else:
            yield name, data


def opened_zip(file: IO[bytes]) -> tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]:
    """The archive and its entries. Raises Refused."""
    try:
        archive = zipfile.ZipFile(_Bounded(file))
        return archive, archive.infolist()
    except (Refused, MemoryError):
        raise
    except Exception as error:  # at bytes that are not what they should be, zipfile raises anything
        raise Refused("it is not a zip archive, or is damaged") from error


class _Bounded(io.RawIOBase):
    """A file of which no single read is large: zipfile reads the list of members in one."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size = file.seek(0, io.SEEK_END)
        file.seek(0)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def read(self, size: int = -1, /) -> bytes:
        left = max(0, self._size - self._file.tell())
        wanted = left if size < 0 else min(size, left)
        if wanted > MAX_DIRECTORY_BYTES:
            raise Refused("its list of files is too long")
        return self._file.read(wanted)


def _overlapping(members: list[zipfile.ZipInfo]) -> set[int]:
    """Places of members whose bytes are another's too: one bomb, unpacked a thousand times."""
    by_start = sorted(range(len(members)), key=lambda place: members[place].header_offset)
    found: set[int] = set()
    end, last = -1, -1
    for place in by_start:
        info = members[place]
        if info.header_offset < end:
            found.update((last, place))
        if info.header_offset + info.compress_size >= end:
            end, last = info.header_offset + info.compress_size, place
    return found


def member_of(info: zipfile.ZipInfo, *, overlaps: bool = False) -> Member:
    """What the archive says of one of its entries."""
    mode = info.external_attr >> 16  # of the system that packed it; 0 where it was not Unix
    fault = ""
    if stat.S_ISLNK(mode):
        fault = "it is a link"
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        fault = "it is not a regular file"
    elif info.flag_bits & _ENCRYPTED:
        fault = "it is encrypted"
    elif info.compress_type not in _METHODS:
        fault = "it is compressed in an unusual way"
    elif overlaps:
        fault = "it shares its bytes with another file"
    name = _name(info)
    is_folder = name.endswith(("/", "\\")) or stat.S_ISDIR(mode)
    return Member(name, info.file_size, is_folder, fault, info.compress_size)


def _name(info: zipfile.ZipInfo) -> str:
    """macOS writes UTF-8 and does not say so, upon which zipfile reads it as an old DOS's."""
    name = info.orig_filename  # zipfile's own `filename` ends at a NUL, which could hide a name
    if info.flag_bits & _UTF8_NAME:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name
