"""A fork that stands for the process that made it, and the end of a cell.

A process cannot move itself into a pid namespace, only its next fork. The process that stays
behind becomes the fork's *keeper*: it holds nothing, waits, and ends as the fork ended, so that
whoever waits for the one waits for the other. If the keeper is killed, so is the fork.
"""

import contextlib
import os
import select
import signal
from typing import NoReturn

from grader.jail.syscalls import PR_SET_PDEATHSIG, close_fds_except, prctl


def fork_under_keeper() -> None:
    """Fork; return in the child only, as the leader of a session of its own.

    Whether the keeper ends with *its* parent is as it was; a caller who wants that says so before
    (not where a passing thread started the process: it would end with that thread).
    """
    keeper = os.pidfd_open(os.getpid())
    child = os.fork()
    if child:
        _keep(child)
    with contextlib.suppress(PermissionError):
        os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # The keeper may have been killed before the line above could tell the kernel.
    if select.select([keeper], [], [], 0)[0]:
        os._exit(1)
    os.close(keeper)


def reap(cell: int, *, wait: bool = True) -> int | None:
    """Wait for a cell that this process forked, and end what it left behind. Its wait status.

    Without a pid namespace, what a student's module forked outlives the cell; it is still in the
    cell's process group, which nothing can leave and whose number cannot be used again before the
    cell is waited for. With `wait` off, None means that the cell has not ended.
    """
    ended = os.waitid(os.P_PID, cell, os.WEXITED | os.WNOWAIT | (0 if wait else os.WNOHANG))
    if ended is None:
        return None
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(cell, signal.SIGKILL)
    return os.waitpid(cell, 0)[1]


def _keep(child: int) -> NoReturn:
    """Hold nothing, wait, and end as the child ended."""
    close_fds_except(frozenset())
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os._exit(128 + number)
    os._exit(os.waitstatus_to_exitcode(status))
