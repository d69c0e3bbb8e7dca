"""Replies as they may come: an observation, or an error that stands for a garbled one."""

from __future__ import annotations

from typing import Any

import pytest

from grader.sandbox import Died, Raised
from grader.sandbox.branch import Lost
from grader.sandbox.loaded import _notes
from grader.sandbox.observations import SourceUse, uses_from_wire
from grader.sandbox.replies import observation_of

FRAME = {"file": "hw.py", "line": 3, "function": "f", "code": "x", "cell": None}
RAISED = {
    "kind": "raised", "type_name": "ValueError", "message": "no", "frames": [FRAME], "note": "",
    "printed": "",
}  # fmt: skip
NOTE = {"what": "failed", "line": 1, "cell": None, "message": "no", "names": []}
NO_LINES: list[Any] = [float("inf"), float("nan"), -1, 10**400, True, None, "3", 1.0, [], {}]


def test_a_sound_reply_is_read() -> None:
    seen = observation_of(RAISED, 0.0)
    assert isinstance(seen, Raised)
    assert (seen.frames[0].line, seen.frames[0].cell) == (3, None)


@pytest.mark.parametrize(
    ("key", "line"),
    # None for a cell says that it is of no notebook.
    [(key, line) for key in ("line", "cell") for line in NO_LINES if (key, line) != ("cell", None)],
    ids=lambda value: repr(value)[:20],
)
def test_a_line_that_is_no_number_is_garbled(key: str, line: Any) -> None:
    frames = [{**FRAME, key: line}]
    assert observation_of({**RAISED, "frames": frames}, 0.0) == Died("garbled")


@pytest.mark.parametrize("key", ["line", "cell"])
def test_a_note_on_an_infinite_line_is_garbled(key: str) -> None:
    assert _notes({"notes": [NOTE]})[0].line == 1
    with pytest.raises(Lost):
        _notes({"notes": [{**NOTE, key: float("inf")}]})


@pytest.mark.parametrize("line", NO_LINES, ids=lambda line: repr(line)[:20])
def test_a_forbidden_call_on_no_line_is_garbled(line: Any) -> None:
    called: list[Any] = ["torch.softmax", "torch.softmax", "hw.py", line, None]
    told = {**RAISED, "called": [called]}
    assert observation_of(told, 0.0) == Died("garbled")


GOOD = ["torch.softmax", 3, None, "homework.py", "library", ["softmax"]]


@pytest.mark.parametrize(
    "entry",
    [
        GOOD[:5],
        [7, *GOOD[1:]],
        ["torch.softmax", "3", *GOOD[2:]],
        ["torch.softmax", -3, *GOOD[2:]],
        [*GOOD[:2], "1", *GOOD[3:]],
        [*GOOD[:3], None, *GOOD[4:]],
        [*GOOD[:5], [7]],
        [*GOOD[:5], None],
        None,
        "torch.",
    ],
)
def test_a_use_that_is_malformed_is_dropped_alone(entry: object) -> None:
    good = SourceUse("torch.softmax", "homework.py", 3, None, "library", ("softmax",))
    assert uses_from_wire([GOOD, entry, GOOD]) == (good, good)
    assert uses_from_wire(entry) == ()
