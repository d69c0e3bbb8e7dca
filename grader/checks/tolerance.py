"""How close is equal, and why.

An entry is right when

    |yours - truth| <= absolute + relative * |truth| + noise * scale

where scale is the largest magnitude in that array of the truth. The last term is for entries
that cancel to nearly nothing: their rounding error is that of the terms, not of the result, and
every reordering of a sum changes it. It is kept far smaller than `relative`, so that a wrong
small entry beside a large right one is still wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

# Inputs are float64, and reordering a homework-sized sum costs about 1e-13. Many students compute
# in float32 somewhere inside (about 1e-7 a step): that is still the right formula, and 1e-6 lets
# it pass with a note. Above 1e-6 lie the mistakes that must be caught, such as an epsilon of 1e-5
# on the wrong side of a square root.
RELATIVE = {
    "float64": 1e-6,
    "float32": 1e-4,  # float32 inputs: 1e-7 a step, over chains of a few hundred steps
    "float16": 2e-2,  # ten bits of mantissa
    "bfloat16": 5e-2,  # seven
}
# Rounding relative to the array's scale, by the dtype the student returned.
NOISE = {"float64": 1e-9, "float32": 1e-6, "float16": 2e-3, "bfloat16": 2e-2}
# Truths that are zero everywhere have no scale of their own.
ABSOLUTE = 1e-12


@dataclass(frozen=True)
class Tolerance:
    relative: float = RELATIVE["float64"]
    absolute: float = ABSOLUTE

    def allowed(
        self, magnitude: np.ndarray[Any, Any], scale: float, dtype: str
    ) -> np.ndarray[Any, Any]:
        """The largest error that counts as equal, entry by entry."""
        noise = max(NOISE.get(dtype, NOISE["float64"]), self.relative * 1e-3)
        return np.asarray(self.absolute + self.relative * magnitude + noise * scale)

    def for_inputs(self, dtype: str) -> Tolerance:
        """At least what inputs of this dtype make unavoidable."""
        least = RELATIVE.get(dtype, 0.0)
        return self if least <= self.relative else Tolerance(least, max(self.absolute, least / 100))
