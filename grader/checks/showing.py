"""Values as short text, for the cases that may be shown."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from grader.cases import Case
from grader.checks.findings import Inputs
from grader.values import Array, Value

MAX_CHARS = 600


def show_inputs(case: Case, expected: Value, printed: str) -> Inputs:
    """The inputs, the expected output and what was printed in a public case."""
    return Inputs(
        case=case.label,
        inputs={name: show(value) for name, value in case.inputs.items()},
        expected=show(expected),
        printed=printed,
    )


def show(value: Value) -> str:
    """A few lines at most, with the shape first where there is one."""
    if isinstance(value, Array):
        value = value.data
    if isinstance(value, np.ndarray):
        text = np.array2string(value, precision=4, suppress_small=True, threshold=40, edgeitems=2)
        return _cut(text)
    if isinstance(value, Mapping):
        return _cut("{" + ", ".join(f"{key}: {_brief(item)}" for key, item in value.items()) + "}")
    if isinstance(value, tuple | list):
        return _cut("(" + ", ".join(_brief(item) for item in value) + ")")
    if isinstance(value, float):
        return f"{value:.6g}"
    return _cut(repr(value))


def _brief(value: Value) -> str:
    array = value.data if isinstance(value, Array) else value
    if isinstance(array, np.ndarray) and array.size > 6:
        return f"array of shape {array.shape}"
    return show(value)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CHARS else text[: MAX_CHARS - 1] + "…"
