"""What fits into one reply, where the files of a submission hold more than that.

The smallest come first: an honest file is small, and a generated one must not crowd it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii
from typing import Any

from grader.values.wire import MAX_NODES, MAX_TREE_BYTES

TOO_MUCH = "it holds more than can be looked at beside your other files"
# Of what one reply may hold; the rest is for the words on what does not fit.
MOST = 0.9
_TAG_BYTES = 12  # of a value's own brackets and commas, at most


@dataclass(frozen=True)
class Portion:
    """Part of a reply, and what stands for it where there is no room."""

    whole: Any
    instead: Any


def fitted(portions: Sequence[Portion]) -> list[Any]:
    """Each as a whole if there is room for it, else what stands for it; in the order given."""
    shares = [share(portion.whole) for portion in portions]
    found = [portion.instead for portion in portions]
    left = MOST
    for index in sorted(range(len(portions)), key=shares.__getitem__):
        left -= shares[index]
        if left < 0:
            break
        found[index] = portions[index].whole
    return found


def share(value: Any) -> float:
    """How much of one reply a tree of lists, dictionaries and text takes; 1 is all of it."""
    nodes = size = 0
    waiting = [value]
    while waiting:
        one = waiting.pop()
        nodes += 1
        kind = type(one)
        if kind is str:
            size += len(encode_basestring_ascii(one))
        elif kind is dict:
            waiting += [*one, *one.values()]
        elif kind is list or kind is tuple:
            waiting += one
    return max(nodes / MAX_NODES, (size + _TAG_BYTES * nodes) / MAX_TREE_BYTES)
