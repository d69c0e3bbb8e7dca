"""Positional encodings: sinusoidal, rotary and linear biases. Arrays are numpy, float64."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def frequencies(d: int, base: float) -> Floats:
    """λ_i = base^(-2i/d) for i = 0 … d/2 - 1: one frequency a pair of columns."""
    return np.asarray(base ** (-2.0 * np.arange(d // 2) / d))


def positional_encoding(n: int, d: int, base: float = 10000.0) -> Floats:
    """PE[pos, 2i] = sin(λ_i pos), PE[pos, 2i+1] = cos(λ_i pos), for positions 0 … n-1."""
    angles = np.outer(np.arange(n), frequencies(d, base))
    table = np.empty((n, d))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


def rotation_matrix(k: int, d_model: int) -> Floats:
    """The block-diagonal R^k with PE(pos + k) = R^k PE(pos), base 10000.

    Block i is [[cos λ_i k, sin λ_i k], [-sin λ_i k, cos λ_i k]]: it moves the pair
    (sin λ_i pos, cos λ_i pos) on by k positions.
    """
    angles = k * frequencies(d_model, 10000.0)
    matrix = np.zeros((d_model, d_model))
    even, odd = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix[even, even] = matrix[odd, odd] = np.cos(angles)
    matrix[even, odd] = np.sin(angles)
    matrix[odd, even] = -np.sin(angles)
    return matrix


def apply_rope(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Rotates each pair (x[2j], x[2j+1]) of row p by the angle positions[p] * λ_j.

    x has the shape (…, n, d): rows are counted along the last axis but one, whatever comes
    before. Su et al. 2021, with interleaved pairs. Anticlockwise: the rotated first entry is
    x[2j] cos - x[2j+1] sin.
    """
    angles = np.outer(positions, frequencies(x.shape[-1], base))
    cos, sin = np.cos(angles), np.sin(angles)
    even, odd = x[..., 0::2], x[..., 1::2]
    rotated = np.empty_like(x)
    rotated[..., 0::2] = even * cos - odd * sin
    rotated[..., 1::2] = even * sin + odd * cos
    return rotated


def rotary_scores(q: Floats, k: Floats, positions: NDArray[np.int64], base: float) -> Floats:
    """S[m, n] = ⟨R_m q_m, R_n k_n⟩, which depends on positions[n] - positions[m] only."""
    turned = apply_rope(q, positions, base) @ apply_rope(k, positions, base).T
    return np.asarray(turned)


def alibi_slopes(num_heads: int) -> Floats:
    """m_h = 2^(-8h/H) for h = 1 … H, H a power of two (Press et al. 2022)."""
    return np.asarray(2.0 ** (-8.0 * np.arange(1, num_heads + 1) / num_heads))


def compute_alibi(num_heads: int, seq_len: int) -> Floats:
    """B[h, i, j] = -m_h (i - j), to be added to the scores of a causal layer."""
    return linear_bias(alibi_slopes(num_heads), seq_len)


def linear_bias(slopes: Floats, seq_len: int) -> Floats:
    """-slope (i - j) for each slope, query i and key j."""
    positions = np.arange(seq_len)
    return np.asarray(-slopes[:, None, None] * (positions[:, None] - positions))


def a_causal_softmax(scores: Floats) -> Floats:
    """Softmax over the last axis, row i over the entries j ≤ i: all that counts of a bias.

    What is added to a whole row, and whatever is said of the future, is gone after it. A row is NaN
    if it hides everything, or holds +∞ anywhere: that hides nothing, not even in the future.
    """
    if scores.ndim < 2 or scores.shape[-1] != scores.shape[-2]:
        raise ValueError(f"a causal softmax needs (…, n, n), not the shape {scores.shape}")
    visible = np.tri(scores.shape[-1], dtype=bool)
    seen = np.where(visible | np.isposinf(scores), scores, -np.inf)
    with np.errstate(invalid="ignore"):  # ∞ - ∞, in such a row
        raised = np.exp(seen - seen.max(axis=-1, keepdims=True, initial=-np.inf))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
