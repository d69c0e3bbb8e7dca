"""What was seen of a call. Everything in here was written by the other side: data, not truth."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from grader.values import Value

MAX_LINES = 10**9  # a number that is printed: a forged one could have thousands of digits


@dataclass(frozen=True)
class Frame:
    """One line of the student's own code on the way to an error."""

    file: str
    line: int
    function: str
    code: str
    cell: int | None = None  # of a notebook


@dataclass(frozen=True)
class Spent:
    """Seconds that a call took, as on a quiet machine: see `grader.sandbox.meter`."""

    call: float  # the function itself
    whole: float  # with what it took to send the arguments and fetch the result
    sure: bool = True  # the kernel said how long the process waited for a processor


@dataclass(frozen=True)
class Called:
    """A watched function, and the student's line that called it."""

    pattern: str  # of `Call.watch`
    name: str
    file: str
    line: int
    cell: int | None


@dataclass(frozen=True)
class SourceUse:
    """A name that a definition, or a helper of it, uses; `<loop>` for a loop."""

    name: str
    file: str  # a helper may stand in another one
    line: int
    cell: int | None
    origin: str = ""  # whose it is, as `grader.sandbox.hiding` says
    words: tuple[str, ...] = ()  # forbidden ones that stand as text beside it


@dataclass(frozen=True)
class Returned:
    value: Value
    seconds: float  # measured by the grader, around the whole exchange
    changed_inputs: tuple[int, ...] = ()
    inputs_after: Value = None
    printed: str = ""
    spent: Spent | None = None  # of a call that was timed
    called: tuple[Called, ...] = ()


@dataclass(frozen=True)
class Raised:
    """The function raised. `frames` are innermost last and hold the student's lines only."""

    type_name: str
    message: str
    frames: tuple[Frame, ...] = ()
    note: str = ""
    printed: str = ""
    called: tuple[Called, ...] = ()


@dataclass(frozen=True)
class Refused:
    """The function returned something that may not travel; `reason` says why."""

    reason: str


@dataclass(frozen=True)
class Died:
    """The process is gone, or never answered."""

    how: Literal[
        "timed out",
        "out of budget",  # the budget of the whole submission is used up
        "out of memory",
        "crowded",
        "exited",
        "killed",
        "garbled",
        "faulty",  # it says of itself that the grader's own code failed in it
    ]
    detail: str = ""

    @property
    def from_outside(self) -> bool:
        """Killed, and not by the grader: it says "timed out" of what it ends itself."""
        return self.how == "killed" and self.detail in ("", "signal 9")


MAX_CALLED = 20  # watched functions of one call that are listened to

Observation = Returned | Raised | Refused | Died


def from_wire(reply: Mapping[str, Value], seconds: float) -> Observation:
    """The observation in a reply, which tells only of what there is to tell. Raises KeyError,
    TypeError or ValueError if it holds none."""
    kind = reply["kind"]
    if kind == "returned":
        return Returned(
            value=reply["value"],
            seconds=seconds,
            changed_inputs=tuple(_position(index) for index in reply.get("changed_inputs", ())),
            inputs_after=reply.get("inputs_after"),
            printed=_text(reply.get("printed", "")),
            called=_called(reply.get("called", ())),
        )
    if kind == "raised":
        if reply["type_name"] == "MemoryError":
            return Died("out of memory")
        return Raised(
            type_name=_text(reply["type_name"], 200),
            message=_text(reply["message"], 1000),
            frames=tuple(frame_from_wire(entry) for entry in reply["frames"][:20]),
            note=_text(reply["note"], 500),
            printed=_text(reply.get("printed", "")),
            called=_called(reply.get("called", ())),
        )
    if kind == "refused":
        return Refused(_text(reply["reason"], 200))
    raise ValueError("an unknown kind of reply")


def uses_from_wire(entries: Value) -> tuple[SourceUse, ...]:
    """The uses of one definition, as the scan tells them; malformed ones are dropped."""
    found = []
    for entry in entries if isinstance(entries, list) else []:
        with suppress(TypeError, ValueError):
            name, line, cell, file, origin, words = entry
            place = _text(file, 300), _number(line), None if cell is None else _number(cell)
            said = _text(origin), tuple(map(_text, words))
            found.append(SourceUse(_text(name, 200), *place, *said))
    return tuple(found)


def frame_from_wire(entry: Mapping[str, Value]) -> Frame:
    cell = entry["cell"]
    return Frame(
        file=_text(entry["file"], 300),
        line=_number(entry["line"]),
        function=_text(entry["function"], 200),
        code=_text(entry["code"], 300),
        cell=None if cell is None else _number(cell),
    )


def _called(entries: Value) -> tuple[Called, ...]:
    found = []
    for pattern, name, file, line, cell in entries[:MAX_CALLED]:
        place = _number(line), None if cell is None else _number(cell)
        found.append(Called(_text(pattern, 200), _text(name, 200), _text(file, 300), *place))
    return tuple(found)


def _position(value: Value) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("the position of an argument was expected")
    return value


def _number(value: Value) -> int:
    """The number of a line or a cell."""
    if type(value) is not int or not 0 <= value <= MAX_LINES:
        raise ValueError("the number of a line was expected")
    return value


def _text(value: Value, limit: int = 100_000) -> str:
    if not isinstance(value, str):
        raise TypeError("text was expected")
    return value[:limit]
