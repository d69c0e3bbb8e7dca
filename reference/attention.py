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
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def subsequent_mask(n: int) -> Floats:
    """The additive causal mask: 0 on and below the diagonal, -inf above (Vaswani et al. 2017)."""
    return np.where(np.tril(np.ones((n, n), dtype=bool)), 0.0, -np.inf)


def scaled_dot_product_attention(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """softmax(Q Kᵀ / √d_k) V, one row for each query (Vaswani et al. 2017, equation 1)."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    return np.asarray(masked_softmax(scores, mask) @ V)


def attention_weights_first(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> tuple[Floats, Floats]:
    """(weights, output) of the same, an order that some libraries have."""
    weights = masked_softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1]), mask)
    return weights, np.asarray(weights @ V)


def multi_head_attention(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Concat(head_1, …, head_H) WO, head h using columns h·d/H … (h+1)·d/H of X W."""
    return cross_attention(X, X, WQ, WK, WV, WO, num_heads)


def cross_attention(
    Y: Floats, X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """The same with queries from Y and keys and values from X: one row for each row of Y."""
    projected = (np.split(Z @ W, num_heads, axis=-1) for Z, W in ((Y, WQ), (X, WK), (X, WV)))
    heads = [scaled_dot_product_attention(q, k, v) for q, k, v in zip(*projected, strict=True)]
    return np.asarray(np.concatenate(heads, axis=-1) @ WO)


def fuse_query_key(WQ: Floats, WK: Floats) -> Floats:
    """W̃[k, j1, j2] = (1/√I) Σ_i WQ[k, i, j1] WK[k, i, j2]: one matrix a head for the scores."""
    return np.asarray(np.einsum("kia,kib->kab", WQ, WK) / np.sqrt(WQ.shape[1]))
