"""How much longer to wait for a process that the machine has given no time to run.

A wall clock is a poor judge on a machine with more to do than processors: an honest answer would
be late there and in time on a quiet one. The kernel tells how long a process has really run, and
whether it wants to. Both are its own word, not that of the process.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

# Of the time agreed, waiting included. A machine so busy cannot grade at all.
MOST = 10.0
# A process that has had this share of its time was not starved, but slow.
ENOUGH = 0.9
WANTS_TO_RUN = "RD"  # running or ready; or waiting for a page that was swapped out


class Patience:
    """With one process, for one deadline after another."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._deadline = 0.0
        self._began = 0.0
        self._had = 0.0
        self._extra = 0.0

    def until(self, deadline: float) -> float:
        """The deadline with what it was prolonged by. Call it before waiting for a new one."""
        if deadline != self._deadline:
            usage = _usage(self._pid)
            self._deadline, self._began, self._extra = deadline, time.monotonic(), 0.0
            self._had = usage[1] if usage else 0.0
        return deadline + self._extra

    def prolong(self) -> bool:
        """Whether the process was kept from running, so that `until` is later from now on."""
        usage = _usage(self._pid)
        if usage is None or usage[0] not in WANTS_TO_RUN:
            return False
        agreed = self._deadline - self._began
        missing = agreed - (usage[1] - self._had)
        left = MOST * agreed - (time.monotonic() - self._began)
        if missing <= (1 - ENOUGH) * agreed or left <= 0:
            return False
        self._extra = time.monotonic() + min(missing, left) - self._deadline
        return True


def _usage(pid: int) -> tuple[str, float] | None:
    """The state of a process and the seconds that it has run; None where that cannot be seen."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
    except (OSError, IndexError, ValueError):
        return None
    return fields[0], ticks / os.sysconf("SC_CLK_TCK")
