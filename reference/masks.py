"""Causal masks as Booleans, for a batch of token numbers. Arrays are numpy."""

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]
Mask = NDArray[np.bool_]


def get_subsequent_mask(seq: Tokens) -> Mask:
    """(1, T, T) for tokens (B, T): True where j ≤ i, which position i may see."""
    length = seq.shape[1]
    return np.tri(length, dtype=bool)[None]


def hides(seq: Tokens) -> Mask:
    """The other polarity: True where j > i, which position i may not see."""
    return ~get_subsequent_mask(seq)


def for_every_sequence(seq: Tokens) -> Mask:
    """(B, T, T): the same mask once for each sequence of the batch."""
    return np.repeat(get_subsequent_mask(seq), len(seq), axis=0)


def hides_for_every_sequence(seq: Tokens) -> Mask:
    return ~for_every_sequence(seq)
