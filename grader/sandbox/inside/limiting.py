"""The limits a forked process sets on itself before anything else runs in it."""

from __future__ import annotations

import math
import resource
import sys
from typing import Any

_PAGE = resource.getpagesize()


def apply(limits: dict[str, Any] | None) -> None:
    """Set rlimits; None leaves the process as it is (the branches that run no student code)."""
    if limits is None:
        return
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_FSIZE, 64 << 20)
    _lower(resource.RLIMIT_NOFILE, 256)
    # Above the grader's own clock, so that the usual word for a loop is "timed out", once.
    _lower(resource.RLIMIT_CPU, math.ceil(limits["cpu_seconds"]))
    # Address space, relative to what the warm interpreter has mapped already (torch maps much).
    _lower(resource.RLIMIT_AS, _mapped_bytes() + (limits["memory_mb"] << 20))
    if "torch" in sys.modules and limits["threads"] != 1:
        sys.modules["torch"].set_num_threads(limits["threads"])


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def _mapped_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[0]) * _PAGE
    except OSError:
        return 8 << 30  # no /proc: a generous guess at what torch maps
