"""A public case as Python that can be copied: whole, exact, and without anything but numpy."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from grader.cases.edges import leaves
from grader.values import Array, Rng, Value

# Some thousand numbers: what is more is better loaded than pasted.
MAX_CHARS = 40_000
_HEAD = "from numpy import array, inf, nan"
_USUAL = ("float64", "int64", "bool")  # what `array` makes of such numbers by itself


def snippet(inputs: Mapping[str, Value], expected: Value) -> str:
    """Assignments of the inputs and of `expected`; empty where there is no code for a value."""
    lines = [_HEAD]
    try:
        lines += [f"{name} = {_code(value)}" for name, value in inputs.items()]
        lines.append(f"expected = {_code(expected)}")
    except TypeError:
        return ""
    if any(isinstance(leaf, Rng) for leaf in leaves(inputs)):
        lines.insert(1, "from numpy.random import default_rng")
    text = "\n".join(lines)
    return text if len(text) <= MAX_CHARS else ""


def _code(value: Value) -> str:
    """Raises TypeError for what has no literal, such as a generator."""
    if isinstance(value, Array):
        value = value.data
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_code(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_code, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(_code, value))}]"
    if isinstance(value, Rng):
        return f"default_rng({value.seed})"
    if value is None or isinstance(value, bool | int | float | complex | str):
        return repr(value)
    raise TypeError(type(value).__name__)


def _array(value: np.ndarray) -> str:
    if value.size * 2 > MAX_CHARS:  # not worth writing out to find that it is too long
        raise TypeError("too large")
    text = repr(value.tolist())
    dtype = str(value.dtype)
    return f"array({text})" if dtype in _USUAL and value.size else f"array({text}, dtype={dtype!r})"
