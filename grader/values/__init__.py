"""Plain data that crosses a process boundary: what it is, and how it travels."""

from grader.values.decoding import decode
from grader.values.encoding import encode
from grader.values.place import place_in
from grader.values.plain import Array, Opaque, Rng, Value
from grader.values.wire import TooLarge, WireError

__all__ = [
    "Array",
    "Opaque",
    "Rng",
    "TooLarge",
    "Value",
    "WireError",
    "decode",
    "encode",
    "place_in",
]
