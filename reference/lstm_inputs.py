"""Inputs for the LSTM problems that the input language cannot say."""

from typing import Any

import numpy as np


def with_targets(seed: int, inputs: dict[str, Any]) -> dict[str, Any]:
    """y, a single 1 in each column: the target of each sequence."""
    rng = np.random.default_rng(seed)
    classes, sequences = inputs["n_y"], inputs["m"]
    return {"y": np.eye(classes)[:, rng.integers(0, classes, sequences)]}
