"""Calls that are timed: in one fork, each in three requests of which the second is the call itself.

What is sent can take longer than the call: a large array is written, copied and read on both sides.
So the arguments are sent first and the result is fetched afterwards, and between them stands a
request of a few bytes, which the function alone makes long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from grader.sandbox.branch import BranchLike, Lost
from grader.sandbox.budget import Budget
from grader.sandbox.calls import Call
from grader.sandbox.limits import Limits
from grader.sandbox.loaded import LoadedFile, on_account
from grader.sandbox.meter import Lap, Meter
from grader.sandbox.observations import Died, Observation, Returned, Spent
from grader.sandbox.replies import observation_of, sound


@contextmanager
def timed(loaded: LoadedFile, limits: Limits) -> Iterator[TimedLeaf]:
    """A fresh fork of the file for calls that are timed. Raises InsideFault.

    Each call has a clock of its own: another process may be timed in between.
    """
    try:
        leaf = loaded.fork(limits)
    except Lost as lost:
        yield TimedLeaf(None, limits, loaded.budget, lost.died)
        return
    loaded.prepare(limits)
    try:
        yield TimedLeaf(leaf, limits, loaded.budget)
    finally:
        leaf.kill()


class TimedLeaf:
    """When the process is lost, the calls that follow share its death."""

    def __init__(
        self, leaf: BranchLike | None, limits: Limits, budget: Budget, died: Died | None = None
    ) -> None:
        self._leaf = leaf
        self._limits = limits
        self._budget = budget
        self._died = died
        self._meter = Meter(leaf.pid if leaf else None)

    def run(self, call: Call) -> Observation:
        """What the call gave. One that returned says what it took, in `spent`."""
        if self._leaf is None or self._died is not None:
            return self._died or Died("killed")
        try:
            with on_account(self._budget, self._leaf):
                reply, laps = self._asked(self._leaf, call)
        except Lost as lost:
            self._died = lost.died
            return self._died
        seen = observation_of(reply, 0.0)
        if not isinstance(seen, Returned):
            return seen
        if len(laps) < 3:  # a result before it was asked for: by whom, and from what?
            self._died = Died("garbled")
            return self._died
        whole = sum(lap.seconds for lap in laps)
        spent = Spent(laps[1].seconds, whole, all(lap.sure for lap in laps))
        return replace(seen, seconds=whole, spent=spent)

    def _asked(self, leaf: BranchLike, call: Call) -> tuple[dict[str, Any], list[Lap]]:
        """The last reply, and what each request took; fewer than three where it came too soon."""
        first = {"op": "hold", "call": call.to_wire(), "printed_chars": self._limits.printed_chars}
        deadline = time.monotonic() + min(self._limits.wall_seconds, self._budget.left)
        laps = []
        for request in (first, {"op": "go"}, {"op": "show"}):
            self._meter.start()
            reply = leaf.ask(request, deadline=deadline, reply_bytes=self._limits.output_bytes)
            laps.append(self._meter.stop())
            if sound(reply).get("kind") not in ("held", "went"):
                break
        return reply, laps
