"""Attention: masks and the masked softmax. Arrays are numpy, float64.

A Boolean mask is True where a query may look at a key; the last axis runs over keys.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def masked_softmax(scores: Floats, mask: Mask | None = None) -> Floats:
    """softmax(scores + bias) over the last axis, bias = 0 where mask is True and -inf elsewhere.

    The largest allowed score is subtracted first, which changes nothing but keeps exp finite.
    """
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=-1, keepdims=True)


def subsequent_mask(n: int) -> Floats:
    """The additive causal mask: 0 on and below the diagonal, -inf above (Vaswani et al. 2017)."""
    return np.where(np.tril(np.ones((n, n), dtype=bool)), 0.0, -np.inf)
