"""Wrong answers to the position problems, as students really give them."""

import numpy as np
from numpy.typing import NDArray
from positions import (
    Floats,
    alibi_slopes,
    apply_rope,
    compute_alibi,
    frequencies,
    linear_bias,
    positional_encoding,
    rotation_matrix,
)


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


def first_row_left_zero(n: int, d: int, base: float = 10000.0) -> Floats:
    """The loop over positions begins at 1, and the table at zeros."""
    table = positional_encoding(n, d, base)
    table[0] = 0.0
    return table


def cosine_in_one_column(n: int, d: int, base: float = 10000.0) -> Floats:
    """The slice 1:2 in place of 1::2: only column 1 gets its cosine."""
    table = positional_encoding(n, d, base)
    table[:, 3::2] = 0.0
    return table


def column_for_pair(n: int, d: int, base: float = 10000.0) -> Floats:
    """Column c has the frequency base^(-c/d): the two of a pair do not share theirs."""
    return _of_columns(n, base ** (-np.arange(d) / d))


def column_for_pair_doubled(n: int, d: int, base: float = 10000.0) -> Floats:
    """Column c has the frequency base^(-2c/d): c is put in for i."""
    return _of_columns(n, base ** (-2.0 * np.arange(d) / d))


def exponent_without_its_two(n: int, d: int, base: float = 10000.0) -> Floats:
    """base^(-i/d) for the pair i."""
    angles = np.outer(np.arange(n), np.sqrt(frequencies(d, base)))
    return _table(angles, n, d)


def pair_halved_again(n: int, d: int, base: float = 10000.0) -> Floats:
    """base^(-2(i//2)/d), where i is the number of the pair already."""
    angles = np.outer(np.arange(n), frequencies(d, base)[np.arange(d // 2) // 2])
    return _table(angles, n, d)


def power_divided_by_width(n: int, d: int, base: float = 10000.0) -> Floats:
    """1 / (base^(2i) / d), for want of brackets around the exponent."""
    angles = np.outer(np.arange(n), d * frequencies(d, base) ** d)
    return _table(angles, n, d)


def exponent_doubled_in_base_ten_thousand(n: int, d: int, base: float) -> Floats:
    """`exponent_doubled` by a function of n and d alone."""
    return exponent_doubled(n, d)


def halves_in_base_ten_thousand(n: int, d: int, base: float) -> Floats:
    """`halves_not_interleaved` by a function of n and d alone."""
    return halves_not_interleaved(n, d)


def column_for_pair_in_base_ten_thousand(n: int, d: int, base: float) -> Floats:
    """`column_for_pair` by a function of n and d alone."""
    return column_for_pair(n, d)


def column_doubled_in_base_ten_thousand(n: int, d: int, base: float) -> Floats:
    """`column_for_pair_doubled` by a function of n and d alone."""
    return column_for_pair_doubled(n, d)


def _of_columns(n: int, frequency: Floats) -> Floats:
    """sin in the even columns and cos in the odd ones, each column with its own frequency."""
    angles = np.outer(np.arange(n), frequency)
    even = np.arange(len(frequency)) % 2 == 0
    return np.asarray(np.where(even, np.sin(angles), np.cos(angles)))


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
    return apply_rope(x, np.arange(x.shape[-2]), base)


def rope_along_heads(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Takes the first axis for the positions: a whole head is turned by one angle."""
    if x.ndim == 2:
        return apply_rope(x, positions, base)
    return np.swapaxes(apply_rope(np.swapaxes(x, 0, 1), positions[: x.shape[0]], base), 0, 1)


def rope_exponent_flipped(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """base^(+2j/d): frequencies grow instead of falling."""
    return apply_rope(x, positions, 1.0 / base)


def rope_index_from_one(x: Floats, positions: NDArray[np.int64], base: float = 10000.0) -> Floats:
    """Numbers the pairs from 1: every frequency is one step too small."""
    step = base ** (-2.0 / x.shape[-1])
    return _rotated(x, positions, frequencies(x.shape[-1], base) * step)


def rope_power_divided_by_width(
    x: Floats, positions: NDArray[np.int64], base: float = 10000.0
) -> Floats:
    """d / base^(2j), for want of brackets around the exponent."""
    d = x.shape[-1]
    return _rotated(x, positions, d * frequencies(d, base) ** d)


def _rotated(x: Floats, positions: NDArray[np.int64], frequency: Floats) -> Floats:
    angles = np.outer(positions, frequency)
    cos, sin = np.cos(angles), np.sin(angles)
    rotated = np.empty_like(x)
    rotated[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    rotated[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return rotated


def rotation_transposed(k: int, d_model: int) -> Floats:
    """Moves back by k, or belongs to pairs in the order (cos, sin)."""
    return rotation_matrix(k, d_model).T


def rotation_exponent_as_factor(k: int, d_model: int) -> Floats:
    """λ_i = 1 / (10000 * 2i/d): the exponent written as a factor; pair 0 divides by zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return _blocks(k * (1.0 / (10000.0 * 2.0 * np.arange(d_model // 2) / d_model)))


def rotation_exponent_flipped(k: int, d_model: int) -> Floats:
    """10000^(+2i/d): frequencies grow instead of falling."""
    return _blocks(k / frequencies(d_model, 10000.0))


def rotation_sine_and_cosine_swapped(k: int, d_model: int) -> Floats:
    """Sines on the diagonal: [[sin, cos], [-cos, sin]]."""
    return _blocks(np.pi / 2 - k * frequencies(d_model, 10000.0))


def rotation_in_halves(k: int, d_model: int) -> Floats:
    """Belongs to encodings with all sines first: row i is paired with row i + d/2."""
    order = np.concatenate([np.arange(0, d_model, 2), np.arange(1, d_model, 2)])
    return np.asarray(rotation_matrix(k, d_model)[np.ix_(order, order)])


def rotation_one_frequency(k: int, d_model: int) -> Floats:
    """Every block turns with frequency 1, as if 2i/d were rounded down."""
    return _blocks(np.full(d_model // 2, float(k)))


def _blocks(angles: Floats) -> Floats:
    """Blocks [[cos, sin], [-sin, cos]] along the diagonal."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for i, angle in enumerate(angles):
        with np.errstate(invalid="ignore"):
            cos, sin = np.cos(angle), np.sin(angle)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cos, sin], [-sin, cos]]
    return matrix


def scores_of_unturned_keys(
    q: Floats, k: Floats, positions: NDArray[np.int64], base: float
) -> Floats:
    """Only the queries are turned."""
    return np.asarray(apply_rope(q, positions, base) @ k.T)


def scores_turned_apart(q: Floats, k: Floats, positions: NDArray[np.int64], base: float) -> Floats:
    """Queries and keys are turned in opposite directions: the scores depend on m + n."""
    return np.asarray(apply_rope(q, positions, base) @ apply_rope(k, -positions, base).T)


def scores_unturned(q: Floats, k: Floats, positions: NDArray[np.int64], base: float) -> Floats:
    """The plain inner products: positions play no part."""
    return np.asarray(q @ k.T)


def scores_transposed(q: Floats, k: Floats, positions: NDArray[np.int64], base: float) -> Floats:
    """One row for each key instead of one for each query."""
    return np.asarray(apply_rope(k, positions, base) @ apply_rope(q, positions, base).T)


def alibi_favours_distance(num_heads: int, seq_len: int) -> Floats:
    """+m (i - j): the further away, the more attention."""
    return -compute_alibi(num_heads, seq_len)


def alibi_heads_from_zero(num_heads: int, seq_len: int) -> Floats:
    """Slopes 2^(-8h/H) for h = 0 … H-1: the first is 1."""
    return linear_bias(2.0 ** (-8.0 * np.arange(num_heads) / num_heads), seq_len)


def alibi_head_in_the_denominator(num_heads: int, seq_len: int) -> Floats:
    """Slopes 2^(-8/h)."""
    return linear_bias(2.0 ** (-8.0 / np.arange(1, num_heads + 1)), seq_len)


def alibi_whole_division(num_heads: int, seq_len: int) -> Floats:
    """Slopes 2^(-h (8 // H)): for more than 8 heads all of them are 1."""
    return linear_bias(2.0 ** (-(8 // num_heads) * np.arange(1.0, num_heads + 1)), seq_len)


def alibi_without_the_number_of_heads(num_heads: int, seq_len: int) -> Floats:
    """Slopes 2^(-h), which are those of 8 heads."""
    return linear_bias(2.0 ** -np.arange(1.0, num_heads + 1), seq_len)


def alibi_slopes_grow(num_heads: int, seq_len: int) -> Floats:
    """Slopes 2^(+8h/H): the minus sign of the exponent is lost."""
    return linear_bias(1.0 / alibi_slopes(num_heads), seq_len)


def alibi_constant_along_rows(num_heads: int, seq_len: int) -> Floats:
    """-m i: every key gets the same, and the softmax takes it away again."""
    slopes = alibi_slopes(num_heads)[:, None, None]
    return np.asarray(-slopes * np.arange(seq_len)[:, None] * np.ones(seq_len))


def alibi_one_slope(num_heads: int, seq_len: int) -> Floats:
    """Every head has the slope of the first."""
    return linear_bias(np.full(num_heads, alibi_slopes(num_heads)[0]), seq_len)
