"""How much of the machine a process has had, and been kept from, by the kernel's own word."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

# A cell may have 16 processes; more in a tree than this are not ours to count one by one.
MAX_PROCESSES = 200
ENDED = "ZX"  # the states of a process that has ended, and waits for its parent or for nobody
# For the system's first process to collect what has ended; in a container it may never do so.
UNCOLLECTED_SECONDS = 0.1


def tree_seconds(pid: int) -> float | None:
    """Processor time of a process and all below it, those that ended included; None if unknown.

    A child that ended and was waited for is in its parent's own count. One whose parent does not
    wait for children is lost with its end: this may be too little, and never too much.
    """
    found = [_stat(one) for one in below(pid)]
    if found[0] is None:
        return None
    return sum(sum(map(int, fields[11:15])) for fields in found if fields) / _TICKS


def below(pid: int) -> list[int]:
    """A process, first, and all that are below it now."""
    found: list[int] = []
    waiting = [pid]
    while waiting and len(found) < MAX_PROCESSES:
        found.append(waiting.pop())
        waiting += _children(found[-1])
    return found


def end_session(leader: int, seconds: float, collect: Callable[[], None]) -> None:
    """Kill what is left of the session that `leader` began. Return once nothing of it runs any
    more, and after so many seconds at the latest.

    By session and not by parent: what a killed process had forked has another parent from then
    on. That is the warm process, which `collect` has wait for it; if it was lost itself, the
    system's first, which does so at leisure, if at all.
    """
    until = time.monotonic() + seconds
    while (left := _session(leader)) and time.monotonic() < until:
        running = [pid for pid, state in left if state not in ENDED]
        for pid in running:
            _kill_in_session(pid, leader)
        collect()
        if not running:
            until = min(until, time.monotonic() + UNCOLLECTED_SECONDS)
        time.sleep(0.001)


def own_seconds(pid: int) -> tuple[str, float] | None:
    """The state of one process (R: it runs or could) and its processor time; None if unknown."""
    fields = _stat(pid)
    return None if fields is None else (fields[0], (int(fields[11]) + int(fields[12])) / _TICKS)


def scheduled(process: int | str) -> tuple[float, float] | None:
    """Seconds that a process's first thread has run, and has been ready to run and had no
    processor; None where the kernel does not tell."""
    try:
        ran, waited, _ = _told(f"/proc/{process}/schedstat").split()
    except (OSError, ValueError):
        return None
    # A kernel that does not count shows zeros; a process has run before it says hello.
    return (int(ran) / 1e9, int(waited) / 1e9) if int(ran) else None


def starved_seconds(pid: int) -> float:
    """For how long its first thread could have run and had no processor; 0 if unknown."""
    found = scheduled(pid)
    return 0.0 if found is None else found[1]


def state_of(pid: int | None) -> tuple[str, int]:
    """Its state as a letter and the number of its threads; ("", 0) where that cannot be seen."""
    fields = None if pid is None else _stat(pid)
    return ("", 0) if fields is None else (fields[0], int(fields[17]))


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on: a name before it may hold anything."""
    try:
        fields = _told(f"/proc/{pid}/stat").rpartition(")")[2].split()
    except OSError:
        return None
    return fields if len(fields) > 17 else None


def _told(path: str) -> str:
    """What the kernel tells there. Asked at every request of every submission, and by pathlib it
    takes twice as long."""
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        return file.readall().decode("ascii", "replace")


def _session(leader: int) -> list[tuple[int, str]]:
    """(pid, state) of all processes in a session."""
    found = []
    for pid in [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]:
        # A process may end while we look at it.
        with contextlib.suppress(ProcessLookupError):
            if os.getsid(pid) == leader:
                found.append((pid, state_of(pid)[0]))
    return [(pid, state) for pid, state in found if state]


def _kill_in_session(pid: int, leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        process = os.pidfd_open(pid)
        try:
            # Asked again of the one that is held now: the number may be another's by this time.
            if os.getsid(pid) == leader:
                signal.pidfd_send_signal(process, signal.SIGKILL)
        finally:
            os.close(process)


def _children(pid: int) -> list[int]:
    try:
        return [int(one) for one in _told(f"/proc/{pid}/task/{pid}/children").split()]
    except (OSError, ValueError):
        return []


_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
