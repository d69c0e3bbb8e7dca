"""How far two results are from each other, in tolerances: as the check itself compares them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.cases import Case
from grader.checks import Ask, Check, Tolerance
from grader.values import Value

# Nothing finer is told, and nothing further apart is of interest.
FACTORS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
FAR = 1000.0


@dataclass(frozen=True)
class Scaled(Tolerance):
    """A tolerance that allows so many times as much."""

    factor: float = 1.0

    def allowed(
        self, magnitude: np.ndarray[Any, Any], scale: float, dtype: str
    ) -> np.ndarray[Any, Any]:
        return self.factor * super().allowed(magnitude, scale, dtype)

    def for_inputs(self, dtype: str) -> Scaled:
        least = super().for_inputs(dtype)
        return Scaled(least.relative, least.absolute, self.factor)


def distance(check: Check, ask: Ask, case: Case, got: Value, wanted: Value) -> float:
    """The least of FACTORS by which the tolerance must be multiplied for the two to be the same;
    FAR where none is enough. Up to 1 they are the same to the check."""
    own = ask.tolerance
    low, high = 0, len(FACTORS)
    while low < high:
        middle = (low + high) // 2
        wider = Scaled(own.relative, own.absolute, FACTORS[middle])
        if check.same(replace(ask, tolerance=wider), case, got, wanted):
            high = middle
        else:
            low = middle + 1
    return FACTORS[low] if low < len(FACTORS) else FAR
