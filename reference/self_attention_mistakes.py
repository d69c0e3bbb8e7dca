"""Wrong answers to the problems on self-attention by heads, over sentences and over images.

Positions stand in one row here: P of them, which for an image are its places (x, y).
"""

from collections.abc import Callable

import numpy as np
from attention import Floats, masked_softmax
from translation import self_attention_layer, spatial_self_attention

Normalise = Callable[[Floats], Floats]


def _scores(h: Floats, WQ: Floats, WK: Floats) -> Floats:
    """Query times key, of shape (K, P, P)."""
    return np.asarray((h @ WQ.transpose(0, 2, 1)) @ (h @ WK.transpose(0, 2, 1)).transpose(0, 2, 1))


def _heads(h: Floats, alpha: Floats, WV: Floats) -> Floats:
    """Out, of shape (K, P, I)."""
    return np.asarray(alpha @ (h @ WV.transpose(0, 2, 1)))


def _side_by_side(heads: Floats) -> Floats:
    return np.concatenate(list(heads), axis=-1)


def _with(h: Floats, WQ: Floats, WK: Floats, WV: Floats, normalise: Normalise) -> Floats:
    """The layer with something else in the place of its softmax."""
    return _side_by_side(_heads(h, normalise(_scores(h, WQ, WK)), WV))


def _softmax_over(scores: Floats, *axes: int) -> Floats:
    weights = np.exp(scores - scores.max(axis=axes, keepdims=True))
    return np.asarray(weights / weights.sum(axis=axes, keepdims=True))


def _right_heads(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    return _heads(h, masked_softmax(_scores(h, WQ, WK)), WV)


def heads_scaled(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Divides by √U, as scaled dot-product attention does."""
    return self_attention_layer(h, WQ / np.sqrt(WQ.shape[1]), WK, WV)


def heads_softmax_over_asking(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Softmax over t1: columns sum to 1."""
    return _with(h, WQ, WK, WV, lambda scores: _softmax_over(scores, 1))


def heads_softmax_over_heads(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """`softmax(scores, 0)`, where axis 0 is the head."""
    return _with(h, WQ, WK, WV, lambda scores: _softmax_over(scores, 0))


def heads_softmax_over_pairs(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Softmax over t1 and t2 together: one unit of attention a head."""
    return _with(h, WQ, WK, WV, lambda scores: _softmax_over(scores, 1, 2))


def heads_query_and_key_swapped(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """The keys ask and the queries answer."""
    return self_attention_layer(h, WK, WQ, WV)


def heads_weights_transposed(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Out[t] = Σ_t' α[t', t] Value[t']."""
    return _with(h, WQ, WK, WV, lambda scores: masked_softmax(scores).transpose(0, 2, 1))


def heads_interleaved(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """(P, I, K) flattened: feature 0 of every head, then feature 1 of every head."""
    return _right_heads(h, WQ, WK, WV).transpose(1, 2, 0).reshape(len(h), -1)


def heads_reshaped(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """(K, P, I) flattened straight to (P, K I): mixes positions with features."""
    return _right_heads(h, WQ, WK, WV).reshape(len(h), -1)


def heads_added(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Σ_k Out[k], of shape (P, I)."""
    return np.asarray(_right_heads(h, WQ, WK, WV).sum(axis=0))


def heads_without_values(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Σ_t' α[k, t, t'] h[t'], cut to the features of head k."""
    alpha = masked_softmax(_scores(h, WQ, WK))
    pieces = np.split(h, len(WV), axis=-1)
    return _side_by_side(np.stack([a @ piece for a, piece in zip(alpha, pieces, strict=True)]))


Layer = Callable[[Floats, Floats, Floats, Floats], Floats]


def _in_a_row(layer: Layer, h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """A layer over positions, applied to the places of an image."""
    X, Y, J = h.shape
    return layer(h.reshape(X * Y, J), WQ, WK, WV).reshape(X, Y, -1)


def _normalised_over(h: Floats, WQ: Floats, WK: Floats, WV: Floats, *axes: int) -> Floats:
    """Spatial attention whose softmax runs over these axes of (K, x1, y1, x2, y2)."""
    X, Y, _ = h.shape

    def normalise(scores: Floats) -> Floats:
        return _softmax_over(scores.reshape(-1, X, Y, X, Y), *axes).reshape(scores.shape)

    def layer(row: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
        return _with(row, WQ, WK, WV, normalise)

    return _in_a_row(layer, h, WQ, WK, WV)


def spatial_softmax_over_y(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """`softmax(scores, axis=-1)`: a unit of attention for each x2."""
    return _normalised_over(h, WQ, WK, WV, 4)


def spatial_softmax_over_x(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """`softmax(scores, axis=-2)`: a unit of attention for each y2."""
    return _normalised_over(h, WQ, WK, WV, 3)


def spatial_softmax_over_asking(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Softmax over (x1, y1)."""
    return _normalised_over(h, WQ, WK, WV, 1, 2)


def spatial_softmax_over_y_in_row(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Every x is a sentence of its own, along y."""
    return np.stack([self_attention_layer(row, WQ, WK, WV) for row in h])


def spatial_softmax_over_x_in_column(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Every y is a sentence of its own, along x."""
    columns = h.transpose(1, 0, 2)
    return spatial_softmax_over_y_in_row(columns, WQ, WK, WV).transpose(1, 0, 2)


def spatial_scaled(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Divides by √U."""
    return _in_a_row(heads_scaled, h, WQ, WK, WV)


def spatial_query_and_key_swapped(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """The keys ask and the queries answer."""
    return spatial_self_attention(h, WK, WQ, WV)


def spatial_interleaved(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Feature 0 of every head, then feature 1 of every head."""
    return _in_a_row(heads_interleaved, h, WQ, WK, WV)


def spatial_reshaped(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """(K, X, Y, I) flattened straight to (X, Y, K I)."""
    return _in_a_row(heads_reshaped, h, WQ, WK, WV)


def spatial_heads_added(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Σ_k Out[k], of shape (X, Y, I)."""
    return _in_a_row(heads_added, h, WQ, WK, WV)
