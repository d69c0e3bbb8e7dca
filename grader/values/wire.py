"""How values travel: a JSON tree followed by raw little-endian buffers. Never pickle.

    magic "GRD1" | tree length, 4 bytes | buffers length, 8 bytes | tree (UTF-8 JSON) | buffers

What a frame may hold is said here, once for both ends: what `encode` would not write, `decode`
does not read. So a frame bounds what its reader allocates: the buffers are used where they lie,
one after another, and the tree by the number of its marks.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from grader.errors import GraderError

MAGIC = b"GRD1"
PREAMBLE = struct.Struct("<4sIQ")

# A homework's largest honest answer is a few megabytes; these leave two orders of magnitude and
# still bound what one reply can make the grader allocate.
MAX_TREE_BYTES = 8 << 20
MAX_BUFFER_BYTES = 512 << 20
MAX_NODES = 400_000
# Brackets, colons and commas of the tree, those in text too: before it is parsed they tell how many
# objects that makes, at most 70 bytes each. Without it 8 MB of `{"":{}}` become 264 MB.
MAX_MARKS = 1_000_000
MAX_DEPTH = 100
MAX_INT_BITS = 8192
PLAIN_INT_BITS = 53  # beyond them other readers of JSON lose digits, so such a number goes as text
MAX_DIMENSIONS = 32
MAX_KEYS = 4096
# Values in keys other than text and small integers, in all dictionaries of a frame together. They
# can be chosen to collide, which makes a dictionary quadratic; so many take half a second.
MAX_ODD_KEYS = 4096
# What an array without entries would have along its other axes: a sum along the empty one has it.
MAX_EMPTY = 1 << 20

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


class WireError(GraderError):
    """The bytes are not a value that `encode` would have written."""


class TooLarge(GraderError):
    """A value exceeds what may travel; the message says what was too large."""


def check_preamble(preamble: bytes, limit: int = MAX_BUFFER_BYTES) -> tuple[int, int]:
    """(tree length, buffers length) of the frame that starts so; WireError if out of bounds.

    Neither of the two may exceed `limit`.
    """
    if len(preamble) != PREAMBLE.size:
        raise WireError("a frame shorter than its preamble")
    magic, tree_size, buffer_size = PREAMBLE.unpack(preamble)
    if magic != MAGIC:
        raise WireError("not a frame")
    if tree_size > min(MAX_TREE_BYTES, limit) or buffer_size > limit:
        raise WireError("a frame larger than allowed")
    return tree_size, buffer_size


def marks_in(tree: bytes) -> int:
    return sum(map(tree.count, (b"[", b"{", b":", b",")))


def is_odd(key: object) -> bool:
    """Whether a dictionary's key counts towards MAX_ODD_KEYS."""
    # By type(): a student's key may lie about its class, or raise when it is asked for it.
    if type(key) is int:
        return key.bit_length() > PLAIN_INT_BITS
    return type(key) not in (str, bool, type(None))


def absurd(shape: Sequence[int]) -> bool:
    """Whether an array of this shape has no entries, and too many along its other axes."""
    return 0 in shape and math.prod(size for size in shape if size) > MAX_EMPTY


def sound_text(text: str) -> str:
    """Lone surrogates cannot be UTF-8: a student can make them, a report cannot hold them."""
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode()
