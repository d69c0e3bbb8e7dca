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
