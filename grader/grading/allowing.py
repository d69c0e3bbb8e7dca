"""How large a reply may be: a small multiple of what the course itself holds for the same check.

A student's process may send what it likes, and what is sent stays until its part is reported on.
What is far larger than the truth cannot be right, so it is not read at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader.cases.edges import leaves
from grader.sandbox import Call
from grader.values import Array, Value

# Caches, weights and intermediate steps are returned along with what is asked for, and a number
# that is sent in a list takes 20 bytes.
TIMES = 8
# Beside that, for what else a wrong answer returns, so that its shape can be told: to all replies
# of a check together, and to each at least.
SPARE_BYTES = 16 << 20
LEAST_BYTES = 64 << 10


def allowed(calls: Sequence[Call], truth: Sequence[Value]) -> list[Call]:
    """The calls of one check, each with how large its reply may be."""
    spare = max(SPARE_BYTES // max(len(calls), 1), LEAST_BYTES)
    largest = max(map(_size, truth), default=0)
    return [
        replace(call, reply_bytes=spare + TIMES * (largest + _size(call.args))) for call in calls
    ]


def _size(value: Value) -> int:
    return sum(map(_leaf_size, leaves(value)))


def _leaf_size(leaf: Any) -> int:
    array = leaf.data if isinstance(leaf, Array) else leaf
    if isinstance(array, np.ndarray):
        return array.nbytes
    return len(leaf) if isinstance(leaf, str) else 8
