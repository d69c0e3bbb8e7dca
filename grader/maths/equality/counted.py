"""A function run in a fork of this process that may do so much and no more, counted and not timed.

A clock is a poor judge of a proof: on a busy machine it ends one that is found on a quiet one, and
the same answer gets another evidence. Here every call that the function makes is counted, and it
ends with its last one. Each run starts from the same state, that of the process before the fork:
what an earlier run has left in some cache changes no count.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from types import FrameType

from grader.jail.limits import lower_if_possible
from grader.jail.parent import killed_with_parent

# A net for what is not counted: one call into C that never ends. Ten times what the dearest run
# takes that is ended by its count, so that no honest one meets it on the slowest machine.
CPU_SECONDS = 20
# By whoever runs short of memory, or ends the grader: this says nothing about the question.
FROM_OUTSIDE = (getattr(signal, "SIGKILL", signal.SIGTERM), signal.SIGTERM)


@dataclass(frozen=True)
class Ran:
    """What came of a run: a text or nothing, and how many calls and returns it took.

    `killed` is a run that somebody else ended; it may be tried again.
    """

    found: str | None = None
    work: int = 0
    killed: bool = False


def counted(function: Callable[[], str | None], most: int) -> Ran:
    """Run it. What it raises, and running out of work or memory, is the same as finding nothing.

    Not for a process with threads. The fork ends with this process.
    """
    reading, writing = os.pipe()
    here = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            killed_with_parent(here)
            lower_if_possible("RLIMIT_CPU", CPU_SECONDS, CPU_SECONDS + 1)
            _run(function, most, writing)
        finally:
            os._exit(1)  # nothing of this process's own end belongs into its copy
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    if said:
        return Ran(**json.loads(said))
    by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return Ran(work=most, killed=by in FROM_OUTSIDE)


def _run(function: Callable[[], str | None], most: int, writing: int) -> None:
    left = most

    def say(found: str | None) -> None:
        # In one write: whoever reads gets all of it or nothing.
        os.write(writing, json.dumps(asdict(Ran(found, most - max(left, 0)))).encode())
        os._exit(0)

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            # Not an exception: sympy catches all kinds, and Python counts no further after one.
            sys.setprofile(None)
            say(None)

    found = None
    sys.setprofile(count)
    try:
        found = function()
    except Exception:  # sympy raises whatever it likes; all of it means: nothing found
        found = None
    sys.setprofile(None)
    say(found)
