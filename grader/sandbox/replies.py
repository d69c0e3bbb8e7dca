"""What a reply from the far side says, and whether it says that the far side itself failed."""

from __future__ import annotations

import builtins
import re
from pathlib import Path
from typing import Any

from grader.errors import GraderError
from grader.sandbox.observations import Died, Observation, from_wire


class InsideFault(GraderError):
    """The far side's own code failed, or says so: a defect of the grader, with its trace.

    The message names places in the grader's own files and nothing else: the trace itself was
    written by a process that may be the student's, and may hold a hidden case's inputs.
    """

    def __init__(self, trace: str) -> None:
        super().__init__(_places(trace))
        self.trace = trace


def observation_of(reply: dict[str, Any], seconds: float) -> Observation:
    """What a reply says was seen, whoever wrote it."""
    try:
        return from_wire(reply, seconds)
    except (KeyError, TypeError, ValueError, AttributeError):
        return Died("garbled")


def sound(reply: dict[str, Any]) -> dict[str, Any]:
    """The reply. Raises InsideFault if it tells of a defect on the far side."""
    if reply.get("kind") == "fault":
        raise InsideFault(str(reply.get("trace"))[:4000])
    return reply


def _places(trace: str) -> str:
    """Where a trace passed through the grader's own files, and the kind of error if built in."""
    root = Path(__file__).parent.parent.parent
    found = []
    for name, line in re.findall(r'File "[^"]*?/(grader/[a-z_/]+\.py)", line (\d{1,4})', trace):
        file = root / name
        if file.is_file() and int(line) <= len(file.read_bytes().splitlines()):
            found.append(f"{name}, line {line}")
    kind = trace.strip().split("\n")[-1].partition(":")[0]
    error = kind if isinstance(getattr(builtins, kind, None), type) else "an error"
    return f"{error} at {found[-1]}" if found else f"{error} in the process that runs the code"
