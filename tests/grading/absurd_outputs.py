"""What a function may return, or a process claim that it did: of every form but the right one.

`CHOSEN` is in each that holds a number, a name or a text of its maker's choosing, so that a test
can look for it where nothing of the kind may be told.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.sandbox import Died, Observation, Returned
from grader.values import Array, Opaque, WireError, decode, wire

CHOSEN = 7013
NAME = f"q{CHOSEN}"


def zeros(*shape: int, dtype: str = "float64") -> Array:
    return Array(np.zeros(shape, dtype=dtype))  # of the kernel's one page of zeros, until written


def view(*shape: int, dtype: str = "float64") -> Array:
    """An array that claims more than it has."""
    return Array(np.broadcast_to(np.ones((), dtype=dtype), shape))


def nested(levels: int, value: Any) -> Any:
    for _ in range(levels):
        value = [value]
    return value


def forged(tree: Any, buffers: bytes = b"") -> Any:
    """What a frame comes to that no encoder wrote."""
    text = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    try:
        return decode(wire.PREAMBLE.pack(wire.MAGIC, len(text), len(buffers)) + text + buffers)
    except WireError:
        return Died("garbled")


def entry(dtype: str, shape: list[int], start: int, size: int) -> Any:
    at = [start, size]
    return {"a": {"dtype": dtype, "shape": shape, "at": at, "library": "numpy", "layout": "plain"}}


ABSURD: dict[str, Callable[[], Any]] = {
    "many rows": lambda: zeros(12_000, 1),
    "eight million rows": lambda: zeros(8_000_000, 1),
    "eight million columns": lambda: zeros(1, 8_000_000),
    "a long vector": lambda: zeros(CHOSEN),
    "a large square": lambda: zeros(2_000, 2_000),
    "a view of terabytes": lambda: view(CHOSEN, 10**6, 10**3),
    "a view of a petabyte, complex": lambda: view(10**6, 10**6, dtype="complex128"),
    "no rows": lambda: zeros(0, CHOSEN),
    "no columns": lambda: zeros(CHOSEN, 0),
    "no entries, absurdly wide": lambda: Array(np.zeros(0).reshape(0, 10**17)),
    "no entries, absurd at both ends": lambda: Array(np.zeros(0).reshape(10**8, 0, 10**8)),
    "no entries in 32 axes": lambda: zeros(*(0,) * 32),
    "32 axes of one": lambda: zeros(*(1,) * 32),
    "32 axes of one around many": lambda: zeros(*(1,) * 31, CHOSEN),
    "20 axes of two": lambda: zeros(*(2,) * 20),
    "a list around 32 axes": lambda: nested(60, zeros(*(1,) * 32)),
    "a number 100 lists deep": lambda: nested(100, 1.0),
    "an empty list 90 lists deep": lambda: nested(90, []),
    "a list of 400 000 integers": lambda: [1] * 399_999,
    "400 000 numbers in pairs": lambda: [[0.5, 0.5]] * 133_000,
    "a list of 400 000 Nones": lambda: [None] * 399_999,
    "a list of 7013 texts": lambda: ["x"] * CHOSEN,
    "400 000 values in ragged rows": lambda: [[1.0] * n for n in range(890)],
    "a list of many arrays": lambda: [zeros(2, 2) for _ in range(20_000)],
    "a list of a large array": lambda: [zeros(8_000_000, 1)],
    "a tuple of large arrays": lambda: tuple(zeros(1_000, 1_000) for _ in range(9)),
    "a list of forty large arrays": lambda: [view(1_000_000) for _ in range(40)],
    "a ragged list of arrays": lambda: [zeros(3), zeros(CHOSEN)],
    "a huge integer": lambda: 2**8191,
    "an integer beyond floats": lambda: CHOSEN * 10**400,
    "a list of huge integers": lambda: [2**8191] * 50,
    "integers just beyond 64 bits": lambda: [[2**64] * 6] * 5,
    "the least integer": lambda: Array(np.full((5, 6), -(2**63))),
    "NaN everywhere": lambda: Array(np.full((5, 6), np.nan)),
    "infinity everywhere": lambda: Array(np.full((5, 5), np.inf)),
    "NaN alone": lambda: float("nan"),
    "subnormal numbers": lambda: Array(np.full((5, 6), 5e-324)),
    "negative zeros": lambda: Array(np.full((5, 6), -0.0)),
    "complex numbers": lambda: Array(np.full((5, 6), 1j)),
    "a complex number": lambda: 1j,
    "Booleans": lambda: Array(np.ones((5, 5), dtype=bool)),
    "a Boolean": lambda: True,
    "unsigned bytes": lambda: Array(np.full((5, 5), 255, dtype=np.uint8)),
    "half precision": lambda: Array(np.full((5, 6), 6e4, dtype=np.float16)),
    "bfloat16 by name": lambda: Array(np.ones((5, 6), dtype="<f4"), "torch", "bfloat16"),
    "None": lambda: None,
    "text of megabytes": lambda: NAME * 10**6,
    "text": lambda: NAME,
    "bytes": lambda: NAME.encode(),
    "an object of a class of its own": lambda: Opaque(f"mine.{NAME}"),
    "a generator": lambda: Opaque("builtins.generator"),
    "an empty list": list,
    "an empty tuple": lambda: (),
    "an empty dictionary": dict,
    "a dictionary of many keys": lambda: {f"{NAME}{i}": float(i) for i in range(4096)},
    "a dictionary with megabytes for a key": lambda: {NAME * 10**6: zeros(5, 6)},
    "a dictionary of odd keys": lambda: {(i, None, NAME): i for i in range(1000)},
    "the right names and large arrays": lambda: dict.fromkeys(("dx", "dw"), zeros(4_000_000)),
    "forged: one buffer forty times": lambda: forged(
        {"l": [entry("float64", [100_000], 0, 800_000)] * 40}, bytes(800_000)
    ),
    "forged: buffers that overlap": lambda: forged(
        {"t": [entry("float64", [2, 3], 0, 48), entry("float64", [2, 3], 8, 48)]}, bytes(56)
    ),
    "forged: a Boolean that is seven": lambda: forged(
        entry("bool", [5, 5], 0, 25), bytes([7]) * 25
    ),
    "forged: no entries, and 2**62 of them": lambda: forged(
        entry("float64", [2**62, 0, 2**62], 0, 0)
    ),
    "forged: millions of brackets": lambda: forged(b"[" + b"[]," * 2_000_000 + b"[]]"),
    "forged: half a character": lambda: forged(b'"\\ud800"'),
    "forged: an integer of 4000 digits": lambda: forged(b"7013" * 1000),
}


def observed(value: Any, **more: Any) -> Observation:
    """The observation of a call that returned it."""
    return value if isinstance(value, Died) else Returned(value, 0.0, **more)
