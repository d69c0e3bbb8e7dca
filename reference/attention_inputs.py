"""Inputs for the attention problems that the input language cannot say."""

from typing import Any

import numpy as np


def with_visible_keys(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """The mask with a visible and a hidden key in every row, and no key that is hidden from all.

    What has nothing to look at has no softmax: in a mask that is read the other way round, or
    along the other axis, -∞ and -1e9 would give different results.
    """
    mask = inputs["mask"]
    if mask is None:
        return {}
    rng = np.random.default_rng(seed)
    rows, columns = mask.shape
    mask = mask.copy()
    for column in np.flatnonzero(~mask.any(axis=0)):
        mask[rng.integers(rows), column] = True
    for row in np.flatnonzero(~mask.any(axis=1)):
        mask[row, rng.integers(columns)] = True
    for row in np.flatnonzero(mask.all(axis=1)):
        seen_by_others = np.flatnonzero(mask.sum(axis=0) > 1)
        mask[row, rng.choice(seen_by_others)] = False
    return {"mask": mask}


def with_orthogonal_rows(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """X with rows at right angles, none so long that its weight on itself is nearly 1."""
    rng = np.random.default_rng(seed)
    n, d = inputs["X"].shape
    directions = np.linalg.qr(rng.normal(size=(d, n)))[0].T
    return {"X": directions * rng.uniform(0.5, 1.6, size=(n, 1))}


def moved_order(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """An order of the rows that is not its own inverse, so that the two can be told apart."""
    rng = np.random.default_rng(seed)
    cycle = rng.permutation(len(inputs["X"]))
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)  # one cycle through all rows: three or more have no order 2
    return {"order": order}
