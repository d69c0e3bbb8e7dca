"""How values travel: a JSON tree followed by raw little-endian buffers. Never pickle.

    magic "GRD1" | tree length, 4 bytes | buffers length, 8 bytes | tree (UTF-8 JSON) | buffers

`decode` reads bytes written by a hostile process. Every count is bounded before anything of that
size is allocated, every dtype comes from an allow-list, and whatever does not fit is a
`WireError`: no other exception leaves this module.
"""

from __future__ import annotations

import json
import math
import struct
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.values.plain import Array, Opaque, Value

if TYPE_CHECKING:
    import numpy as np

MAGIC = b"GRD1"
PREAMBLE = struct.Struct("<4sIQ")

# A homework's largest honest answer is a few megabytes; these leave two orders of magnitude and
# still bound what one reply can make the grader allocate.
MAX_TREE_BYTES = 8 << 20
MAX_BUFFER_BYTES = 512 << 20
MAX_NODES = 400_000
MAX_DEPTH = 100
MAX_INT_BITS = 8192
MAX_DIMENSIONS = 32
MAX_KEYS = 4096  # keys chosen to collide make a dictionary quadratic; this keeps that harmless

# name on the wire -> numpy type that holds it
DTYPES = {
    "bool": "|b1",
    "int8": "|i1",
    "int16": "<i2",
    "int32": "<i4",
    "int64": "<i8",
    "uint8": "|u1",
    "uint16": "<u2",
    "uint32": "<u4",
    "uint64": "<u8",
    "float16": "<f2",
    "bfloat16": "<f4",
    "float32": "<f4",
    "float64": "<f8",
    "complex64": "<c8",
    "complex128": "<c16",
}


class WireError(Exception):
    """The bytes are not a value this module would have written."""


class TooLarge(Exception):
    """A value exceeds what may travel; the message says what was too large."""


@dataclass
class _Buffers:
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0
    nodes: int = 0

    def add(self, data: bytes) -> list[int]:
        if self.size + len(data) > MAX_BUFFER_BYTES:
            raise TooLarge(f"more than {MAX_BUFFER_BYTES >> 20} MB of array data")
        place = [self.size, len(data)]
        self.chunks.append(data)
        self.size += len(data)
        return place


def encode(value: Value) -> bytes:
    """The frame for `value`. Raises TooLarge; whatever has no plain form becomes Opaque."""
    buffers = _Buffers()
    tree = json.dumps(_tree(value, buffers, 0), ensure_ascii=True, separators=(",", ":"))
    data = tree.encode("ascii")
    if len(data) > MAX_TREE_BYTES:
        raise TooLarge(f"more than {MAX_TREE_BYTES >> 20} MB of lists and text")
    return b"".join([PREAMBLE.pack(MAGIC, len(data), buffers.size), data, *buffers.chunks])


def _tree(value: Value, buffers: _Buffers, depth: int) -> Any:
    # Exact types only: a subclass may lie about itself (len, items, __iter__), and a value that
    # lies is not plain data. Subclasses with an honest plain form are handled in _library_array.
    buffers.nodes += 1
    if buffers.nodes > MAX_NODES:
        raise TooLarge(f"more than {MAX_NODES:,} values")
    if depth > MAX_DEPTH:
        raise TooLarge(f"nested more than {MAX_DEPTH} levels deep")
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        # Lone surrogates cannot be UTF-8; a student can make them, a report cannot hold them.
        return value.encode("utf-8", "backslashreplace").decode()
    if kind is int:
        if value.bit_length() > MAX_INT_BITS:
            raise TooLarge(f"an integer of more than {MAX_INT_BITS} bits")
        return value if value.bit_length() <= 53 else {"i": hex(value)}
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
        if len(value) > MAX_KEYS:
            raise TooLarge(f"a dictionary of more than {MAX_KEYS:,} keys")
        return {
            "d": [
                [_tree(key, buffers, depth + 1), _tree(item, buffers, depth + 1)]
                for key, item in value.items()
            ]
        }
    if kind is Array:
        return {"a": _array_entry(value, buffers)}
    if kind is Opaque:
        return {"o": value.type_name[:200]}
    return _foreign(value, buffers, depth)


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
    found = _library_array(value)
    if isinstance(found, Array):
        return {"a": _array_entry(found, buffers)}
    if isinstance(found, list):  # an array of Python objects, which may well be numbers
        return _tree(found, buffers, depth)
    return {"o": (found or f"{kind.__module__}.{kind.__qualname__}")[:200]}


# What a numpy array holds, by the kind of its dtype, where it holds no numbers.
_NO_NUMBERS = {"U": "text", "S": "bytes", "M": "dates", "m": "durations", "V": "records"}


def _library_array(value: Value) -> Array | list[Any] | str:
    """`value` as an Array if it is numpy's or torch's, without importing either.

    A list for an array of Python objects, else the words for what it is, or "".
    """
    torch = _library("torch", "Tensor")
    if torch is not None and isinstance(value, torch.Tensor):
        dtype = str(value.dtype).removeprefix("torch.")
        if dtype not in DTYPES or value.layout != torch.strided or value.is_meta:
            return f"{value.layout} tensor of {dtype}".removeprefix("torch.")
        _bound_size(value.numel(), value.element_size())
        plain = value.detach().resolve_conj().resolve_neg()
        if dtype == "bfloat16":
            plain = plain.float()
        return Array(plain.cpu().numpy(), "torch", dtype)
    numpy = _library("numpy", "ndarray")
    if numpy is not None and isinstance(value, numpy.ndarray | numpy.generic):
        return _numpy_array(value, numpy)
    return ""


def _library(name: str, has: str) -> Any:
    """The imported library; None for a student's file of that name."""
    module = sys.modules.get(name)
    return module if hasattr(module, has) else None


def _numpy_array(value: Any, numpy: Any) -> Array | list[Any] | str:
    _bound_size(value.size, value.itemsize)
    # Looked up, not imported: numpy loads it when asked for, which takes longer than all the rest.
    masked = sys.modules.get("numpy.ma")
    if masked and isinstance(value, masked.MaskedArray) and masked.getmaskarray(value).any():
        return "numpy array with masked entries"
    plain = numpy.array(value, subok=False)
    if plain.dtype.name not in DTYPES:
        if plain.dtype.kind == "O":
            listed: list[Any] | Any = plain.tolist()
            return listed if type(listed) is list else "numpy array of objects"
        if plain.dtype.kind not in "fc":
            return f"numpy array of {_NO_NUMBERS.get(plain.dtype.kind, 'objects')}"
        plain = plain.astype("<f8" if plain.dtype.kind == "f" else "<c16")  # longdouble
    return Array(plain, "numpy", plain.dtype.name)


def _bound_size(count: int, itemsize: int) -> None:
    # Before anything is copied: a broadcast view can claim terabytes and own eight bytes.
    if count * itemsize > MAX_BUFFER_BYTES:
        raise TooLarge(f"an array of {count:,} entries")


def _array_entry(array: Array, buffers: _Buffers) -> dict[str, Any]:
    if array.dtype not in DTYPES:
        raise TooLarge(f"an array of dtype {array.dtype}")
    held = array.data.astype(DTYPES[array.dtype], copy=False)
    return {
        "dtype": array.dtype,
        "shape": list(held.shape),
        "at": buffers.add(held.tobytes()),
        "library": array.library,
        "layout": array.layout,
    }


def check_preamble(preamble: bytes, limit: int = MAX_BUFFER_BYTES) -> tuple[int, int]:
    """(tree length, buffers length) of the frame that starts so; WireError if out of bounds."""
    if len(preamble) != PREAMBLE.size:
        raise WireError("a frame shorter than its preamble")
    magic, tree_size, buffer_size = PREAMBLE.unpack(preamble)
    if magic != MAGIC:
        raise WireError("not a frame")
    if tree_size > MAX_TREE_BYTES or buffer_size > limit:
        raise WireError("a frame larger than allowed")
    return tree_size, buffer_size


def decode(frame: bytes | memoryview, *, native: bool = False) -> Value:
    """The value in `frame`; WireError for anything malformed.

    `native` gives real numpy arrays and torch tensors (writable, owned by the receiver) for
    calling a function with; otherwise arrays stay `Array`, and torch is never imported.
    """
    view = memoryview(frame)
    tree_size, buffer_size = check_preamble(bytes(view[: PREAMBLE.size]))
    if len(view) != PREAMBLE.size + tree_size + buffer_size:
        raise WireError("a frame whose length does not match its preamble")
    body = PREAMBLE.size + tree_size
    try:
        tree = json.loads(bytes(view[PREAMBLE.size : body]))
    except (ValueError, RecursionError) as error:
        raise WireError("a frame whose tree is not JSON") from error
    reader = _Reader(view[body:], native)
    try:
        return reader.value(tree, 0)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise WireError(f"a malformed frame: {type(error).__name__}") from error


@dataclass
class _Reader:
    buffers: memoryview
    native: bool
    nodes: int = 0

    def value(self, tree: Any, depth: int) -> Value:
        self.nodes += 1
        if self.nodes > MAX_NODES or depth > MAX_DEPTH:
            raise WireError("a frame with too many values")
        if not isinstance(tree, dict):
            if isinstance(tree, list):
                raise WireError("a bare list")
            return tree
        if len(tree) != 1:
            raise WireError("a tag with more than one key")
        (tag, content), *_ = tree.items()
        if tag == "l":
            return [self.value(item, depth + 1) for item in _list(content)]
        if tag == "t":
            return tuple(self.value(item, depth + 1) for item in _list(content))
        if tag == "d":
            return self.dictionary(_list(content), depth)
        if tag == "a":
            return self.array(content)
        if tag == "o":
            return Opaque(_text(content)[:200])
        if tag == "b":
            return bytes(self.slice(content))
        return _scalar(tag, content)

    def dictionary(self, pairs: list[Any], depth: int) -> dict[Any, Value]:
        if len(pairs) > MAX_KEYS:
            raise WireError("a dictionary with too many keys")
        found: dict[Any, Value] = {}
        for pair in pairs:
            key_tree, item = _list(pair)
            key = self.value(key_tree, depth + 1)
            if not isinstance(key, str | int | float | bool | None | tuple):
                raise WireError("a dictionary key that is not plain")
            found[key] = self.value(item, depth + 1)
        return found

    def slice(self, place: Any) -> memoryview:
        start, size = _list(place)
        if type(start) is not int or type(size) is not int or start < 0 or size < 0:
            raise WireError("a buffer out of bounds")
        if start + size > len(self.buffers):
            raise WireError("a buffer out of bounds")
        return self.buffers[start : start + size]

    def array(self, entry: dict[str, Any]) -> Value:
        import numpy as np

        dtype, shape = _text(entry["dtype"]), _list(entry["shape"])
        library, layout = entry["library"], entry["layout"]
        if dtype not in DTYPES or library not in ("numpy", "torch"):
            raise WireError("an array of unknown kind")
        if layout not in ("plain", "strided"):
            raise WireError("an array of unknown layout")
        if len(shape) > MAX_DIMENSIONS or any(type(n) is not int or n < 0 for n in shape):
            raise WireError("an array of impossible shape")
        data = self.slice(entry["at"])
        held = np.dtype(DTYPES[dtype])
        if math.prod(shape) * held.itemsize != len(data):
            raise WireError("an array whose size does not match its shape")
        array = np.frombuffer(data, dtype=held).reshape(shape)
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


def _list(content: Any) -> list[Any]:
    if not isinstance(content, list):
        raise WireError("a list was expected")
    return content


def _text(content: Any) -> str:
    if not isinstance(content, str):
        raise WireError("text was expected")
    return content


def _scalar(tag: str, content: Any) -> int | float | complex:
    if tag == "i":
        text = _text(content)
        if len(text) > MAX_INT_BITS // 4 + 3:
            raise WireError("an integer too large")
        return int(text, 16)
    if tag == "f":
        return float(_text(content)[:32])
    if tag == "c":
        real, imaginary = _list(content)
        return complex(float(_text(real)[:32]), float(_text(imaginary)[:32]))
    raise WireError("an unknown tag")
