"""Values as frames. Used on both sides of the boundary, and trusted on neither."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass, field
from typing import Any

from grader.values import wire
from grader.values.plain import Array, Opaque, Rng, Value
from grader.values.wire import DTYPES, MAGIC, PREAMBLE, TooLarge, absurd, is_odd, marks_in

# A tree that `_tree` has made holds itself nowhere.
_JSON = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":"))
# Numpy's name of a type by how it is held. Looked up: numpy takes long to put it together.
_NAMES = {held: name for name, held in DTYPES.items() if name != "bfloat16"}


@dataclass
class _Buffers:
    most: int
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0
    nodes: int = 0
    odd_keys: int = 0

    def add(self, data: bytes) -> list[int]:
        if self.size + len(data) > self.most:
            raise TooLarge(f"more than {_megabytes(self.most)} of array data")
        place = [self.size, len(data)]
        self.chunks.append(data)
        self.size += len(data)
        return place


def encode(value: Value, most: int = wire.MAX_BUFFER_BYTES) -> bytes:
    """The frame for `value`. Raises TooLarge; whatever has no plain form becomes Opaque.

    `most` is what the reader takes: so many bytes of arrays, and of lists and text.
    """
    buffers = _Buffers(most)
    data = _JSON.encode(_tree(value, buffers, 0)).encode("ascii")
    fits = min(wire.MAX_TREE_BYTES, most)
    if len(data) > fits:
        raise TooLarge(f"more than {_megabytes(fits)} of lists and text")
    if marks_in(data) > wire.MAX_MARKS:
        raise TooLarge(f"more than {wire.MAX_MARKS:,} brackets and commas of lists and text")
    return b"".join([PREAMBLE.pack(MAGIC, len(data), buffers.size), data, *buffers.chunks])


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):.3g} MB"


def _tree(value: Value, buffers: _Buffers, depth: int) -> Any:
    # Exact types only: a subclass may lie about itself (len, items, __iter__), and a value that
    # lies is not plain data. Subclasses with an honest plain form are handled in _library_array.
    buffers.nodes += 1
    if buffers.nodes > wire.MAX_NODES:
        raise TooLarge(f"more than {wire.MAX_NODES:,} values")
    if depth > wire.MAX_DEPTH:
        raise TooLarge(f"nested more than {wire.MAX_DEPTH} levels deep")
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return wire.sound_text(value)
    if kind is int:
        if value.bit_length() > wire.MAX_INT_BITS:
            raise TooLarge(f"an integer of more than {wire.MAX_INT_BITS} bits")
        return value if value.bit_length() <= wire.PLAIN_INT_BITS else {"i": hex(value)}
    if kind is float:
        return value if math.isfinite(value) else {"f": repr(value)}
    if kind is complex:
        return {"c": [repr(value.real), repr(value.imag)]}
    if kind is bytes:
        return {"b": buffers.add(value)}
    if kind is list:
        return {"l": [_tree(item, buffers, depth + 1) for item in value]}
    if kind is tuple:
        return {"t": [_tree(item, buffers, depth + 1) for item in value]}
    if kind is dict:
        return {"d": _pairs(value, buffers, depth)}
    if kind is Array:
        return {"a": _array_entry(value, buffers)}
    if kind is Rng:
        return {"r": [value.seed, value.kind]}
    if kind is Opaque:
        return {"o": wire.sound_text(value.type_name[:200])}
    return _foreign(value, buffers, depth)


def _pairs(value: dict[Any, Value], buffers: _Buffers, depth: int) -> list[list[Any]]:
    if len(value) > wire.MAX_KEYS:
        raise TooLarge(f"a dictionary of more than {wire.MAX_KEYS:,} keys")
    pairs = []
    for key, item in value.items():
        before = buffers.nodes
        key_tree = _tree(key, buffers, depth + 1)
        if is_odd(key):
            buffers.odd_keys += buffers.nodes - before
            if buffers.odd_keys > wire.MAX_ODD_KEYS:
                raise TooLarge(
                    f"dictionaries with more than {wire.MAX_ODD_KEYS:,} values in keys that are "
                    "neither text nor small integers"
                )
        pairs.append([key_tree, _tree(item, buffers, depth + 1)])
    return pairs


def _foreign(value: Value, buffers: _Buffers, depth: int) -> Any:
    try:
        return _plain_form(value, buffers, depth)
    except (TooLarge, MemoryError):
        raise
    except Exception:  # a class that lies about itself, or a student's file named numpy.py
        return {"o": "an object that cannot be read"}


def _plain_form(value: Value, buffers: _Buffers, depth: int) -> Any:
    kind = type(value)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):  # a namedtuple is a tuple
        return _tree(tuple.__getitem__(value, slice(None)), buffers, depth)
    if isinstance(value, dict):  # OrderedDict, defaultdict: insertion order is all they add
        return _tree(dict(dict.items(value)), buffers, depth)
    found = _library_array(value, buffers.most)
    if isinstance(found, Array):
        return {"a": _array_entry(found, buffers)}
    if isinstance(found, list):  # an array of Python objects, which may well be numbers
        return _tree(found, buffers, depth)
    name = found or f"{kind.__module__}.{kind.__qualname__}"
    return {"o": wire.sound_text(name[:200])}


# What a numpy array holds, by the kind of its dtype, where it holds no numbers.
_NO_NUMBERS = {"U": "text", "S": "bytes", "M": "dates", "m": "durations", "V": "records"}


def _library_array(value: Value, most: int) -> Array | list[Any] | str:
    """`value` as an Array if it is numpy's or torch's, without importing either.

    A list for an array of Python objects, else the words for what it is, or "".
    """
    torch = _library("torch", "Tensor")
    if torch is not None and isinstance(value, torch.Tensor):
        dtype = str(value.dtype).removeprefix("torch.")
        if dtype not in DTYPES or value.layout != torch.strided or value.is_meta:
            return f"{value.layout} tensor of {dtype}".removeprefix("torch.")
        _bound_size(tuple(value.shape), value.numel(), value.element_size(), most)
        plain = value.detach().resolve_conj().resolve_neg()
        if dtype == "bfloat16":
            plain = plain.float()
        return Array(plain.cpu().numpy(), "torch", dtype)
    numpy = _library("numpy", "ndarray")
    if numpy is not None and isinstance(value, numpy.ndarray | numpy.generic):
        return _numpy_array(value, numpy, most)
    return ""


def _library(name: str, has: str) -> Any:
    """The imported library; None for a student's file of that name."""
    module = sys.modules.get(name)
    return module if hasattr(module, has) else None


def _numpy_array(value: Any, numpy: Any, most: int) -> Array | list[Any] | str:
    _bound_size(value.shape, value.size, value.itemsize, most)
    # Looked up, not imported: numpy loads it when asked for, which takes longer than all the rest.
    masked = sys.modules.get("numpy.ma")
    if masked and isinstance(value, masked.MaskedArray) and masked.getmaskarray(value).any():
        return "numpy array with masked entries"
    plain = numpy.array(value, subok=False)
    name = _NAMES.get(plain.dtype.str) or plain.dtype.name
    if name not in DTYPES:
        if plain.dtype.kind == "O":
            listed: list[Any] | Any = plain.tolist()
            return listed if type(listed) is list else "numpy array of objects"
        if plain.dtype.kind not in "fc":
            return f"numpy array of {_NO_NUMBERS.get(plain.dtype.kind, 'objects')}"
        plain = plain.astype("<f8" if plain.dtype.kind == "f" else "<c16")  # longdouble
        name = plain.dtype.name
    return Array(plain, "numpy", name)


def _bound_size(shape: tuple[int, ...], count: int, itemsize: int, most: int) -> None:
    if len(shape) > wire.MAX_DIMENSIONS:
        raise TooLarge(f"an array of {len(shape)} axes")
    # Before anything is copied: a broadcast view can claim terabytes and own eight bytes.
    if count * itemsize > most or absurd(shape):
        raise TooLarge(f"an array of shape {shape}")


def _array_entry(array: Array, buffers: _Buffers) -> dict[str, Any]:
    if array.dtype not in DTYPES:
        raise TooLarge(f"an array of dtype {array.dtype}")
    held = array.data
    if held.dtype.str != DTYPES[array.dtype]:
        held = held.astype(DTYPES[array.dtype])
    if array.dtype == "bool":
        held = held.view("u1") != 0  # a view of other bytes may hold a Boolean that is neither
    return {
        "dtype": array.dtype,
        "shape": list(held.shape),
        "at": buffers.add(held.tobytes()),
        "library": array.library,
        "layout": array.layout,
    }
