"""Values as short text, for the cases that may be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from grader.cases import Case
from grader.checks.findings import Inputs
from grader.checks.snippets import snippet
from grader.values import Array, Rng, Value

MAX_CHARS = 600
MAX_LINES = 24  # of all inputs of a case together
MAX_ROWS_SHOWN = 40  # entries of an array beyond which its middle is left out


def show_inputs(
    case: Case, names: Sequence[str], expected: Value, returns: Sequence[str], printed: str
) -> Inputs:
    """The inputs that were passed, the expected output and what was printed in a public case."""
    shown = [name for name in dict.fromkeys(names) if name in case.inputs]
    if isinstance(expected, tuple) and len(returns) == len(expected):
        expected = {
            name.rstrip("?"): value
            for name, value in zip(returns, expected, strict=True)
            if name != "_"
        }
    texts = {name: show(case.inputs[name]) for name in shown}
    answer = show(expected)
    code = snippet({name: case.inputs[name] for name in shown}, expected)
    if sum(text.count("\n") + 1 for text in (*texts.values(), answer)) > MAX_LINES:
        # Too much to take in: the shapes still tell what went in and what should come out.
        texts = {name: _brief(case.inputs[name]) for name in shown}
        answer = _brief(expected)
    return Inputs(case=case.label, inputs=texts, expected=answer, printed=printed, code=code)


def show(value: Value) -> str:
    """A few lines at most; of what is nested, the shapes."""
    if isinstance(value, Array):
        value = value.data
    if isinstance(value, np.ndarray):
        if value.size > 4 * MAX_ROWS_SHOWN or value.ndim > 2:
            return f"array of shape {value.shape}"
        return _cut(
            np.array2string(
                value, precision=4, suppress_small=True, threshold=MAX_ROWS_SHOWN, edgeitems=2
            )
        )
    if isinstance(value, Mapping):
        return _cut(", ".join(f"{key}: {_brief(item)}" for key, item in value.items()))
    if isinstance(value, tuple | list):
        return _cut("(" + ", ".join(_brief(item) for item in value) + ")")
    if isinstance(value, Rng):
        return f"a random generator, seed {value.seed}"
    if isinstance(value, float):
        return f"{value:.6g}"
    return _cut(repr(value))


def _brief(value: Value) -> str:
    array = value.data if isinstance(value, Array) else value
    if isinstance(array, np.ndarray) and array.ndim > 0:
        return f"shape {array.shape}"
    return show(value)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CHARS else text[: MAX_CHARS - 1] + "…"
