"""Wrong causal masks, as students really write them."""

import numpy as np
from masks import Mask, Tokens, get_subsequent_mask
from numpy.typing import NDArray


def diagonal_on_the_wrong_side(seq: Tokens) -> Mask:
    """j < i: a position does not see itself."""
    return np.tri(seq.shape[1], k=-1, dtype=bool)[None]


def transposed(seq: Tokens) -> Mask:
    """j ≥ i: the future is seen and the past hidden."""
    return np.tri(seq.shape[1], dtype=bool).T[None]


def one_ahead(seq: Tokens) -> Mask:
    """j ≤ i + 1: the next position, which is to be predicted, is seen."""
    return np.tri(seq.shape[1], k=1, dtype=bool)[None]


def to_be_added(seq: Tokens) -> NDArray[np.float64]:
    """0 where a position may look and minus infinity elsewhere."""
    return np.where(get_subsequent_mask(seq), 0.0, -np.inf)


def batch_for_length(seq: Tokens) -> Mask:
    """The batch size is taken for the length."""
    return np.tri(seq.shape[0], dtype=bool)[None]
