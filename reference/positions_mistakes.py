"""Wrong answers to the position problems, as students really give them."""

import numpy as np
from numpy.typing import NDArray
from positions import Floats, apply_rope, frequencies, positional_encoding


def base_ten_thousand(n: int, d: int, base: float = 10000.0) -> Floats:
    """Ignores the base it is given."""
    return positional_encoding(n, d, 10000.0)


def halves_not_interleaved(n: int, d: int, base: float = 10000.0) -> Floats:
    """All sines first, then all cosines."""
    table = positional_encoding(n, d, base)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def sine_and_cosine_swapped(n: int, d: int, base: float = 10000.0) -> Floats:
    """Cosine in the even columns."""
    table = positional_encoding(n, d, base)
    swapped = np.empty_like(table)
    swapped[:, 0::2], swapped[:, 1::2] = table[:, 1::2], table[:, 0::2]
    return swapped


def exponent_floored(n: int, d: int, base: float = 10000.0) -> Floats:
    """Integer division in 2i // d: every column has frequency 1."""
    angles = np.outer(np.arange(n), np.ones(d // 2))
    return _table(angles, n, d)


def exponent_doubled(n: int, d: int, base: float = 10000.0) -> Floats:
    """Uses the column number 2i where the pair number i belongs: base^(-4i/d)."""
    angles = np.outer(np.arange(n), frequencies(d, base) ** 2)
    return _table(angles, n, d)


def exponent_as_factor(n: int, d: int, base: float = 10000.0) -> Floats:
    """1 / (base * 2i/d): the exponent written as a factor; pair 0 divides by zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        angles = np.outer(np.arange(n), 1.0 / (base * 2.0 * np.arange(d // 2) / d))
        return _table(angles, n, d)


def positions_from_one(n: int, d: int, base: float = 10000.0) -> Floats:
    """The first row is position 1."""
    return positional_encoding(n + 1, d, base)[1:]


def _table(angles: Floats, n: int, d: int) -> Floats:
    table = np.empty((n, d))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def rope_clockwise(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Rotates by the negative angle."""
    return apply_rope(x, -positions, base)


def rope_half_split(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Pairs entry j with entry j + d/2, as GPT-NeoX does, instead of neighbours."""
    half = x.shape[-1] // 2
    angles = np.outer(positions, frequencies(x.shape[-1], base))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., :half], x[..., half:]
    return np.concatenate([first * cos - second * sin, first * sin + second * cos], axis=-1)


def rope_from_zero(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Ignores the given positions and counts rows from 0."""
    return apply_rope(x, np.arange(x.shape[0]), base)


def rope_exponent_flipped(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """base^(+2j/d): frequencies grow instead of falling."""
    return apply_rope(x, positions, 1.0 / base)


def rope_index_from_one(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Numbers the pairs from 1: every frequency is one step too small."""
    step = base ** (-2.0 / x.shape[-1])
    angles = np.outer(positions, frequencies(x.shape[-1], base) * step)
    cos, sin = np.cos(angles), np.sin(angles)
    rotated = np.empty_like(x)
    rotated[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    rotated[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return rotated
