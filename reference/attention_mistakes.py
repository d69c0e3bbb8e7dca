"""Wrong answers to the attention problems, as students really give them."""

import numpy as np
from attention import Floats, Mask, masked_softmax


def mask_after_softmax(scores: Floats, mask: Mask | None = None) -> Floats:
    """Zeroes weights after normalising: rows no longer sum to one."""
    weights = masked_softmax(scores)
    return weights if mask is None else weights * mask


def mask_as_zero_scores(scores: Floats, mask: Mask | None = None) -> Floats:
    """Multiplies the scores by the mask: a score of 0 still gets weight exp(0)."""
    return masked_softmax(scores if mask is None else scores * mask)


def mask_inverted(scores: Floats, mask: Mask | None = None) -> Floats:
    """Takes True to mean "hide"."""
    return masked_softmax(scores, None if mask is None else ~mask)


def softmax_over_queries(scores: Floats, mask: Mask | None = None) -> Floats:
    """Normalises columns instead of rows."""
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    shifted = np.exp(scores - scores.max(axis=-2, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-2, keepdims=True))


def softmax_that_overflows(scores: Floats, mask: Mask | None = None) -> Floats:
    """Leaves out the shift: exp of a large score is infinite, and inf / inf is NaN."""
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    with np.errstate(over="ignore", invalid="ignore"):
        weights = np.exp(scores)
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def mask_hides_the_diagonal(n: int) -> Floats:
    """Strictly below the diagonal: a position may not even look at itself."""
    return np.where(np.tril(np.ones((n, n), dtype=bool), -1), 0.0, -np.inf)


def mask_shows_one_ahead(n: int) -> Floats:
    """Hides from the second position ahead only."""
    return np.where(np.tril(np.ones((n, n), dtype=bool), 1), 0.0, -np.inf)


def mask_transposed(n: int) -> Floats:
    """Hides the past instead of the future."""
    return np.where(np.triu(np.ones((n, n), dtype=bool)), 0.0, -np.inf)


def mask_of_ones(n: int) -> Floats:
    """1 and 0, to be multiplied, instead of 0 and -inf, to be added."""
    return np.tril(np.ones((n, n)))


def mask_of_ones_above(n: int) -> Floats:
    """1 where a position is hidden, instead of -inf."""
    return np.triu(np.ones((n, n)), 1)


def attention_query_and_key_swapped(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Scores transposed: the keys ask and the queries answer."""
    scores = K @ np.swapaxes(Q, -1, -2) / np.sqrt(K.shape[-1])
    return np.asarray(np.swapaxes(masked_softmax(scores), -1, -2) @ V)


def attention_unscaled(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """No division by √d_k."""
    return np.asarray(masked_softmax(Q @ np.swapaxes(K, -1, -2), mask) @ V)


def attention_scaled_by_dimension(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Divides by d_k instead of its root."""
    scores = Q @ np.swapaxes(K, -1, -2) / K.shape[-1]
    return np.asarray(masked_softmax(scores, mask) @ V)


def _heads(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, num_heads: int, scale: float
) -> list[Floats]:
    parts = [np.split(X @ W, num_heads, axis=-1) for W in (WQ, WK, WV)]
    return [np.asarray(masked_softmax(q @ k.T / scale) @ v) for q, k, v in zip(*parts, strict=True)]


def heads_without_projection(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Concatenates and stops."""
    scale = np.sqrt(X.shape[-1] // num_heads)
    return np.concatenate(_heads(X, WQ, WK, WV, num_heads, scale), axis=-1)


def heads_scaled_by_model_width(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """√d_model where the width of a head belongs."""
    heads = _heads(X, WQ, WK, WV, num_heads, np.sqrt(X.shape[-1]))
    return np.asarray(np.concatenate(heads, axis=-1) @ WO)


def heads_as_one(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """A single head of full width."""
    return np.asarray(_heads(X, WQ, WK, WV, 1, np.sqrt(X.shape[-1]))[0] @ WO)


def heads_split_without_transpose(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Reshapes (n, d) straight to (H, n, d/H): mixes positions with features."""
    n, d = X.shape
    q, k, v = ((X @ W).reshape(num_heads, n, d // num_heads) for W in (WQ, WK, WV))
    weights = masked_softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(d // num_heads))
    return np.asarray((weights @ v).reshape(n, d) @ WO)


def fused_without_scale(WQ: Floats, WK: Floats) -> Floats:
    """The factor 1/√I is lost."""
    return np.asarray(np.einsum("kia,kib->kab", WQ, WK))


def fused_transposed(WQ: Floats, WK: Floats) -> Floats:
    """WKᵀ WQ: query and key have changed places."""
    return np.asarray(np.einsum("kia,kib->kba", WQ, WK) / np.sqrt(WQ.shape[1]))
