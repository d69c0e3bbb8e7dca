"""A process's own view of the machine: its own root, processes, network, names and queues.

Two ways lead there. Root simply unshares. A plain user first makes a user namespace, in which it
may do the same to what is its own; some systems refuse that (Ubuntu 24.04's AppArmor rule, most
containers), often only at the first mount, when there is no way back. So a child tries the whole
sequence once beforehand (`grader.jail.seal.prepare`), and no version is ever looked at.

The new root is a small file system in memory with read-only windows onto the folders of the
profile, /dev with null, zero and urandom, no /proc, no /sys, and one scratch folder whose size is
capped. The old root is unmounted, not covered.
"""

import contextlib
import os
from collections.abc import Iterator
from typing import Final

from grader.errors import GraderError
from grader.jail.limits import Ceilings
from grader.jail.paths import View
from grader.jail.syscalls import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MNT_DETACH,
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_REC,
    PR_SET_DUMPABLE,
    mount,
    mount_setattr_recursive,
    pivot_root,
    prctl,
    umount,
    unshare,
)

SCRATCH: Final = "/grader-scratch"  # a name nobody has; some clusters do have a /scratch
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/urandom")

# Built on top of /proc: it is there on every machine, nothing readable lies beneath it, and
# covering it takes away what a half-built attempt must not leave to the student anyway.
_SITE: Final = "/proc"

_ALL: Final = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET
_READ_ONLY_NO_SUID_NO_DEV: Final = 0b111
_SCRATCH_FILES: Final = 4096


class Refused(GraderError):
    """The kernel or its configuration does not give namespaces to this process.

    `spoilt`: the process is no longer what it was and cannot do without them either.
    """

    def __init__(self, step: str, error: OSError, *, spoilt: bool = False) -> None:
        super().__init__(f"{step}: {error.strerror}")
        self.step = step
        self.errno = error.errno
        self.spoilt = spoilt


def enter(
    view: View,
    limits: Ceilings,
    *,
    with_user: bool,
    with_pids: bool,
    scratch_owner: tuple[int, int],
) -> None:
    """Enter fresh namespaces and a private root, or raise `Refused`.

    `with_user` takes the way of the plain user. `scratch_owner` is the user and group that the
    scratch folder will belong to. `with_pids` adds a pid namespace: the process itself stays
    in its own, its next fork is the first process of the new one, and when that ends, all in it
    end.
    """
    uid, gid = os.geteuid(), os.getegid()
    with _step("unshare"):
        unshare(_ALL | (CLONE_NEWUSER if with_user else 0))
    try:
        if with_user:
            map_own_ids(uid, gid)
        _enter_private_root(view, limits, scratch_owner)
        if with_pids:
            with _step("a pid namespace"):
                unshare(CLONE_NEWPID)
    except Refused as refusal:
        refusal.spoilt = True
        raise


def _enter_private_root(view: View, limits: Ceilings, scratch_owner: tuple[int, int]) -> None:
    mask = os.umask(0o022)
    try:
        with _step("make mounts private"):
            mount("none", "/", "", MS_REC | MS_PRIVATE)
        with _step("mount a private root"):
            mount("tmpfs", _SITE, "tmpfs", MS_NOSUID | MS_NODEV, "size=4m,nr_inodes=16k,mode=755")
        _build(view, limits, scratch_owner)
        with _step("pivot_root"):
            os.chdir(_SITE)
            pivot_root(".", ".")
            umount(".", MNT_DETACH)
            os.chdir("/")
    finally:
        os.umask(mask)


def map_own_ids(uid: int, gid: int) -> None:
    """Be the same user and group inside a new user namespace as outside, or raise `Refused`."""
    # The files below belong to root while the process is not dumpable, as after a setuid.
    prctl(PR_SET_DUMPABLE, 1)
    with _step("map the user into its namespace"):
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")


def _build(view: View, limits: Ceilings, scratch_owner: tuple[int, int]) -> None:
    with _step("lay out a private root"):
        for folder in ("/dev", SCRATCH):
            os.mkdir(_SITE + folder)  # noqa: PTH102 - before every cell, and Path is slower
        for device in DEVICES:
            _make_file(_SITE + device)
    with _step("bind a folder into the private root"):
        # Shorter paths first, so that a mask covers its folder and a folder can lie in a mask.
        for path, hidden in sorted(
            [(path, False) for path in view.folders] + [(path, True) for path in view.masks]
        ):
            _cover(path) if hidden else _bind(path)
        for path, target in view.links:
            _link(path, target)
    with _step("make the private root read-only"):
        mount_setattr_recursive(_SITE, _READ_ONLY_NO_SUID_NO_DEV)
    with _step("mount devices and scratch"):
        # After the above, which would make devices unusable.
        for device in DEVICES:
            mount(device, _SITE + device, "", MS_BIND)
        options = (
            f"size={limits.scratch_bytes},nr_inodes={_SCRATCH_FILES},mode=700,"
            f"uid={scratch_owner[0]},gid={scratch_owner[1]}"
        )
        mount("tmpfs", _SITE + SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options)


def _bind(path: str) -> None:
    target = _SITE + path
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(target, exist_ok=True)  # noqa: PTH103
    else:
        _make_file(target)
    # With what is mounted beneath: the kernel refuses to show a plain user what a mount hides.
    mount(path, target, "", MS_BIND | MS_REC)


def _cover(path: str) -> None:
    target = _SITE + path
    if os.path.isdir(target):  # noqa: PTH112
        mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, "size=64k,nr_inodes=256,mode=755")
    elif os.path.lexists(target):
        # A device on a mount without devices: it can be seen and not opened.
        mount("/dev/null", target, "", MS_BIND)


def _link(path: str, target: str) -> None:
    os.makedirs(os.path.dirname(_SITE + path), exist_ok=True)  # noqa: PTH103, PTH120
    # Links inside a bound folder are there already.
    with contextlib.suppress(FileExistsError):
        os.symlink(target, _SITE + path)  # noqa: PTH211


def _make_file(path: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o644))


def _write(path: str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


@contextlib.contextmanager
def _step(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refused(name, error) from error
