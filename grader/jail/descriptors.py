"""Open files a process takes along when it is sealed: those it was told to keep, no others."""

import os
import stat
from typing import Final

from grader.jail.syscalls import close_fds_except

_STANDARD: Final = (0, 1, 2)


def check(kept: frozenset[int]) -> None:
    """Raise `ValueError` if one of them is a folder, `OSError` if one is not open."""
    for fd in kept:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise ValueError(f"descriptor {fd} is a folder: a way out of any private root")


def close_others(kept: frozenset[int]) -> None:
    """Close all but `kept`; 0, 1 and 2, where not kept, become /dev/null."""
    missing = [fd for fd in _STANDARD if fd not in kept]
    if missing:
        # Not merely closed: the next file opened must not become somebody's standard output.
        null = os.open("/dev/null", os.O_RDWR)
        for fd in missing:
            if fd != null:
                os.dup2(null, fd)
    close_fds_except(kept | frozenset(_STANDARD))
