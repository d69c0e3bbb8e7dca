"""The calls of many checks, made one after another in one process.

A fork for each check costs more than most checks. So all are tried in one process first, the cell
that has read the files, and what is right there is right. Everything else is looked at again as if
this had not been, in another cell with a fork for each check: no function pays for what another one
did to the process that they share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from grader.sandbox.branch import (
    HELLO_BYTES,
    Asked,
    BranchLike,
    Lost,
    asked,
    decoded_reply,
    limits_to_wire,
)
from grader.sandbox.calls import Call
from grader.sandbox.limits import Limits
from grader.sandbox.observations import Returned
from grader.sandbox.replies import InsideFault, observation_of, sound
from grader.values import encode

# Replies of a trial that are remembered: a class gives the right answer in few ways, bit by bit,
# and what each gives else is not worth the room.
MOST_KEPT = 8
MOST_KEPT_BYTES = 1 << 16


@dataclass(frozen=True, eq=False)
class Returns:
    """What the calls of a trial returned. The same object for all who replied the same bytes, as
    long as that is remembered: what was made of it once can be looked up by it."""

    observations: tuple[Returned, ...]


Seen = Returns | None  # nothing where a call of the trial did not return


@dataclass(frozen=True)
class Trial:
    """The calls of one check, encoded once for all who are asked them."""

    request: bytes
    count: int  # of the calls
    reply_bytes: int
    _kept: dict[bytes, Seen] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, calls: Sequence[Call], limits: Limits) -> Trial:
        most = limits.output_bytes
        reply_bytes = min(most, sum(call.reply_bytes or most for call in calls))
        same, different = _parted([call.to_wire() for call in calls])
        request = {
            "op": "calls",
            "same": same,
            "calls": different,
            "printed_chars": limits.printed_chars,
            "reply_bytes": reply_bytes,
        }
        return cls(encode(request), len(calls), reply_bytes)

    def asked(self) -> Asked[Seen]:
        """Reading its reply raises WireError or InsideFault."""
        return Asked(self.request, self._read, self.reply_bytes)

    def _read(self, frame: memoryview) -> Seen:
        """Raises WireError or InsideFault."""
        known = bytes(frame) if len(frame) <= MOST_KEPT_BYTES else None
        if known in self._kept:
            return self._kept[known]
        seen = self._made_of(decoded_reply(frame))
        if known is not None and len(self._kept) < MOST_KEPT:
            self._kept[known] = seen
        return seen

    def _made_of(self, reply: dict[str, Any]) -> Seen:
        replies = sound(reply).get("seen")
        if not isinstance(replies, list) or len(replies) != self.count:
            return None
        found = [observation_of(one, 0.0) for one in replies if isinstance(one, dict)]
        returned = tuple(one for one in found if isinstance(one, Returned))
        return Returns(returned) if len(returned) == self.count else None


def _parted(wires: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What holds of all calls, which is sent and read once, and what else holds of each."""
    same = {
        key: value
        for key, value in wires[0].items()
        if _stays(value) and all(key in one and one[key] == value for one in wires)
    }
    rest = [{key: one[key] for key in one if key not in same} for one in wires]
    return same, rest


def _stays(value: object) -> bool:
    """Whether no call can change it for the next one."""
    if isinstance(value, list | tuple | dict):
        return not value or (isinstance(value, tuple) and all(isinstance(v, str) for v in value))
    return value is None or isinstance(value, str | int | float)


def tried_out(
    process: BranchLike,
    load: Asked[dict[str, Any]],
    trials: Sequence[Trial],
    limits: Limits,
    deadline: float,
) -> tuple[dict[str, Any], list[Seen]]:
    """What a process says that is asked to load a file, and what each trial saw there. It may not
    fork any more from then on. Trials that it did not live to see have seen nothing. Raises Lost or
    InsideFault."""
    tighten = asked({"op": "tighten", "limits": limits_to_wire(limits)}, HELLO_BYTES)
    replies = process.in_a_row(
        [load, tighten, *(trial.asked() for trial in trials)], deadline=deadline
    )
    loaded = sound(next(replies))
    sound(next(replies))
    seen: list[Seen] = []
    with suppress(Lost, InsideFault):
        seen.extend(replies)
    return loaded, seen + [None] * (len(trials) - len(seen))
