"""Values as numbers, and in a few words: what a student returned, and what was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.values import Array, Opaque, Value

# The things without a plain form that may be named, whoever made them.
_OPAQUE = re.compile(
    r"generator|coroutine|async_generator|function|method|builtin_function_or_method|map|zip|filter"
    r"|range|set|frozenset|type|module|dict_keys|dict_values|dict_items|fractions\.Fraction"
    r"|decimal\.Decimal|numpy array (of (text|bytes|dates|durations|records|objects)"
    r"|with masked entries)|sparse_\w{1,4} tensor of \w{1,12}"
)

NDArray = np.ndarray[Any, np.dtype[Any]]


def as_array(value: Value) -> NDArray | None:
    """Numbers in any container as one array; None for what is not rectangular numbers."""
    if isinstance(value, Array):
        return value.data
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, bool | int | float | complex):
        try:
            # Beyond 64 bits numpy would make an array of objects.
            if isinstance(value, int) and value.bit_length() > 63:
                return np.array(float(value))
            return np.array(value)
        except OverflowError:
            return None
    if isinstance(value, list | tuple) and value:
        parts = [as_array(item) for item in value]
        if any(part is None for part in parts):
            return None
        shapes = {part.shape for part in parts if part is not None}
        return np.array(parts) if len(shapes) == 1 else None
    return None


def _uneven(value: Sequence[Value]) -> bool:
    """Rows of numbers that have different lengths."""
    parts = [as_array(item) for item in value]
    return len(parts) > 1 and all(part is not None for part in parts)


def dtype_of(value: Value) -> str:
    if isinstance(value, Array):
        return value.dtype
    array = as_array(value)
    return array.dtype.name if array is not None else ""


def without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size for size in shape if size != 1)


def shape_hint(got: tuple[int, ...], truth: tuple[int, ...]) -> str:
    if got == truth[::-1]:
        return "; it looks transposed"
    if sorted(got) == sorted(truth):
        return "; the axes are in another order"
    if without_ones(got) == ():
        return "; it is a single number"
    return ""


def shape_text(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def form_of(array: NDArray) -> str:
    return "a number" if array.ndim == 0 else f"an array of shape {shape_text(array.shape)}"


def count_of(mask: NDArray) -> str:
    if mask.ndim == 0:
        return "its value"
    count = int(mask.sum())
    return f"{count:,} of {mask.size:,} {'entry' if mask.size == 1 else 'entries'}"


def subject(name: str) -> str:
    return name or "the result"


def number_text(value: Any) -> str:
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        return str(int(value))
    return f"{value:.6g}"


def describe(value: Value) -> str:
    if value is None:
        return "None"
    if isinstance(value, Opaque):
        # The name of a student's own class is theirs to choose, and could carry hidden inputs.
        name = value.type_name.removeprefix("builtins.")
        return f"a {name}" if _OPAQUE.fullmatch(name) else "an object of a class of its own"
    if isinstance(value, Array):
        return form_of(value.data)
    if isinstance(value, str):
        return "text"
    if isinstance(value, Mapping):
        return "a dictionary"
    if isinstance(value, tuple | list):
        items = "rows of different lengths" if _uneven(value) else "items"
        return f"a {type(value).__name__} of {len(value)} {items}"
    return f"a {type(value).__name__}"
