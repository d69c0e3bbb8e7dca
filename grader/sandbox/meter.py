"""What a request takes in another process: as on a quiet machine, by the kernel's word.

A process is at every moment running, ready and waiting for a processor, or asleep. A busy machine
makes the second longer and nothing else, so the time as on a quiet machine is what it ran and what
it slept. It slept when it was neither: of that, what the grader itself took to write the request
and to read the reply is not its own. So what counts is

    ran + max(0, wall clock - ran - waited - what the grader ran and waited)

of which a `time.sleep`, or a wait for a helper process, is part. The process has no say in it.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from grader.sandbox.processor import scheduled, state_of

# The kernel's count of a process is exact once that sleeps again, which it does some microseconds
# after its reply, or when it next gets a processor. One that goes on is not waited for: what it
# runs from then on is counted to the next request.
SETTLING_SECONDS = 0.2
RUNNING = "R"
# To read four figures takes some 50 microseconds; even a crowded machine lets that pass soon.
READ_ATTEMPTS = 20


@dataclass(frozen=True)
class Lap:
    """Seconds as on a quiet machine; `sure` where the kernel said what that needs."""

    seconds: float
    sure: bool


@dataclass(frozen=True)
class _Reading:
    clock: float
    own: float  # what the grader's thread has run and waited
    ran: float  # the same two of the process, apart
    waited: float
    sure: bool


class Meter:
    """Measures one request after another to one process, or none where it has no number."""

    def __init__(self, pid: int | None) -> None:
        self._pid = pid
        self._settle()
        self._before = self._read()

    def start(self) -> None:
        """A request is about to be written."""
        now = self._read()
        # What it ran between two requests counts to the second: there it can do no work for free.
        self._before = _Reading(now.clock, now.own, self._before.ran, now.waited, now.sure)

    def stop(self) -> Lap:
        """Its reply has been read."""
        replied = self._read()
        # A wait for a processor after the reply is none of the request's; what it runs is, and may
        # not be in the count yet.
        self._settle()
        settled = self._read()
        ran = settled.ran - self._before.ran
        waited = replied.waited - self._before.waited
        own = replied.own - self._before.own
        asleep = max(0.0, replied.clock - self._before.clock - ran - waited - own)
        sure = self._before.sure and replied.sure and settled.sure
        self._before = settled
        return Lap(ran + asleep, sure)

    def _settle(self) -> None:
        # Not by sleeping: a moment in which both sleep would look like the process's own.
        until = time.monotonic() + SETTLING_SECONDS
        while time.monotonic() < until and state_of(self._pid)[0] == RUNNING:
            os.sched_yield()

    def _read(self) -> _Reading:
        """The figures of one moment: read again if the grader lost its processor in between."""
        own_wait = _own_wait()
        for _ in range(READ_ATTEMPTS):
            before = own_wait
            clock, own_run = time.monotonic(), time.thread_time()
            seen = None if self._pid is None else scheduled(self._pid)
            threads = state_of(self._pid)[1]
            own_wait = _own_wait()
            if own_wait == before:
                break
        ran, waited = seen or (0.0, 0.0)
        # Of several threads the kernel's figures are the first one's, which may be waiting for the
        # others: then what they waited for a processor looks like sleep.
        sure = seen is not None and threads == 1
        return _Reading(clock, own_run + own_wait, ran, waited, sure)


def _own_wait() -> float:
    """How long the grader's thread has waited for a processor, as far as it can know."""
    return (scheduled("thread-self") or (0.0, 0.0))[1]
