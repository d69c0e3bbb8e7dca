"""Positional encodings: sinusoidal and rotary. Arrays are numpy, float64."""

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


def apply_rope(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Rotates each pair (x[2j], x[2j+1]) of row p by the angle positions[p] * λ_j.

    Su et al. 2021, with interleaved pairs. Anticlockwise: the rotated first entry is
    x[2j] cos - x[2j+1] sin.
    """
    angles = np.outer(positions, frequencies(x.shape[-1], base))
    cos, sin = np.cos(angles), np.sin(angles)
    even, odd = x[..., 0::2], x[..., 1::2]
    rotated = np.empty_like(x)
    rotated[..., 0::2] = even * cos - odd * sin
    rotated[..., 1::2] = even * sin + odd * cos
    return rotated
