"""Reads a submission from a zip or tar archive, as if it were the folder that was packed.

Members are read into memory one by one under the limits of `intake`; nothing is written to disk
and nothing is ever "extracted". What an archive says about itself (sizes, names, counts) is
looked at first and not believed after: what really comes out is counted too. An archive inside an
archive stays shut.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from grader.submission.intake import (
    MAX_DEPTH,
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    MAX_TOTAL_BYTES,
    SKIPPED_FOLDERS,
    SKIPPED_SUFFIXES,
    NoSubmission,
    Reader,
    Submission,
    plain_name,
)

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
_NOT_OPENED = (*ARCHIVES, ".gz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".whl")

# A packed homework is smaller than what is in it; tar's own headers come on top of the contents.
MAX_ARCHIVE_BYTES = MAX_TOTAL_BYTES
MAX_UNPACKED_BYTES = MAX_TOTAL_BYTES + MAX_ENTRIES * 512
# zip's list of members is read in one piece; twenty thousand honest names take half of this.
MAX_DIRECTORY_BYTES = 4 << 20
# Source and notebooks shrink to a fifth, seldom a thirtieth; a file of zeros to a thousandth.
# A small file may shrink as it likes.
MAX_RATIO = 200
RATIO_FROM_BYTES = 1 << 20
MAX_NAME_BYTES = 255  # of one component, as file systems have it

# What systems leave in archives, besides the folders and endings that `intake` skips.
_SYSTEM_FILES = re.compile(r"\._.*|\.DS_Store|Thumbs\.db|desktop\.ini", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")
_ENCRYPTED, _UTF8_NAME = 0x1, 0x800
# What zipfile, tarfile and gzip raise at bytes that are not what they should be.
_DAMAGED = (
    zipfile.BadZipFile, zipfile.LargeZipFile, tarfile.TarError, zlib.error, struct.error,
    OSError, EOFError, ValueError, ArithmeticError, LookupError, RuntimeError,
)  # fmt: skip
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class _Refused(Exception):
    """The whole archive, or the rest of it, is not read; the message says why."""


@dataclass(frozen=True)
class _Member:
    """One entry, whatever the format. `fault` says why it is not read, if it is not."""

    name: str
    size: int
    is_folder: bool
    fault: str
    packed: int | None = None  # bytes in the archive, where the format has that


def is_archive(name: str) -> bool:
    """By its ending: what a file is called is what its owner meant it to be."""
    return name.lower().endswith(ARCHIVES)


def read_archive(path: Path) -> Submission:
    """The submission packed in the archive at `path`. Raises NoSubmission if it is none."""
    reader = Reader()
    try:
        with _opened(path) as file:
            if path.name.lower().endswith(".zip"):
                _read_zip(file, reader)
            else:
                _read_tar(file, reader, packed=not path.name.lower().endswith(".tar"))
    except _Refused as why:
        if not reader.files:
            raise NoSubmission(f"{path}: {why}") from why
        reader.note(f"{path.name}: {why}; what came before was read")
    files = _without_top_folder(reader.files)
    return Submission(_stem(path.name), files, reader.all_notes())


def _opened(path: Path) -> IO[bytes]:
    # As in `intake`: a FIFO would block, a link would be followed.
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise NoSubmission(f"{path}: could not be opened ({error.strerror})") from error
    file = os.fdopen(descriptor, "rb")
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        file.close()
        raise NoSubmission(f"{path}: it is not a regular file")
    if status.st_size > MAX_ARCHIVE_BYTES:
        file.close()
        raise NoSubmission(f"{path}: it is larger than {MAX_ARCHIVE_BYTES >> 20} MB")
    return file


def _stem(name: str) -> str:
    longest_first = sorted(ARCHIVES, key=len, reverse=True)
    suffix = next(suffix for suffix in longest_first if name.lower().endswith(suffix))
    return name[: -len(suffix)] or name


def _without_top_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Packing a folder puts its name before everything; unpacked, that is the submission."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) != 1 or not all("/" in name for name in files):
        return files
    return {name.partition("/")[2]: data for name, data in files.items()}


# What both formats share


class _Selection:
    """Decides on each member by its name and size; counts them."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._seen = 0
        self._folders: set[str] = set()  # of files that were taken

    def wants(self, member: _Member) -> str | None:
        """The path under which to read it, or None; whatever is not obvious is noted."""
        self._seen += 1
        if self._seen > MAX_ENTRIES:
            raise _Refused(f"more than {MAX_ENTRIES} files and folders: the rest was not read")
        # Some programs on Windows write \, which no honest name on any system contains.
        name = member.name.replace("\\", "/")
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if fault := _name_fault(name, parts):
            self._reader.note(f"{name[:200]!a}: left out, {fault}")
            return None
        if member.is_folder or not parts or _is_clutter(parts):
            return None
        name = "/".join(parts)
        if fault := member.fault or self._place_fault(name, parts) or _size_fault(member):
            self._reader.note(f"{name}: left out, {fault}")
            return None
        return name if self._reader.has_room(name, member.size) else None

    def keep(self, name: str, data: bytes) -> None:
        self._reader.keep(name, data)
        if name in self._reader.files:
            parts = name.split("/")
            self._folders.update("/".join(parts[:count]) for count in range(1, len(parts)))

    def _place_fault(self, name: str, parts: list[str]) -> str:
        if name in self._reader.files:
            return "it is there twice; the first was read"
        above = ("/".join(parts[:count]) for count in range(1, len(parts)))
        if name in self._folders or any(folder in self._reader.files for folder in above):
            return "a file and a folder have the same name"
        if len(parts) - 1 > MAX_DEPTH:
            return f"it lies deeper than {MAX_DEPTH} folders"
        return "it is an archive itself" if name.lower().endswith(_NOT_OPENED) else ""


def _name_fault(name: str, parts: list[str]) -> str:
    if name.startswith("/") or _DRIVE.match(name):
        return "its path does not start in the submission"
    if ".." in parts:
        return "its path leads out of the submission"
    if not all(plain_name(part) for part in parts):
        return "its name has unusual characters"
    if any(len(part.encode()) > MAX_NAME_BYTES for part in parts):
        return "its name is too long"
    return ""


def _is_clutter(parts: list[str]) -> bool:
    return (
        bool(SKIPPED_FOLDERS.intersection(parts[:-1]))
        or bool(_SYSTEM_FILES.fullmatch(parts[-1]))
        or (parts[-1].endswith(SKIPPED_SUFFIXES) and not parts[-1].lower().endswith(_NOT_OPENED))
    )


def _size_fault(member: _Member) -> str:
    if member.size < 0:
        return "its size makes no sense"
    if member.packed is not None and member.size > RATIO_FROM_BYTES:
        ratio = member.size / max(member.packed, 1)
        if ratio > MAX_RATIO:
            return f"it unpacks to {ratio:.0f} times its size"
    return ""


# zip


class _Bounded(io.RawIOBase):
    """A file of which no single read is large: zipfile reads the list of members in one."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size = os.fstat(file.fileno()).st_size

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
            raise _Refused("its list of files is too long")
        return self._file.read(wanted)


def _read_zip(file: IO[bytes], reader: Reader) -> None:
    try:
        archive = zipfile.ZipFile(_Bounded(file))
    except _DAMAGED as error:
        raise _Refused("it is not a zip archive, or is damaged") from error
    chosen = _Selection(reader)
    for info in archive.infolist():
        name = chosen.wants(_zip_member(info))
        if name is not None:
            data = _zip_content(archive, info, name, reader)
            if data is not None:
                chosen.keep(name, data)


def _zip_member(info: zipfile.ZipInfo) -> _Member:
    mode = info.external_attr >> 16  # of the system that packed it; 0 where it was not Unix
    fault = ""
    if stat.S_ISLNK(mode):
        fault = "it is a link"
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        fault = "it is not a regular file"
    elif info.flag_bits & _ENCRYPTED:
        fault = "it is encrypted"
    elif info.compress_type not in _ZIP_METHODS:
        fault = "it is compressed in an unusual way"
    name = _zip_name(info)
    is_folder = name.endswith(("/", "\\")) or stat.S_ISDIR(mode)
    return _Member(name, info.file_size, is_folder, fault, info.compress_size)


def _zip_name(info: zipfile.ZipInfo) -> str:
    """macOS writes UTF-8 and does not say so, upon which zipfile reads it as an old DOS's."""
    name = info.orig_filename  # zipfile's own `filename` ends at a NUL, which could hide a name
    if info.flag_bits & _UTF8_NAME:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _zip_content(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, reader: Reader
) -> bytes | None:
    try:
        with archive.open(info) as member:
            # One byte more than announced would be a lie, and zipfile stops at what is announced.
            return member.read(min(info.file_size, MAX_FILE_BYTES) + 1)
    except _DAMAGED:
        reader.note(f"{name}: left out, it is damaged")
        return None


# tar


class _Counted(io.RawIOBase):
    """A stream that ends in an error once more came out of it than a submission may hold.

    To pass over a member, all of it must be unpacked: only what comes out can be limited.
    """

    def __init__(self, stream: IO[bytes] | gzip.GzipFile) -> None:
        self._stream = stream
        self._left = MAX_UNPACKED_BYTES

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise _Refused(f"it unpacks to more than {MAX_UNPACKED_BYTES >> 20} MB")
        return data


def _read_tar(file: IO[bytes], reader: Reader, *, packed: bool) -> None:
    stream = _Counted(gzip.GzipFile(fileobj=file) if packed else file)
    chosen = _Selection(reader)
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for info in archive:
                name = chosen.wants(_tar_member(info))
                if name is not None:
                    data = _tar_content(archive, info)
                    chosen.keep(name, data)
    except _DAMAGED as error:
        raise _Refused("it is not a tar archive, or is damaged") from error


def _tar_content(archive: tarfile.TarFile, info: tarfile.TarInfo) -> bytes:
    content = archive.extractfile(info)  # opens it for reading; nothing is written
    if content is None:
        raise tarfile.ReadError("no content")
    data = content.read(MAX_FILE_BYTES + 1)
    if len(data) != info.size:
        raise tarfile.ReadError("cut short")
    return data


def _tar_member(info: tarfile.TarInfo) -> _Member:
    fault = ""
    if info.issym() or info.islnk():
        fault = "it is a link"
    elif not info.isreg() and not info.isdir():
        fault = "it is not a regular file"
    elif info.issparse():
        fault = "it is a file with holes"
    return _Member(info.name, info.size, info.isdir(), fault)
