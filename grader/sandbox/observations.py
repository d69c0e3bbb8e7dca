"""What was seen of a call. Everything in here was written by the other side: data, not truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from grader.values import Value


@dataclass(frozen=True)
class Frame:
    """One line of the student's own code on the way to an error."""

    file: str
    line: int
    function: str
    code: str
    cell: int | None = None  # of a notebook


@dataclass(frozen=True)
class Returned:
    value: Value
    seconds: float  # measured by the grader, around the whole exchange
    changed_inputs: tuple[int, ...] = ()
    inputs_after: Value = None
    printed: str = ""


@dataclass(frozen=True)
class Raised:
    """The function raised. `frames` are innermost last and hold the student's lines only."""

    type_name: str
    message: str
    frames: tuple[Frame, ...] = ()
    note: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Refused:
    """The function returned something that may not travel; `reason` says why."""

    reason: str


@dataclass(frozen=True)
class Died:
    """The process is gone, or never answered."""

    how: Literal["timed out", "out of memory", "crowded", "exited", "killed", "garbled"]
    detail: str = ""


Observation = Returned | Raised | Refused | Died


def from_wire(reply: Mapping[str, Value], seconds: float) -> Observation:
    """The observation in a reply. Raises KeyError, TypeError or ValueError if it holds none."""
    kind = reply["kind"]
    if kind == "returned":
        return Returned(
            value=reply["value"],
            seconds=seconds,
            changed_inputs=tuple(_position(index) for index in reply["changed_inputs"]),
            inputs_after=reply["inputs_after"],
            printed=_text(reply["printed"]),
        )
    if kind == "raised":
        if reply["type_name"] == "MemoryError":
            return Died("out of memory")
        return Raised(
            type_name=_text(reply["type_name"], 200),
            message=_text(reply["message"], 1000),
            frames=tuple(frame_from_wire(entry) for entry in reply["frames"][:20]),
            note=_text(reply["note"], 500),
            printed=_text(reply["printed"]),
        )
    if kind == "refused":
        return Refused(_text(reply["reason"], 200))
    raise ValueError("an unknown kind of reply")


def frame_from_wire(entry: Mapping[str, Value]) -> Frame:
    cell = entry["cell"]
    return Frame(
        file=_text(entry["file"], 300),
        line=int(entry["line"]),
        function=_text(entry["function"], 200),
        code=_text(entry["code"], 300),
        cell=None if cell is None else int(cell),
    )


def _position(value: Value) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("the position of an argument was expected")
    return value


def _text(value: Value, limit: int = 100_000) -> str:
    if not isinstance(value, str):
        raise TypeError("text was expected")
    return value[:limit]
