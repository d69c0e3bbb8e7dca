"""What kind of file system a path lies on. SQLite's log, shared in memory, needs a local one."""

from __future__ import annotations

import os
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
# Two machines that write at once see each other's files, and not each other's memory.
NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gpfs", "beegfs"}
    | {"glusterfs", "ncpfs", "davfs"}
)
NETWORK_PREFIX = "fuse."  # sshfs, rclone and the like; a local one by FUSE is rare


def network_type(path: Path, mounts: str | None = None) -> str:
    """The type of the network file system that `path` lies on, or will; empty if it is local.

    Where the system does not tell, it is taken for local.
    """
    if mounts is None:
        try:
            mounts = MOUNTS.read_text("utf-8", "surrogateescape")
        except OSError:
            return ""
    real = os.path.realpath(path)
    best, kind = "", ""
    for line in mounts.splitlines():
        before, separator, after = line.partition(" - ")
        fields = before.split(" ")
        if not separator or len(fields) < 5:
            continue
        point = _unescaped(fields[4])
        below = real == point or real.startswith(point.rstrip("/") + "/")
        # Later lines lie over earlier ones at the same place.
        if below and len(point) >= len(best):
            best, kind = point, after.split(" ")[0]
    return kind if kind in NETWORK or kind.startswith(NETWORK_PREFIX) else ""


def _unescaped(text: str) -> str:
    """The kernel writes a blank in a path as \\040."""
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, character)
    return text
