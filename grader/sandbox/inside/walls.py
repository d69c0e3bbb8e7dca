"""The walls around the processes of the sandbox: `grader.jail`, as this tree of forks uses it.

The warm interpreter finds out once what this machine allows; every cell seals itself before it
reads a byte of a submission; every fork that calls a student's function is tightened once more.
Without walls (for the reference, which is trusted) only the limits apply.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grader.jail import limits as jail_limits
from grader.jail.profile import ALL_LAYERS, WITHOUT_NAMESPACES, interpreter_paths, make_profile
from grader.jail.protection import Protection

if hasattr(os, "pidfd_open"):  # Linux, whose kernel calls these need; elsewhere there are no forks
    from grader.jail.keeper import reap
    from grader.jail.nursery import Nursery
    from grader.jail.seal import freeze_scratch, seal_cell, seal_leaf, unsupported

# A cell holds a submission and forks; each fork has lower limits of its own. Large enough for any
# part of a course, small enough that a cell cannot take the machine with it.
CELL_LIMITS = jail_limits.Ceilings(
    memory=32 << 30, cpu_seconds=3600, scratch_bytes=128 << 20, processes=16
)


class Walls:
    """What one process of the tree knows about its own walls; a fork inherits it."""

    def __init__(self, *, sealed: bool, namespaces: bool, threads: bool, hidden: Sequence[str]):
        self.threads = threads
        self.reason = "" if sealed else "switched off"
        self._nursery: Nursery | None = None
        self._protection: Protection | None = None
        self._baseline = 0
        if sealed:
            self.reason = unsupported()
        if sealed and not self.reason:
            self._nursery = Nursery(
                make_profile(
                    interpreter_paths(),
                    hidden,
                    limits=CELL_LIMITS,
                    threads=threads,
                    layers=ALL_LAYERS if namespaces else WITHOUT_NAMESPACES,
                )
            )

    def fork_cell(self) -> int:
        return os.fork() if self._nursery is None else self._nursery.fork()

    def seal(self, descriptor: int, folder: str) -> dict[str, Any]:
        """Seal this process, a cell. What took hold, and where the cell may write."""
        if self._nursery is None:
            os.setsid()
            self._baseline = jail_limits.address_space_now()
            return {"level": "none", "folder": folder, "why": self.reason}
        profile = replace(self._nursery.profile, scratch=folder)
        self._protection = seal_cell(profile, keep=[descriptor], own_pids=self._nursery.own_pids)
        self._baseline = self._protection.baseline
        missing = [
            f"{state.layer}: {state.detail}" for state in self._protection.layers if not state.held
        ]
        return {
            "level": str(self._protection.level),
            "folder": self._protection.scratch,
            "why": "; ".join(missing),
        }

    def freeze(self) -> None:
        """The submission has been written: close the folder where nothing caps it."""
        if self._nursery is not None and self._protection is not None:
            freeze_scratch(self._nursery.profile, self._protection)

    def limit(self, wanted: dict[str, Any] | None) -> None:
        """Lower this process's limits: a fork that will run a file's top level."""
        if wanted is not None:
            jail_limits.apply(_limits(wanted), self._baseline)
            self._set_threads(wanted)

    def tighten(self, wanted: dict[str, Any], descriptor: int) -> None:
        """The last wall, and the part's own limits: a fork that will call a function."""
        if self._nursery is None:
            self.limit(wanted)
            return
        profile = replace(self._nursery.profile, limits=_limits(wanted))
        seal_leaf(profile, keep=[descriptor], baseline=self._baseline)
        self._set_threads(wanted)

    def _set_threads(self, wanted: dict[str, Any]) -> None:
        if self.threads and "torch" in sys.modules and wanted["threads"] != 1:
            sys.modules["torch"].set_num_threads(wanted["threads"])

    def end_all(self, children: Sequence[int]) -> None:
        """Kill what was forked from here, with all that it has forked: this process ends.

        Not in a cell, which may signal nobody: there all end with the first process of their
        namespace, or by `killed_with_parent`.
        """
        if self._protection is None:
            for pid in children:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)

    def ended(self, children: Sequence[int]) -> list[tuple[int, int]]:
        """(pid, wait status) of the children that have ended."""
        if self._protection is None:  # not in a cell: end what the child left in its group, too
            known = [(pid, status) for pid in children if (status := _reaped(pid)) is not None]
            _collect_adopted(children)
            return known
        # In a cell also those that it inherited: a killed fork's own forks, a student's daemons.
        found: list[tuple[int, int]] = []
        with contextlib.suppress(ChildProcessError):
            while (one := os.waitpid(-1, os.WNOHANG)) != (0, 0):
                found.append(one)
        return found


def _reaped(pid: int) -> int | None:
    try:
        return reap(pid, wait=False)
    except ChildProcessError:  # somebody waited for it already
        return -1


def _collect_adopted(children: Sequence[int]) -> None:
    """Wait for those that ended and were forked by others, which have ended before them."""
    look = os.WEXITED | os.WNOHANG | os.WNOWAIT
    with contextlib.suppress(ChildProcessError):
        while (one := os.waitid(os.P_ALL, 0, look)) is not None and one.si_pid not in children:
            os.waitpid(one.si_pid, 0)


def _limits(wanted: dict[str, Any]) -> jail_limits.Ceilings:
    return replace(
        CELL_LIMITS,
        memory=wanted["memory_mb"] << 20,
        # Above the grader's own clock, so that the usual word for a loop is "timed out", once.
        cpu_seconds=math.ceil(wanted["cpu_seconds"]),
        scratch_bytes=wanted["scratch_mb"] << 20,
    )
