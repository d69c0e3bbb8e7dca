"""Landlock: which files a process may open, whatever its user may open.

Rules are an allow-list of folders and files, looked up by where a file really lies, so a
symbolic link or an odd spelling of a path changes nothing. What Landlock does not see: stat,
chdir, readlink, modes and times, extended attributes, named unix sockets. The seccomp filter
refuses those of them that change or open something; stat stays, so without a private root a
student can learn that a file exists and how large it is.
"""

import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from grader.jail.syscalls import call

_VERSION_FLAG: Final = 1
_RULE_PATH_BENEATH: Final = 1

_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_REMOVE_DIR: Final = 1 << 4
_REMOVE_FILE: Final = 1 << 5
_MAKE_DIR: Final = 1 << 7
_MAKE_REG: Final = 1 << 8
_REFER: Final = 1 << 13
_TRUNCATE: Final = 1 << 14

# Number of file rights known to each version; newer kernels are asked for no more than these.
_RIGHTS_BY_ABI: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NEWEST_ABI: Final = 6
_ON_FILES: Final = _WRITE_FILE | _READ_FILE | _TRUNCATE

_READ: Final = _READ_FILE | _READ_DIR
_WRITE: Final = (
    _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
)

_NET_TCP: Final = 0b11  # bind and connect
_SCOPE_ABSTRACT_UNIX: Final = 0b01
_SCOPE_SIGNAL: Final = 0b10


@dataclass(frozen=True)
class Held:
    """What the kernel's version of Landlock now enforces on this process."""

    abi: int
    net: bool
    signals: bool


def abi_version() -> int:
    """The kernel's Landlock version; 0 where it has none or it is switched off."""
    try:
        return call("landlock_create_ruleset", None, 0, _VERSION_FLAG)
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM):
            return 0
        raise
    except NotImplementedError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> Held:
    """Confine this process and its forks to `readable` and `writable` (which may be read too).

    A path that does not exist is skipped: nothing is allowed there, which is the safe side.
    Nothing may be executed. TCP and signals are confined where the kernel can. Needs
    no_new_privs. Raises `OSError` when the kernel refuses, with errno ENOSYS when it has no
    Landlock.
    """
    kernel = abi_version()
    if kernel < 1:
        raise OSError(errno.ENOSYS, "the kernel has no Landlock, or it is switched off")
    abi = min(kernel, _NEWEST_ABI)
    handled = (1 << _RIGHTS_BY_ABI.get(abi, 16)) - 1
    attr = struct.pack("=Q", handled)
    if abi >= 4:
        attr += struct.pack("=Q", _NET_TCP)
    if abi >= 6:
        attr += struct.pack("=Q", _SCOPE_ABSTRACT_UNIX | _SCOPE_SIGNAL)
    ruleset = call(
        "landlock_create_ruleset", ctypes.create_string_buffer(attr, len(attr)), len(attr), 0
    )
    try:
        for path in readable:
            _allow(ruleset, path, _READ & handled)
        for path in writable:
            _allow(ruleset, path, (_READ | _WRITE) & handled)
        call("landlock_restrict_self", ruleset, 0)
    finally:
        os.close(ruleset)
    return Held(abi=abi, net=abi >= 4, signals=abi >= 6)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            rights &= _ON_FILES
        rule = struct.pack("=Qi", rights, fd)
        call(
            "landlock_add_rule",
            ruleset,
            _RULE_PATH_BENEATH,
            ctypes.create_string_buffer(rule, len(rule)),
            0,
        )
    finally:
        os.close(fd)
