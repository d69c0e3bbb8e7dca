"""How much longer to wait for a process that the machine has given no time to run.

A wall clock is a poor judge on a machine with more to do than processors: an honest answer would
be late there and in time on a quiet one. The kernel tells how long a process has really run, and
whether it wants to. Both are its own word, not that of the process.
"""

from __future__ import annotations

import time

from grader.sandbox.processor import own_seconds, tree_seconds

# Of the time agreed, waiting included. A machine so busy cannot grade at all.
MOST = 10.0
# A process that has had this share of its time was not starved, but slow.
ENOUGH = 0.9
WANTS_TO_RUN = "RD"  # running or ready; or waiting for a page that was swapped out


class Patience:
    """With one process, for one deadline after another.

    `tree` is the process above all of the same submission: one that its own other processes keep
    from running has had its time.
    """

    def __init__(self, pid: int, tree: int | None = None) -> None:
        self._pid = pid
        self._tree = pid if tree is None else tree
        self._deadline = 0.0
        self._began = 0.0
        self._had = 0.0
        self._extra = 0.0

    def until(self, deadline: float) -> float:
        """The deadline with what it was prolonged by. Call it before waiting for a new one."""
        if deadline != self._deadline:
            self._deadline, self._began, self._extra = deadline, time.monotonic(), 0.0
            self._had = tree_seconds(self._tree) or 0.0
        return deadline + self._extra

    def prolong(self) -> bool:
        """Whether the process was kept from running, so that `until` is later from now on."""
        own, run = own_seconds(self._pid), tree_seconds(self._tree)
        if own is None or run is None or own[0] not in WANTS_TO_RUN:
            return False
        agreed = self._deadline - self._began
        missing = agreed - (run - self._had)
        left = MOST * agreed - (time.monotonic() - self._began)
        if missing <= (1 - ENOUGH) * agreed or left <= 0:
            return False
        self._extra = time.monotonic() + min(missing, left) - self._deadline
        return True
