"""Wrong answers to the attention problems, as students really give them."""

from collections.abc import Callable

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


def exponentials_masked_that_overflow(scores: Floats, mask: Mask | None = None) -> Floats:
    """exp(scores) * mask: right until exp is infinite, for infinity times 0 is NaN."""
    with np.errstate(over="ignore", invalid="ignore"):
        weights = np.exp(scores) if mask is None else np.exp(scores) * mask
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def largest_score_hidden(scores: Floats, mask: Mask | None = None) -> Floats:
    """softmax, mask, divide by the sum again: equal to the right weights as long as something
    visible is left beside a hidden score that is far larger; then it is 0 / 0."""
    weights = mask_after_softmax(scores, mask)
    with np.errstate(invalid="ignore"):
        return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def softmax_twice(scores: Floats, mask: Mask | None = None) -> Floats:
    """Softmax of the weights: nearly uniform, and hidden keys are visible again."""
    return masked_softmax(masked_softmax(scores, mask))


def softmax_before_and_after_the_mask(scores: Floats, mask: Mask | None = None) -> Floats:
    """Weights of all keys taken for scores, then masked as scores should be."""
    return masked_softmax(masked_softmax(scores), mask)


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


def mask_of_a_large_number(n: int) -> Floats:
    """-1e9 where a position is hidden."""
    return np.triu(np.full((n, n), -1e9), 1)


def mask_of_booleans(n: int) -> Mask:
    """True where a position is seen."""
    return np.tri(n, dtype=bool)


def mask_of_booleans_above(n: int) -> Mask:
    """True where a position is hidden."""
    return ~np.tri(n, dtype=bool)


def attention_query_and_key_swapped(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Scores transposed: the keys ask and the queries answer."""
    scores = K @ np.swapaxes(Q, -1, -2) / np.sqrt(K.shape[-1])
    return np.asarray(np.swapaxes(masked_softmax(scores), -1, -2) @ V)


def attention_unscaled(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """No division by √d_k."""
    return _attention(Q, K, V, mask, masked_softmax, scale=1.0)


def attention_scaled_by_dimension(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Divides by d_k instead of its root."""
    return _attention(Q, K, V, mask, masked_softmax, scale=K.shape[-1])


def attention_scaled_by_queries(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """d_k from Q.shape[0], the number of queries."""
    return _attention(Q, K, V, mask, masked_softmax, scale=np.sqrt(Q.shape[0]))


def attention_scaled_by_keys(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """d_k from K.shape[0], the number of keys."""
    return _attention(Q, K, V, mask, masked_softmax, scale=np.sqrt(K.shape[0]))


def attention_scaled_by_values(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """d_k from V.shape[-1], the width of the values."""
    return _attention(Q, K, V, mask, masked_softmax, scale=np.sqrt(V.shape[-1]))


def attention_softmax_over_queries(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Columns of the weights sum to one in place of rows."""
    return _attention(Q, K, V, mask, softmax_over_queries)


def attention_softmax_twice(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """Softmax of a softmax."""
    return _attention(Q, K, V, mask, softmax_twice)


def attention_mask_after_softmax(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Hidden weights are set to zero after they were part of the sum."""
    return _attention(Q, K, V, mask, mask_after_softmax)


def attention_mask_as_zero_scores(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Hidden scores are 0, and so have weight exp(0)."""
    return _attention(Q, K, V, mask, mask_as_zero_scores)


def attention_mask_inverted(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """True is taken to mean "hide"."""
    return _attention(Q, K, V, None if mask is None else mask == 0, masked_softmax)


def attention_mask_ignored(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """The mask is an argument and nothing more."""
    return _attention(Q, K, V, None, masked_softmax)


def attention_without_values(Q: Floats, K: Floats, V: Floats, mask: Mask | None = None) -> Floats:
    """Stops at the weights."""
    return masked_softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1]), mask)


def attention_causal_by_default(
    Q: Floats, K: Floats, V: Floats, mask: Mask | None = None
) -> Floats:
    """Without a mask, query i sees keys 0 … i, as in a decoder."""
    causal = np.tri(len(Q), len(K), dtype=bool)
    return _attention(Q, K, V, causal if mask is None else mask, masked_softmax)


def _attention(
    Q: Floats,
    K: Floats,
    V: Floats,
    mask: Mask | None,
    weights: Callable[[Floats, Mask | None], Floats],
    scale: float | None = None,
) -> Floats:
    """Attention with other weights, or with another scale than √d_k."""
    scores = Q @ np.swapaxes(K, -1, -2) / (scale or np.sqrt(K.shape[-1]))
    return np.asarray(weights(scores, mask) @ V)


def fused_without_scale(WQ: Floats, WK: Floats) -> Floats:
    """The factor 1/√I is lost."""
    return np.asarray(np.einsum("kia,kib->kab", WQ, WK))


def fused_transposed(WQ: Floats, WK: Floats) -> Floats:
    """WKᵀ WQ: query and key have changed places."""
    return np.asarray(np.einsum("kia,kib->kba", WQ, WK) / np.sqrt(WQ.shape[1]))
