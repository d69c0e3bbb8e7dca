"""What both sides are put through before they are compared, where that is what counts of them.

An attention bias is such a thing: what it adds to a whole row, and whatever it says of the
future, is gone after a causal softmax.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from grader.checks.describing import NDArray


@dataclass(frozen=True)
class Afterwards:
    """`apply` is called with an array of the truth's shape that holds neither NaN nor +∞."""

    title: str  # completes "agrees with the reference after …"
    apply: Callable[[NDArray], NDArray]


def _causal_softmax(scores: NDArray) -> NDArray:
    """Softmax over the last axis, row i over the entries j ≤ i; NaN in a row that hides all."""
    if scores.ndim < 2 or scores.shape[-1] != scores.shape[-2]:
        raise ValueError(f"a causal softmax needs (…, n, n), not the shape {scores.shape}")
    visible = np.tri(scores.shape[-1], dtype=bool)
    seen = np.where(visible, scores.astype(np.float64), -np.inf)
    with np.errstate(invalid="ignore"):  # -∞ - -∞, in a row that hides all
        raised = np.exp(seen - seen.max(axis=-1, keepdims=True, initial=-np.inf))
    total: NDArray = raised / raised.sum(axis=-1, keepdims=True)
    return total


AFTERWARDS: Mapping[str, Afterwards] = {
    "causal_softmax": Afterwards("a causal softmax", _causal_softmax),
}
