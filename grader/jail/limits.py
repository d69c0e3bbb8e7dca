"""What a sealed process may use up: memory, processor time, files, processes."""

import contextlib
import mmap
import os
import re
import sys
from dataclasses import dataclass
from typing import Final

with contextlib.suppress(ImportError):  # Windows: there `lower_if_possible` is all that is asked
    import resource

_MEGABYTE: Final = 1 << 20
_PAGE: Final = mmap.PAGESIZE


@dataclass(frozen=True)
class Ceilings:
    """Ceilings for one process, unless said otherwise. A fork inherits them as its own.

    - `memory`: bytes of address space beyond what is mapped when the cell is sealed. Each fork may
      use as much again, so a cell may use up to `processes` + 1 times this.
    - `cpu_seconds`: processor time; SIGXCPU at the limit, SIGKILL a second later. A fork starts
      at zero again. Wall time is the business of whoever watches from outside.
    - `scratch_bytes`: all files in the scratch folder together, where it is a file system of its
      own; everywhere the size of one file.
    - `processes`: forks and threads alive at once, beyond the cell itself, for the whole cell.
    - `open_files`: descriptors.
    - `stack`: bytes of stack, which bounds how deep C code may recurse.
    """

    memory: int = 2048 * _MEGABYTE
    cpu_seconds: int = 60
    scratch_bytes: int = 64 * _MEGABYTE
    processes: int = 8
    open_files: int = 256
    stack: int = 64 * _MEGABYTE


def address_space_now() -> int:
    """Bytes of address space this process has mapped. Needs /proc."""
    return int(_contents("/proc/self/statm").split()[0]) * _PAGE


def tasks_of(uid: int) -> int:
    """Threads and processes that the user runs now, as RLIMIT_NPROC counts them. Needs /proc."""
    total = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            # A process may end while we look at it.
            with contextlib.suppress(OSError):
                status = _contents(f"{entry.path}/status")
                owner = re.search(rb"^Uid:\s+(\d+)", status, re.MULTILINE)
                threads = re.search(rb"^Threads:\s+(\d+)", status, re.MULTILINE)
                if owner and threads and int(owner[1]) == uid:
                    total += int(threads[1])
    return total


def apply(limits: Ceilings, baseline: int | None) -> None:
    """Set every limit but the number of processes, for good (soft and hard).

    A limit can only be tightened: where the process already has a lower one, that one stays.
    `baseline` is the address space that does not count; None leaves the memory limit alone.
    """
    if baseline is not None:
        _lower(resource.RLIMIT_AS, baseline + limits.memory)
    _lower(resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1)
    _lower(resource.RLIMIT_FSIZE, limits.scratch_bytes)
    _lower(resource.RLIMIT_NOFILE, limits.open_files)
    _lower(resource.RLIMIT_STACK, limits.stack)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_MEMLOCK, 0)
    _lower(resource.RLIMIT_MSGQUEUE, 0)
    _lower(resource.RLIMIT_SIGPENDING, 256)
    _lower(resource.RLIMIT_NICE, 0)
    _lower(resource.RLIMIT_RTPRIO, 0)


def prefer_to_be_killed() -> None:
    """When the machine runs out of memory, end this process rather than another. Needs /proc."""
    # A machine that does not say who goes first is no reason not to grade on it.
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "wb") as file:  # noqa: PTH123
        file.write(b"1000")


def set_processes(ceiling: int, *, soft_only: bool = False) -> None:
    """Limit the tasks of this process's user (within its user namespace, if it has its own)."""
    _, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    _lower(resource.RLIMIT_NPROC, ceiling, hard if soft_only else None)


def processes_are_limited() -> bool:
    """Does the kernel hold this process to a number at all? It never does for root."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, hard))
    try:
        child = os.fork()
    except BlockingIOError:
        return True
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return False


def lower_if_possible(name: str, soft: int, hard: int | None = None) -> None:
    """Tighten the limit of that name where this system has it; for other systems than Linux too.

    A system may not know the name, or refuse a limit that it has a name for: macOS does that with
    RLIMIT_AS, or ignores it.
    """
    which = getattr(sys.modules.get("resource"), name, None)
    if which is not None:
        with contextlib.suppress(ValueError, OSError):
            _lower(which, soft, hard)


def _contents(path: str) -> bytes:
    # As bytes: Python imports a codec when it first needs it. Not with pathlib: to import that is
    # a fifth of the time in which the reader of a submission starts.
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _lower(which: int, soft: int, hard: int | None = None) -> None:
    hard = soft if hard is None else hard
    _, now = resource.getrlimit(which)
    if now != resource.RLIM_INFINITY:
        hard = now if hard == resource.RLIM_INFINITY else min(hard, now)
        soft = min(soft, hard)
    resource.setrlimit(which, (soft, hard))
