"""Attention over a document in two levels (Yang et al. 2016). Arrays are numpy, float64."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Parameters = Mapping[str, Floats]


def document_attention(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """(α, β) for hidden states H of shape (sentences, words, d).

    u_ij = tanh(W_w h_ij + b_w), α_ij = softmax over the words j of sentence i of u_ij · c_w,
    s_i  = Σ_j α_ij h_ij,
    v_i  = tanh(W_s s_i + b_s),  β_i  = softmax over the sentences i of v_i · c_s.
    """
    words = softmax(scores(H, parameters, "w"))
    sentences = softmax(scores(pooled(words, H), parameters, "s"))
    return words, sentences


def scores(states: Floats, parameters: Parameters, level: str) -> Floats:
    """How much each state is like the context vector: tanh(W h + b) · c, along the last axis."""
    W, b, c = (parameters[name + level] for name in "Wbc")
    return np.asarray(np.tanh(states @ W.T + b) @ c)


def pooled(words: Floats, H: Floats) -> Floats:
    """One vector for each sentence: the sum of its hidden states, weighted."""
    return np.asarray((words[..., None] * H).sum(axis=1))


def softmax(x: Floats) -> Floats:
    """Along the last axis; the largest entry is subtracted, so that nothing overflows."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))
