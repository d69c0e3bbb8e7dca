"""Wrong answers to the problems on many heads, as students really give them."""

import numpy as np
from attention import Floats, cross_attention, masked_softmax


def without_projection(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Concatenates and stops."""
    return np.concatenate(_heads(X, WQ, WK, WV, num_heads, _width(X, num_heads)), axis=-1)


def not_scaled(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int) -> Floats:
    """No division by the root of a head's width."""
    return np.asarray(np.concatenate(_heads(X, WQ, WK, WV, num_heads, 1), axis=-1) @ WO)


def scaled_by_model_width(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """√d_model where the width of a head belongs."""
    heads = _heads(X, WQ, WK, WV, num_heads, X.shape[-1])
    return np.asarray(np.concatenate(heads, axis=-1) @ WO)


def as_one(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int) -> Floats:
    """A single head of full width."""
    return np.asarray(_heads(X, WQ, WK, WV, 1, X.shape[-1])[0] @ WO)


def one_shared(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int) -> Floats:
    """The same columns for every head: num_heads copies of the first."""
    first = _heads(X, WQ, WK, WV, num_heads, _width(X, num_heads))[0]
    return np.asarray(np.concatenate([first] * num_heads, axis=-1) @ WO)


def split_without_transpose(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Reshapes (n, d) straight to (H, n, d/H): mixes positions with features."""
    n, d = X.shape
    q, k, v = ((X @ W).reshape(num_heads, n, d // num_heads) for W in (WQ, WK, WV))
    weights = masked_softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(d // num_heads))
    return np.asarray((weights @ v).reshape(n, d) @ WO)


def merged_without_transpose(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """The heads one below the other, reshaped from (H, n, d/H) straight to (n, d)."""
    heads = _heads(X, WQ, WK, WV, num_heads, _width(X, num_heads))
    return np.asarray(np.concatenate(heads, axis=0).reshape(X.shape) @ WO)


def interleaved(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Stacked along a new last axis: feature 0 of every head, then feature 1, …"""
    heads = _heads(X, WQ, WK, WV, num_heads, _width(X, num_heads))
    return np.asarray(np.stack(heads, axis=-1).reshape(X.shape) @ WO)


def softmax_over_heads(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """The softmax along the first axis of (H, n, n): the heads share one unit of attention."""
    q, k, v = (np.stack(np.split(X @ W, num_heads, axis=-1)) for W in (WQ, WK, WV))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(_width(X, num_heads))
    weights = np.moveaxis(masked_softmax(np.moveaxis(scores, 0, -1)), -1, 0)
    return np.asarray(np.concatenate(list(weights @ v), axis=-1) @ WO)


def causal(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int) -> Floats:
    """Each position looks at itself and at earlier ones only."""
    q, k, v = (np.split(X @ W, num_heads, axis=-1) for W in (WQ, WK, WV))
    visible = np.tri(len(X), dtype=bool)
    scale = np.sqrt(_width(X, num_heads))
    heads = [
        masked_softmax(qs @ ks.T / scale, visible) @ vs for qs, ks, vs in zip(q, k, v, strict=True)
    ]
    return np.asarray(np.concatenate(heads, axis=-1) @ WO)


def matrices_transposed(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """X Wᵀ, as torch's Linear does it, where X W is asked for."""
    return cross_attention(X, X, WQ.T, WK.T, WV.T, WO.T, num_heads)


def cross_matrices_transposed(
    Y: Floats, X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """X Wᵀ, as torch's Linear does it, where X W is asked for."""
    return cross_attention(Y, X, WQ.T, WK.T, WV.T, WO.T, num_heads)


def cross_roles_swapped(
    Y: Floats, X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Queries from X, keys and values from Y."""
    return cross_attention(X, Y, WQ, WK, WV, WO, num_heads)


def cross_on_itself(
    Y: Floats, X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Self-attention of Y: X is not looked at."""
    return cross_attention(Y, Y, WQ, WK, WV, WO, num_heads)


def cross_values_from_the_queries_side(
    Y: Floats, X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats, num_heads: int
) -> Floats:
    """Keys from X and values from Y; it needs sequences of equal length."""
    projected = (np.split(Z @ W, num_heads, axis=-1) for Z, W in ((Y, WQ), (X, WK), (Y, WV)))
    scale = np.sqrt(_width(X, num_heads))
    heads = [masked_softmax(q @ k.T / scale) @ v for q, k, v in zip(*projected, strict=True)]
    return np.asarray(np.concatenate(heads, axis=-1) @ WO)


def _width(X: Floats, num_heads: int) -> int:
    return int(X.shape[-1]) // num_heads


def _heads(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, num_heads: int, width: int
) -> list[Floats]:
    """The outputs of the heads, their scores divided by the root of `width`."""
    parts = [np.split(X @ W, num_heads, axis=-1) for W in (WQ, WK, WV)]
    return [
        np.asarray(masked_softmax(q @ k.T / np.sqrt(width)) @ v)
        for q, k, v in zip(*parts, strict=True)
    ]
