"""The input of BERT and its masked language model (Devlin et al. 2018). Arrays are numpy."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]
Marked = NDArray[np.bool_]


def bert_input(a: Sequence[str], b: Sequence[str] | None) -> tuple[list[str], list[int]]:
    """([CLS] a [SEP] b [SEP], its segments): 0 up to and with the first [SEP], then 1."""
    first = ["[CLS]", *a, "[SEP]"]
    second = [] if b is None else [*b, "[SEP]"]
    return first + second, [0] * len(first) + [1] * len(second)


def bert_embedding(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """E_token[tokens] + E_segment[segments] + E_position[0 … n-1], one row for each token."""
    return np.asarray(token_table[tokens] + segment_table[segments] + position_table[: len(tokens)])


def mask_tokens(tokens: Ids, mask: Marked, mask_id: int) -> Ids:
    """The tokens with `mask_id` wherever the mask is True."""
    return np.where(mask, mask_id, tokens)


def mlm_loss(logits: Floats, targets: Ids, mask: Marked) -> float:
    """-(1/|M|) Σ_{(b,t) in M} ln softmax(logits[b,t])[targets[b,t]], M where the mask is True."""
    return float(cross_entropy(logits, targets)[mask].mean())


def cross_entropy(logits: Floats, targets: Ids) -> Floats:
    """ln Σ_v exp(z_v) - z_target at every position; shifted, so that no exponential overflows."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    chosen = np.take_along_axis(shifted, targets[..., None], axis=-1)[..., 0]
    return np.asarray(np.log(np.exp(shifted).sum(axis=-1)) - chosen)
