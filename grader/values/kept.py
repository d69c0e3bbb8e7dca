"""Results that are kept on disk from run to run, each under what it is the result of.

Disks, copies and hands change bytes, and nothing about wrong bytes looks wrong: a truth with one
bit flipped would mark right answers wrong. So an entry says what it is of and has a checksum over
all of that. Whatever is not exactly what was written counts as not there, and is made again.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path

CACHE_VARIABLE = "GRADER_CACHE"
MAGIC = b"grader kept 1\n"
CHECKSUM_BYTES = hashlib.sha256().digest_size
WRITING = "writing-"
# A file that is being written is there for moments; one this old was left by a run that was killed.
LEFT_OVER_SECONDS = 3600.0
# Of a file that somebody may have put there; Windows knows neither, and would change line ends.
_AS_IT_IS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def cache_folder() -> Path:
    """`$GRADER_CACHE`, or the user's cache folder."""
    given = os.environ.get(CACHE_VARIABLE)
    if given:
        return Path(given)
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # a user without a home, as in some containers: nothing can be kept
        base = os.devnull
    return Path(base) / "grader"


class Kept:
    """Bytes by key, in a folder that only its owner may read: truth is among them."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()
        self._swept = False

    def read(self, key: str) -> bytes | None:
        """What was written under `key`; None if nothing was, or not exactly that is there."""
        try:
            entry = _content(self._file(key))
        except OSError:
            return None
        head, body = entry[: len(MAGIC) + CHECKSUM_BYTES], entry[len(MAGIC) + CHECKSUM_BYTES :]
        of = _of(key)
        if not body.startswith(of) or head != MAGIC + hashlib.sha256(body).digest():
            return None
        return body[len(of) :]

    def write(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`, if that can be done: without it the next run is slower."""
        body = _of(key) + data
        with contextlib.suppress(OSError):
            file = self._file(key)
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._sweep()
            # Renamed into place: a reader never sees half an entry.
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix=WRITING, delete=False) as new:
                new.write(MAGIC + hashlib.sha256(body).digest() + body)
            Path(new.name).replace(file)

    def _file(self, key: str) -> Path:
        name = hashlib.sha256(key.encode()).hexdigest()
        return self.folder / name[:2] / name

    def _sweep(self) -> None:
        """Remove what runs that were killed had begun to write, once."""
        if self._swept:
            return
        self._swept = True
        for file in self.folder.glob(WRITING + "*"):
            with contextlib.suppress(OSError):
                if time.time() - file.stat().st_mtime > LEFT_OVER_SECONDS:
                    file.unlink()


def _content(file: Path) -> bytes:
    """Raises OSError for what is no file of ours: one would wait at a pipe, or follow a link."""
    descriptor = os.open(file, os.O_RDONLY | _AS_IT_IS)
    with os.fdopen(descriptor, "rb") as opened:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        return opened.read()


def _of(key: str) -> bytes:
    named = key.encode()
    return len(named).to_bytes(4, "big") + named
