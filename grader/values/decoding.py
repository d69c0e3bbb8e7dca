"""Frames as values: the one place where bytes of a hostile process become objects of the grader's.

Every count is bounded before anything of that size is allocated, every dtype comes from an
allow-list, and whatever does not fit is a `WireError`: no other exception leaves this module.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.values import wire
from grader.values.plain import RNG_KINDS, Array, Opaque, Rng, Value
from grader.values.wire import (
    DTYPES,
    PREAMBLE,
    WireError,
    absurd,
    check_preamble,
    is_odd,
    marks_in,
    sound_text,
)

if TYPE_CHECKING:
    import numpy as np


def decode(frame: bytes | memoryview, *, native: bool = False) -> Value:
    """The value in `frame`; WireError for anything malformed.

    `native` gives real numpy arrays and torch tensors (writable, owned by the receiver) for
    calling a function with; otherwise arrays stay `Array`, which lie in the frame and are not
    copied, and torch is never imported.
    """
    view = memoryview(frame)
    tree_size, buffer_size = check_preamble(bytes(view[: PREAMBLE.size]))
    if len(view) != PREAMBLE.size + tree_size + buffer_size:
        raise WireError("a frame whose length does not match its preamble")
    body = PREAMBLE.size + tree_size
    text = bytes(view[PREAMBLE.size : body])
    if marks_in(text) > wire.MAX_MARKS:
        raise WireError("a frame with too many values")
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError("a frame whose tree is not JSON") from error
    reader = _Reader(view[body:], native)
    try:
        value = reader.value(tree, 0)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise WireError(f"a malformed frame: {type(error).__name__}") from error
    if reader.at != buffer_size:
        raise WireError("buffers that belong to no value")
    return value


# What a dictionary's key may be: put together once, and not for each.
_KEYS = (str, int, float, bool, type(None), tuple)


@dataclass
class _Reader:
    buffers: memoryview
    native: bool
    at: int = 0  # where the next buffer must start
    nodes: int = 0
    odd_keys: int = 0

    def value(self, tree: Any, depth: int) -> Value:
        self.nodes += 1
        if self.nodes > wire.MAX_NODES or depth > wire.MAX_DEPTH:
            raise WireError("a frame with too many values")
        kind = type(tree)
        if kind is float or (kind is str and tree.isascii()):  # first, for there may be many
            plain: float | str = tree
            return plain
        if kind is not dict:
            return _leaf(tree)
        if len(tree) != 1:
            raise WireError("a tag with more than one key")
        (tag, content), *_ = tree.items()
        if tag == "l":
            return [self.value(item, depth + 1) for item in _taken(content)]
        if tag == "t":
            return tuple(self.value(item, depth + 1) for item in _taken(content))
        if tag == "d":
            return self.dictionary(_list(content), depth)
        if tag == "a":
            return self.array(content)
        if tag == "o":
            return Opaque(sound_text(_text(content)[:200]))
        if tag == "r":
            return _rng(content)
        if tag == "b":
            return bytes(self.slice(content))
        return _scalar(tag, content)

    def dictionary(self, pairs: list[Any], depth: int) -> dict[Any, Value]:
        if len(pairs) > wire.MAX_KEYS:
            raise WireError("a dictionary with too many keys")
        found: dict[Any, Value] = {}
        for pair in _taken(pairs):
            key_tree, item = _list(pair)
            before = self.nodes
            key = self.value(key_tree, depth + 1)
            if not isinstance(key, _KEYS):
                raise WireError("a dictionary key that is not plain")
            if type(key) is not str and is_odd(key):
                self.odd_keys += self.nodes - before
                if self.odd_keys > wire.MAX_ODD_KEYS:
                    raise WireError("a dictionary with too many keys")
            found[key] = self.value(item, depth + 1)
        return found

    def slice(self, place: Any) -> memoryview:
        """The next buffer. Each starts where the one before it ended: values that shared one
        could together be many times as large as what was sent."""
        start, size = _list(place)
        if type(start) is not int or type(size) is not int or start < 0 or size < 0:
            raise WireError("a buffer out of bounds")
        if start + size > len(self.buffers):
            raise WireError("a buffer out of bounds")
        if start != self.at:
            raise WireError("a buffer that does not follow the one before")
        self.at = start + size
        return self.buffers[start : self.at]

    def array(self, entry: dict[str, Any]) -> Value:
        import numpy as np

        dtype, shape = _text(entry["dtype"]), _list(entry["shape"])
        library, layout = entry["library"], entry["layout"]
        if dtype not in DTYPES or library not in ("numpy", "torch"):
            raise WireError("an array of unknown kind")
        if layout not in ("plain", "strided"):
            raise WireError("an array of unknown layout")
        if len(shape) > wire.MAX_DIMENSIONS or any(type(n) is not int or n < 0 for n in shape):
            raise WireError("an array of impossible shape")
        if absurd(shape):
            raise WireError("an array of impossible shape")
        data = self.slice(entry["at"])
        held = np.dtype(DTYPES[dtype])
        if math.prod(shape) * held.itemsize != len(data):
            raise WireError("an array whose size does not match its shape")
        array = np.frombuffer(data, dtype=held).reshape(shape)
        if dtype == "bool" and array.view(np.uint8).max(initial=0) > 1:
            raise WireError("a Boolean that is neither true nor false")
        if self.native:
            return _native(array, library, dtype, layout)
        return Array(array, library, dtype, layout)


def _native(array: np.ndarray[Any, np.dtype[Any]], library: str, dtype: str, layout: str) -> Any:
    import numpy as np

    if layout == "strided" and array.ndim and library == "numpy":
        # Every second entry of an array twice as long: equal values, and no contiguity to rely on.
        array = np.repeat(array, 2, axis=-1)[..., ::2]
    else:
        array = array.copy()
    if library == "numpy":
        return array
    import torch

    if layout == "strided":
        return torch.from_numpy(np.repeat(array, 2, axis=-1))[..., ::2].to(getattr(torch, dtype))
    return torch.from_numpy(array).to(getattr(torch, dtype))


def _rng(content: Any) -> Rng:
    seed, kind = _list(content)
    if type(seed) is not int or not 0 <= seed < 1 << wire.PLAIN_INT_BITS or kind not in RNG_KINDS:
        raise WireError("an unknown source of chance")
    return Rng(seed, kind)


def _list(content: Any) -> list[Any]:
    if not isinstance(content, list):
        raise WireError("a list was expected")
    return content


def _taken(content: Any) -> Iterator[Any]:
    """The items of a list, each let go once it is read: tree and values are not both held."""
    items = _list(content)
    for index, item in enumerate(items):
        items[index] = None
        yield item


def _text(content: Any) -> str:
    if not isinstance(content, str):
        raise WireError("text was expected")
    return content


def _leaf(tree: Any) -> bool | int | str | None:
    """What stands in the tree without a tag."""
    if isinstance(tree, list):
        raise WireError("a bare list")
    if isinstance(tree, str):
        return sound_text(tree)
    if isinstance(tree, int) and tree.bit_length() > wire.PLAIN_INT_BITS:
        raise WireError("an integer too large")
    found: bool | int | None = tree
    return found


def _scalar(tag: str, content: Any) -> int | float | complex:
    if tag == "i":
        text = _text(content)
        if len(text) > wire.MAX_INT_BITS // 4 + 3:
            raise WireError("an integer too large")
        return int(text, 16)
    if tag == "f":
        return float(_text(content)[:32])
    if tag == "c":
        real, imaginary = _list(content)
        return complex(float(_text(real)[:32]), float(_text(imaginary)[:32]))
    raise WireError("an unknown tag")
