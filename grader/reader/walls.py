"""What stands around the reader: limits everywhere, and on Linux no way to anything else.

Each wall is put up where this machine has it and left out where it has not: the limits and the
grader's own clock hold on any system, and what comes back is checked as if there were no walls.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import time

from grader.jail.limits import address_space_now, lower_if_possible
from grader.reader.bounds import CPU_SECONDS, MEMORY_MB

# The pipes, what was handed over, and the folders on the way to one file.
_OPEN_FILES = 64


def seal(*, opens: bool, parent: int) -> None:
    """Lower the limits, and keep this process to what it holds open.

    With `opens` it may also open, for reading, what lies below the folder that it works in. What is
    to be imported must have been imported. Ends the process if the one that started it is gone.
    """
    seconds = math.ceil(time.process_time() + CPU_SECONDS)
    lower_if_possible("RLIMIT_CPU", seconds, seconds + 1)
    lower_if_possible("RLIMIT_FSIZE", 0)
    lower_if_possible("RLIMIT_NOFILE", _OPEN_FILES)
    lower_if_possible("RLIMIT_CORE", 0)
    lower_if_possible("RLIMIT_NPROC", 0)
    # Without /proc nobody knows what is mapped already; macOS, which has none, has no such limit.
    with contextlib.suppress(OSError):
        lower_if_possible("RLIMIT_AS", address_space_now() + (MEMORY_MB << 20))
    if sys.platform == "linux":
        _seal_on_linux(opens, parent)


def prepare() -> None:
    """Do once, before forks that `seal` themselves, what each of them would otherwise do again."""
    if sys.platform == "linux":
        from grader.jail import identity, landlock, seccomp  # noqa: F401 - forks find them there
        from grader.jail.syscall_table import machine

        with contextlib.suppress(NotImplementedError):
            for opens in (False, True):
                seccomp.build(seccomp.reader_filter(opens=opens), machine())


def _seal_on_linux(opens: bool, parent: int) -> None:
    import signal

    from grader.jail import identity, landlock, seccomp
    from grader.jail.syscalls import PR_SET_PDEATHSIG, prctl

    # A machine without a table of system calls, a container that forbids one of them.
    missing = contextlib.suppress(OSError, NotImplementedError)
    with missing:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before the line above could tell the kernel
            os._exit(1)
    with missing:
        identity.lock()
    with missing:
        landlock.restrict(["."] if opens else [], [])
    with missing:
        seccomp.install(seccomp.reader_filter(opens=opens))
