"""The few kernel calls Python has no function for, with errno turned into OSError."""

import ctypes
import os
import struct
from typing import Final, TypeAlias

from grader.jail.syscall_table import number

_libc: Final = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long

CLONE_NEWNS: Final = 0x0002_0000
CLONE_NEWUTS: Final = 0x0400_0000
CLONE_NEWIPC: Final = 0x0800_0000
CLONE_NEWUSER: Final = 0x1000_0000
CLONE_NEWPID: Final = 0x2000_0000
CLONE_NEWNET: Final = 0x4000_0000

PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_KEEPCAPS: Final = 8
PR_SET_NAME: Final = 15
PR_GET_SECCOMP: Final = 21
PR_SET_SECCOMP: Final = 22
PR_CAPBSET_DROP: Final = 24
PR_SET_NO_NEW_PRIVS: Final = 38
PR_CAP_AMBIENT: Final = 47
PR_CAP_AMBIENT_CLEAR_ALL: Final = 4

MS_NOSUID: Final = 0x2
MS_NODEV: Final = 0x4
MS_NOEXEC: Final = 0x8
MS_BIND: Final = 0x1000
MS_REC: Final = 0x4000
MS_PRIVATE: Final = 0x4_0000
MNT_DETACH: Final = 2

AT_FDCWD: Final = -100
_AT_RECURSIVE: Final = 0x8000
_CAPABILITY_VERSION_3: Final = 0x2008_0522
_CLOSE_RANGE_LAST: Final = 0xFFFF_FFFF

Argument: TypeAlias = int | bytes | ctypes.Array[ctypes.c_char] | None


def call(name: str, *args: Argument) -> int:
    """Make the system call `name` and return its result.

    Integers travel as C longs, bytes and buffers as pointers, None as NULL. Raises `OSError`
    with the kernel's errno; the call's name stands where a file name would.
    """
    converted = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result: int = _libc.syscall(ctypes.c_long(number(name)), *converted)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), name)
    return result


def prctl(option: int, arg2: int = 0, arg3: int = 0, arg4: int = 0, arg5: int = 0) -> int:
    """prctl(2); the kernel insists that unused arguments are zero."""
    return call("prctl", option, arg2, arg3, arg4, arg5)


def unshare(flags: int) -> None:
    """Leave the namespaces named by `flags` (CLONE_NEW...) for fresh ones."""
    call("unshare", flags)


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """mount(2)."""
    call(
        "mount",
        os.fsencode(source),
        os.fsencode(target),
        os.fsencode(kind),
        flags,
        os.fsencode(data) if data else None,
    )


def mount_setattr_recursive(path: str, attributes: int) -> None:
    """Set mount attributes on the mount at `path` and on every mount beneath it."""
    attr = ctypes.create_string_buffer(struct.pack("=QQQQ", attributes, 0, 0, 0), 32)
    call("mount_setattr", AT_FDCWD, os.fsencode(path), _AT_RECURSIVE, attr, 32)


def pivot_root(new: str, old: str) -> None:
    """Make `new` the root of this mount namespace and hang the former root at `old`."""
    call("pivot_root", os.fsencode(new), os.fsencode(old))


def umount(path: str, flags: int) -> None:
    """umount2(2)."""
    call("umount2", os.fsencode(path), flags)


def close_fds_except(keep: frozenset[int]) -> None:
    """Close every descriptor of this process that is not in `keep`."""
    first = 0
    for kept in sorted(keep):
        if kept > first:
            call("close_range", first, kept - 1, 0)
        first = kept + 1
    call("close_range", first, _CLOSE_RANGE_LAST, 0)


def set_capabilities(mask: int) -> None:
    """Make `mask` the effective and the permitted set; nothing is inheritable."""
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), 8)
    low, high = mask & 0xFFFF_FFFF, mask >> 32
    data = ctypes.create_string_buffer(struct.pack("=6I", low, low, 0, high, high, 0), 24)
    call("capset", header, data)


def effective_capabilities() -> int:
    """The effective capability set of this process as a bit mask."""
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0), 8)
    data = ctypes.create_string_buffer(24)
    call("capget", header, data)
    words: tuple[int, ...] = struct.unpack("=6I", data.raw)
    return words[0] | words[3] << 32
