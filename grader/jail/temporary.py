"""Temporary folders that a later run removes if this one is killed.

Each folder holds a file that its owner keeps locked. The kernel lets go of a lock when its process
ends, however it ends: a folder whose lock is free belongs to nobody any more.
"""

import contextlib
import os
import shutil
import stat
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

with contextlib.suppress(ImportError):
    import fcntl

# Windows has no such locks, nor folders that can be held open: there nothing is swept.
CAN_LOCK: Final = hasattr(os, "O_DIRECTORY")
PREFIX: Final = "grader-"
_LOCK: Final = ".lock"  # no cell's folder has this name
# Bounds for what one start does for others that were killed; what is left, the next start does.
_MOST_ENTRIES: Final = 20_000
_MOST_FOLDERS: Final = 50
_MOST_SECONDS: Final = 5.0
# An empty folder without a lock: killed between two lines of `_make`, or just there now.
_SURELY_LEFT_SECONDS: Final = 3600.0


class TemporaryFolder:
    """A folder for this user alone, until `remove` or the end of the process.

    Making one removes what runs left behind that were killed.
    """

    def __init__(self) -> None:
        self._end: Callable[[], object]
        if not CAN_LOCK:
            self.name = tempfile.mkdtemp(prefix=PREFIX)
            self._end = weakref.finalize(self, _remove_plainly, self.name)
            return
        sweep()
        self.name, lock = _make()
        self._end = weakref.finalize(self, _remove_own, self.name, lock, os.getpid())

    @property
    def path(self) -> Path:
        return Path(self.name)

    def remove(self) -> None:
        """Remove it with all that is in it. Safe to call twice."""
        self._end()


def sweep() -> None:
    """Remove this user's folders whose owners have ended. What cannot be removed is left."""
    with contextlib.suppress(OSError):
        top = os.open(tempfile.gettempdir(), os.O_RDONLY | os.O_DIRECTORY)
        try:
            _sweep(top)
        finally:
            os.close(top)


def _sweep(top: int) -> None:
    until = time.monotonic() + _MOST_SECONDS
    for number, name in enumerate(_candidates(top)):
        if number >= _MOST_FOLDERS or time.monotonic() > until:
            return
        # By descriptors from here on, and never through a link: whoever else may write to the
        # temporary folder can change what a name means between two calls.
        with contextlib.suppress(OSError, RecursionError), _opened(name, top) as folder:
            _remove_if_left(top, name, folder)


def _candidates(top: int) -> Iterator[str]:
    with os.scandir(top) as entries:
        for number, entry in enumerate(entries):
            if number >= _MOST_ENTRIES:
                return
            if entry.name.startswith(PREFIX) and entry.is_dir(follow_symlinks=False):
                yield entry.name


@contextlib.contextmanager
def _opened(name: str, top: int | None = None) -> Iterator[int]:
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
    try:
        yield folder
    finally:
        os.close(folder)


def _remove_if_left(top: int, name: str, folder: int) -> None:
    status = os.fstat(folder)
    if status.st_uid != os.geteuid():
        return
    try:
        lock = os.open(_LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except FileNotFoundError:
        if time.time() - status.st_mtime > _SURELY_LEFT_SECONDS:
            os.rmdir(name, dir_fd=top)  # refused if there is anything in it
        return
    try:
        held = os.fstat(lock)
        if not stat.S_ISREG(held.st_mode) or held.st_uid != os.geteuid():
            return
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError: its owner lives
        _remove(name, folder, top)
    finally:
        os.close(lock)


def _remove(name: str, folder: int, top: int | None = None) -> None:
    """Remove the folder, its lock last: without that nobody would come back for the rest."""
    for inside in os.listdir(folder):
        if inside == _LOCK:
            continue
        if stat.S_ISDIR(os.stat(inside, dir_fd=folder, follow_symlinks=False).st_mode):
            shutil.rmtree(inside, ignore_errors=True, dir_fd=folder)
        else:
            os.unlink(inside, dir_fd=folder)
    if os.listdir(folder) == [_LOCK]:
        os.unlink(_LOCK, dir_fd=folder)
        os.rmdir(name, dir_fd=top)


def _make() -> tuple[str, int]:
    """A new folder and the descriptor that holds its lock."""
    while True:
        name = tempfile.mkdtemp(prefix=PREFIX)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        lock = os.open(os.path.join(name, _LOCK), flags, 0o600)  # noqa: PTH118
        # Between the two lines around this one, another start may take it for left behind.
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(lock).st_nlink:
                return name, lock
        os.close(lock)


def _remove_own(name: str, lock: int, owner: int) -> None:
    if os.getpid() != owner:
        return  # a fork that ends by itself has nothing to remove
    try:
        with contextlib.suppress(OSError, RecursionError), _opened(name) as folder:
            _remove(name, folder)
    finally:
        os.close(lock)


def _remove_plainly(name: str) -> None:
    shutil.rmtree(name, ignore_errors=True)
