"""Values as numbers, and in a few words: what a student returned, and what was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.values import Array, Opaque, Value
from grader.values.wire import MAX_DIMENSIONS

# The things without a plain form that may be named, whoever made them.
_OPAQUE = re.compile(
    r"generator|coroutine|async_generator|function|method|builtin_function_or_method|map|zip|filter"
    r"|range|set|frozenset|type|module|dict_keys|dict_values|dict_items|fractions\.Fraction"
    r"|decimal\.Decimal|numpy array (of (text|bytes|dates|durations|records|objects)"
    r"|with masked entries)|sparse_\w{1,4} tensor of \w{1,12}"
)

NDArray = np.ndarray[Any, np.dtype[Any]]
_NUMBERS = (bool, int, float, complex)
_PLAIN_NUMBERS = set(_NUMBERS)
_NO_NUMBERS = {type(None), str, bytes, dict, Opaque}


def shape_of(value: Value) -> tuple[int, ...] | None:
    """The shape that `as_array` gives it, without making an array of it: a student's value is as
    large as the student likes, and is looked at so before anything is computed from it.
    """
    if isinstance(value, (list, tuple)):
        return _shape_of_items(value)
    if isinstance(value, (Array, np.ndarray)):
        shape: tuple[int, ...] = (value.data if isinstance(value, Array) else value).shape
        return shape
    return () if isinstance(value, _NUMBERS) and _is_float(value) else None


def _shape_of_items(value: Sequence[Value]) -> tuple[int, ...] | None:
    kinds = set(map(type, value))  # all at once, for there may be many
    if kinds <= _PLAIN_NUMBERS:
        return (len(value),) if value and all(map(_is_float, value)) else None
    if not kinds.isdisjoint(_NO_NUMBERS):
        return None
    shapes = set(map(shape_of, value))
    inner = shapes.pop()
    # Nested as deeply as a value may be, around an array of as many axes as one may have, it
    # would have more axes than numpy allows.
    if shapes or inner is None or len(inner) >= MAX_DIMENSIONS:
        return None
    return (len(value), *inner)


def as_array(value: Value) -> NDArray | None:
    """Numbers in any container as one array; None for what is not rectangular numbers."""
    if isinstance(value, Array):
        return value.data
    if isinstance(value, np.ndarray):
        return value
    return None if shape_of(value) is None else np.array(_plain(value))


def _plain(value: Value) -> Any:
    if isinstance(value, Array):
        return value.data
    if isinstance(value, int) and value.bit_length() > 63:
        return float(value)  # beyond 64 bits numpy would make an array of objects
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _is_float(number: complex) -> bool:
    """Whether it is one of numpy's numbers, or an integer that can be made one."""
    if type(number) is not int or number.bit_length() < 1024:
        return True
    try:
        float(number)
    except OverflowError:
        return False
    return True


def _uneven(value: Sequence[Value]) -> bool:
    """Rows of numbers that have different lengths."""
    shapes = set(map(shape_of, value))
    return len(shapes) > 1 and None not in shapes


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


def shape_problem(
    got: tuple[int, ...], truth: tuple[int, ...], name: str, *, quote: bool = True
) -> str:
    """What is wrong with a shape; empty where it is right, axes of length 1 aside.

    Without the shape itself, where nothing may be quoted: its sizes could spell something out.
    """
    if without_ones(got) == without_ones(truth):
        return ""
    if not quote:
        return f"{subject(name)} has another shape than {shape_text(truth)}{shape_hint(got, truth)}"
    text = f"has shape {shape_text(got)}, not {shape_text(truth)}"
    return f"{subject(name)} {text}{shape_hint(got, truth)}"


def shape_text(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def form_of(array: NDArray) -> str:
    return "a number" if array.ndim == 0 else f"an array of shape {shape_text(array.shape)}"


def count_of(mask: NDArray, *, quote: bool = True) -> str:
    """How many entries: roughly, where the student may not choose what is told."""
    if mask.ndim == 0:
        return "its value"
    count = int(mask.sum())
    entries = "entry" if mask.size == 1 else "entries"
    if quote:
        return f"{count:,} of {mask.size:,} {entries}"
    share = "all" if count == mask.size else "most" if 2 * count > mask.size else "some"
    return f"{share} of its {mask.size:,} {entries}"


def subject(name: str) -> str:
    return name or "the result"


def number_text(value: Any) -> str:
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, int | np.integer):
        return str(int(value))
    return f"{value:.6g}"


def describe(value: Value, *, quote: bool = True) -> str:
    """In a few words; without numbers that the student chose, unless they may be quoted."""
    if value is None:
        return "None"
    if isinstance(value, Opaque):
        # The name of a student's own class is theirs to choose, and could carry hidden inputs.
        name = value.type_name.removeprefix("builtins.")
        return f"a {name}" if _OPAQUE.fullmatch(name) else "an object of a class of its own"
    if isinstance(value, Array):
        return form_of(value.data) if quote or value.data.ndim == 0 else "an array"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Mapping):
        return "a dictionary"
    if isinstance(value, tuple | list):
        items = "rows of different lengths" if _uneven(value) else "items"
        count = f"{len(value)} " if quote else ""
        return f"a {type(value).__name__} of {count}{items}"
    return f"a {type(value).__name__}"
