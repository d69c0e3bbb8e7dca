"""The edge pack: the corners of a part's inputs where homework usually breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.course.inputs import Input, SizeChoice, SizeRange

Generator = np.random.Generator
# Large enough that exp overflows in float64 (above 709), small enough that squares do not.
HUGE = 1000.0


@dataclass(frozen=True)
class Edge:
    """How one edge case differs from an ordinary one; `label` is what the student reads."""

    label: str
    pick_size: Callable[[list[int], Generator], int] | None = None
    change: Callable[[Any], Any] | None = None
    strided: bool = False
    applies: Callable[[Mapping[str, Input], Mapping[str, Any]], bool] | None = None


def _smallest(values: list[int], _: Generator) -> int:
    return min(values)


def _odd(values: list[int], _: Generator) -> int:
    return max((value for value in values if value % 2), default=max(values))


def _has_sizes(inputs: Mapping[str, Input], _: Mapping[str, Any]) -> bool:
    return any(isinstance(item, SizeRange | SizeChoice) for item in inputs.values())


def _has_floats(_: Mapping[str, Input], values: Mapping[str, Any]) -> bool:
    return any(_is_floats(leaf) for leaf in leaves(values))


def _has_mask(_: Mapping[str, Input], values: Mapping[str, Any]) -> bool:
    return any(_is_mask(leaf) for leaf in leaves(values))


def _is_floats(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.ndim > 0


def _is_mask(value: Any) -> bool:
    if not isinstance(value, np.ndarray) or value.ndim < 2:
        return False
    return value.dtype == bool or bool(np.isneginf(value).any())


def _masked_row(value: Any) -> Any:
    if not _is_mask(value):
        return value
    masked = value.copy()
    masked[..., -1, :] = False if value.dtype == bool else -np.inf
    return masked


EDGES: Mapping[str, Edge] = {
    "size_one": Edge("the smallest sizes", pick_size=_smallest, applies=_has_sizes),
    "odd_sizes": Edge("odd sizes", pick_size=_odd, applies=_has_sizes),
    "huge_values": Edge(
        "very large values",
        change=lambda value: value * HUGE if _is_floats(value) and not _is_mask(value) else value,
        applies=_has_floats,
    ),
    "ties": Edge(
        "many equal values",
        change=lambda value: np.round(value) if _is_floats(value) else value,
        applies=_has_floats,
    ),
    "fully_masked_rows": Edge(
        "a row that is masked out entirely", change=_masked_row, applies=_has_mask
    ),
    "non_contiguous": Edge("arrays that are views of larger ones", strided=True),
    "float32": Edge(
        "float32 inputs",
        change=lambda value: value.astype(np.float32) if _is_floats(value) else value,
        applies=_has_floats,
    ),
}


def leaves(value: Any) -> list[Any]:
    """Everything that is not a container, in order."""
    found = []
    waiting = [value]
    while waiting:  # no call for each: a student may return hundreds of thousands
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(reversed(one))
        elif isinstance(one, Mapping):
            waiting.extend(reversed([*one.values()]))
        else:
            found.append(one)
    return found


def change_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same containers with `change` applied to everything in them."""
    if isinstance(value, Mapping):
        return {key: change_leaves(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [change_leaves(item, change) for item in value]
    if isinstance(value, tuple):
        return tuple(change_leaves(item, change) for item in value)
    return change(value)
