"""Inputs for the attention problems that the input language cannot say."""

from typing import Any

import numpy as np


def with_visible_keys(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """The mask with one visible key in every row: a row without any has no softmax."""
    mask = inputs["mask"]
    if mask is None:
        return {}
    rng = np.random.default_rng(seed)
    mask = mask.copy()
    mask[np.arange(mask.shape[0]), rng.integers(0, mask.shape[1], mask.shape[0])] = True
    return {"mask": mask}
