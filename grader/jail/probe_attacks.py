"""What the doctor lets a child try, to see whether anything stops it.

A handful, one for each promise; the tests of this package hold the long list. Each function
returns true when the attack worked, and may raise when it did not.
"""

import ctypes
import os
import signal
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grader.jail.syscalls import call

SECRET: Final = b"canary: if student code can read this, so can it read the answers"
_MANY: Final = 40


@dataclass(frozen=True)
class Canary:
    """What there is to attack: files in `folder`, an open descriptor, and the parent process."""

    folder: Path
    descriptor: int
    parent: int
    address: int
    port: int

    @property
    def secret(self) -> Path:
        return self.folder / "secret.txt"

    @property
    def socket(self) -> str:
        return str(self.folder / "socket")


@dataclass(frozen=True)
class ProbeAttack:
    """`promise` is what a report says when it fails, `leaf` whether forking must be over."""

    name: str
    promise: str
    run: Callable[[Canary], bool]
    leaf: bool = False


def _read(canary: Canary) -> bool:
    return canary.secret.read_bytes() == SECRET


def _read_by_proc(canary: Canary) -> bool:
    return Path(f"/proc/{canary.parent}/root{canary.secret}").read_bytes() == SECRET


def _stat(canary: Canary) -> bool:
    return canary.secret.stat().st_size == len(SECRET)


def _list(canary: Canary) -> bool:
    return canary.secret in list(canary.folder.iterdir())


def _inherited(canary: Canary) -> bool:
    return os.pread(canary.descriptor, len(SECRET), 0) == SECRET


def _write(canary: Canary) -> bool:
    return (canary.folder / "note").write_bytes(b"for the next student") > 0


def _change_mode(canary: Canary) -> bool:
    canary.secret.chmod(0o644)
    return True


def _tcp(canary: Canary) -> bool:
    with socket.create_connection(("127.0.0.1", canary.port), timeout=2):
        return True


def _unix(canary: Canary) -> bool:
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(canary.socket)
        return True


def _memory(canary: Canary) -> bool:
    mine = ctypes.create_string_buffer(len(SECRET))
    local, remote = (
        ctypes.create_string_buffer(struct.pack("=QQ", address, len(SECRET)), 16)
        for address in (ctypes.addressof(mine), canary.address)
    )
    call("process_vm_readv", canary.parent, local, 1, remote, 1, 0)
    return mine.raw == SECRET


def _signal(canary: Canary) -> bool:
    os.kill(canary.parent, signal.SIGCONT)  # does nothing to a process that runs
    return True


def _execute(canary: Canary) -> bool:
    child = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 42"], {})
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


def _namespace(canary: Canary) -> bool:
    call("unshare", 0x1000_0000)
    return True


def _fork(canary: Canary) -> bool:
    if (child := os.fork()) == 0:
        os._exit(0)
    return os.waitpid(child, 0)[0] == child


def _fork_many(canary: Canary) -> bool:
    gate, never = os.pipe()
    for _ in range(_MANY):
        if os.fork() == 0:
            os.close(never)
            os.read(gate, 1)  # until the one that forked ends
            os._exit(0)
    return True


ATTACKS: Final = (
    ProbeAttack("read", "hidden files cannot be read", _read),
    ProbeAttack("read-by-proc", "nor through another process", _read_by_proc),
    ProbeAttack("list", "hidden folders cannot be listed", _list),
    ProbeAttack("stat", "that a hidden file exists cannot be learned", _stat),
    ProbeAttack("inherited", "no open file is inherited", _inherited),
    ProbeAttack("write", "nothing can be written outside the scratch folder", _write),
    ProbeAttack("chmod", "nor its permissions changed", _change_mode),
    ProbeAttack("tcp", "no network, not even this machine", _tcp),
    ProbeAttack("unix", "no local sockets", _unix),
    ProbeAttack("memory", "the memory of other processes is out of reach", _memory),
    ProbeAttack("signal", "so are signals to them", _signal),
    ProbeAttack("execute", "no program can be started", _execute),
    ProbeAttack("unshare", "no namespace can be made", _namespace),
    ProbeAttack("fork-many", "the number of processes is limited", _fork_many),
    ProbeAttack("fork", "a student's function cannot fork", _fork, leaf=True),
)

STAT: Final = "stat"

# If one of these does not work even with nothing in its way, the trial proves nothing. The others
# some machines refuse to everybody.
MUST_WORK_UNSEALED: Final = frozenset({"read", "list", "stat", "inherited", "write", "tcp", "fork"})
