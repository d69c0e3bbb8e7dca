"""Where an array is wrong, and how much: a picture of a public case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.checks.figures import HeatMap, Labels, heat_map

MIN_ENTRIES = 4  # of fewer the table of entries says all


def error_map(error: np.ndarray[Any, Any], worst: Sequence[int], name: str) -> HeatMap | None:
    """The errors in the last two axes, through the worst entry; None where that is no picture."""
    if error.ndim == 0 or error.size < MIN_ENTRIES:
        return None
    before = tuple(worst[:-2])
    flat = np.atleast_2d(error[before] if before else error)
    where = f"[{', '.join([*map(str, before), ':', ':'])}]" if before else ""
    return heat_map(
        f"how far {name or 'the result'}{where} is off",
        Labels([str(row) for row in range(flat.shape[0])]),
        Labels([str(column) for column in range(flat.shape[1])]),
        [[float(f"{value:.2g}") for value in row] for row in flat.tolist()],  # as many as are seen
    )
