"""Who a sealed process is: a user that owns nothing, with no capability to anything.

A plain user stays who they are; nothing else is possible, and the other layers keep their files
from their own process. Root becomes a user number of its own for each cell, so that cells cannot
signal one another and each has its own count of processes.
"""

import contextlib
import os
from collections.abc import Iterable
from typing import Final

from grader.jail.syscalls import (
    PR_CAP_AMBIENT,
    PR_CAP_AMBIENT_CLEAR_ALL,
    PR_CAPBSET_DROP,
    PR_SET_DUMPABLE,
    PR_SET_KEEPCAPS,
    PR_SET_NO_NEW_PRIVS,
    effective_capabilities,
    prctl,
    set_capabilities,
)

# Above the range systemd hands to containers, below 2**31; a process number fits behind it.
_FIRST_UID: Final = 0x7000_0000
NOBODY: Final = 65534  # where only the usual 65536 numbers exist, as in most containers

_CAP_DAC_READ_SEARCH: Final = 2
_CAP_SETUID: Final = 7
_CAP_SYS_ADMIN: Final = 21
_LAST_CAPABILITY: Final = 63


def may_administer() -> bool:
    """Is this process root, able to make namespaces and mounts without a user namespace?"""
    return os.geteuid() == 0 and bool(effective_capabilities() >> _CAP_SYS_ADMIN & 1)


def own_uid() -> int | None:
    """Whom root can become here: a user that no other living cell is, or `NOBODY`.

    None for a plain user, and for a root that can become nobody else (a container that knows
    one user only).
    """
    if os.geteuid() != 0 or not effective_capabilities() >> _CAP_SETUID & 1:
        return None
    # Our number as the mounted /proc sees it: within a pid namespace every cell is process 1.
    unique = _FIRST_UID + int(os.readlink("/proc/self"))  # noqa: PTH115 - as in `limits`
    before = os.getegid()
    for uid in (unique, NOBODY):
        with contextlib.suppress(OSError):
            os.setegid(uid)
            os.setegid(before)
            return uid
    return None


def become(uid: int, must_read: Iterable[str]) -> list[str]:
    """Root turns into user `uid`; the answer is what that user could not read of `must_read`.

    If there is any such path (a Python under /root, say), the process keeps the one capability
    to read and search past permissions. It overrides neither Landlock nor a private root: call
    this only where one of them holds.
    """
    os.setgroups([])
    # Try as the other user first: only the effective one, which can be taken back.
    os.setegid(uid)
    os.seteuid(uid)
    unreadable = [path for path in must_read if not _readable(path)]
    os.seteuid(0)
    keep = 1 << _CAP_DAC_READ_SEARCH if unreadable else 0
    _empty_bounding_set()
    prctl(PR_SET_KEEPCAPS, 1 if keep else 0)
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    prctl(PR_SET_KEEPCAPS, 0)
    set_capabilities(keep)
    return unreadable


def drop_capabilities() -> None:
    """Give up every capability, and the ways back to one."""
    _empty_bounding_set()
    set_capabilities(0)


def lock() -> None:
    """No new privileges, and no looking into this process by others of the same user."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_DUMPABLE, 0)


def _readable(path: str) -> bool:
    try:
        info = os.stat(path)  # noqa: PTH116 - this runs before every cell, and Path is slower
    except OSError:
        return False
    mode = os.R_OK | (os.X_OK if info.st_mode & 0o170000 == 0o040000 else 0)
    return os.access(path, mode, effective_ids=True)


def _empty_bounding_set() -> None:
    # Each may be refused for lack of CAP_SETPCAP; without exec none of them could come back.
    with contextlib.suppress(OSError):
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    with contextlib.suppress(OSError):
        for capability in range(_LAST_CAPABILITY + 1):
            prctl(PR_CAPBSET_DROP, capability)
