"""Language models, captions and translation with attention. Arrays are numpy, float64.

Index notation as in the problems: a capital letter is the size of the axis that the small letter
runs over. The equations are those of TTIC 31230, Fundamentals of Deep Learning, 2020, problems on
language modelling, translation and attention.
"""

import numpy as np
from attention import Floats, masked_softmax
from numpy.typing import NDArray

Words = NDArray[np.int64]


def blank_scores(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """score[w] = Σ_i e[w, i] Σ_j (W→[i, j] h→[t−1, j] + W←[i, j] h←[t+1, j])."""
    return np.asarray(e @ (W_forward @ forward[t - 1] + W_backward @ backward[t + 1]))


def blank_lm_probs(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """P(w_t = w given all other words) = softmax over w of the scores (problem 1).

    Word t has seen neither state: h→[t−1] ends before it and h←[t+1] begins after it. Words are
    numbered 1 … T; rows 0 and T + 1 hold the states at the two ends.
    """
    return masked_softmax(blank_scores(forward, backward, W_forward, W_backward, e, t))


def caption_attention(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """α[x, y] = softmax over (x, y) jointly of Σ_jk h[j] W[j, k] M[x, y, k], and
    V[k] = Σ_xy α[x, y] M[x, y, k] (problem 2)."""
    scores = M @ (h @ W_key)
    alpha = masked_softmax(scores.ravel()).reshape(scores.shape)
    return alpha, np.einsum("xy,xyk->k", alpha, M)


def embed(w: Words, e: Floats) -> Floats:
    """L0[b, t, i] = e[w[b, t], i] (problem 3a)."""
    return np.asarray(e[w])


def sigmoid(z: Floats) -> Floats:
    """1 / (1 + e^−z), by way of tanh, which does not overflow."""
    return np.asarray((1 + np.tanh(z / 2)) / 2)


def strided_sum(L: Floats, W: Floats) -> Floats:
    """Σ_Δ,i' W[Δ, i', i] L[b, 2t + Δ, i'] for every t whose window lies inside the sequence."""
    width = W.shape[0]
    starts = range(0, L.shape[1] - width + 1, 2)
    return np.stack(
        [np.einsum("dji,bdj->bi", W, L[:, start : start + width]) for start in starts], axis=1
    )


def stride2_layer(L: Floats, W: Floats, B: Floats) -> Floats:
    """L'[b, t, i] = σ(Σ_Δ,i' W[Δ, i', i] L[b, 2t + Δ, i'] − B[i]), no padding (problem 3b).

    The threshold B is subtracted, and L carries the index b, which the source leaves out.
    """
    return sigmoid(strided_sum(L, W) - B)


def self_attention_layer(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """Attention by heads without a scale, heads side by side along the features (problem 4).

    α[k, t1, t2] = softmax over t2 of Σ_u Query[k, t1, u] Key[k, t2, u],
    Out[k, t, i] = Σ_t' α[k, t, t'] Value[k, t', i], h_out[t] = Out[0, t]; …; Out[K−1, t].
    """
    query = np.einsum("kuj,tj->ktu", WQ, h)
    key = np.einsum("kuj,tj->ktu", WK, h)
    value = np.einsum("kij,tj->kti", WV, h)
    alpha = masked_softmax(np.einsum("ksu,ktu->kst", query, key))
    return np.concatenate(list(alpha @ value), axis=-1)


def spatial_self_attention(h: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """The same with positions (x, y) in place of t, and one softmax over both (problem 5).

    A softmax or a sum over (x, y) does not care how the positions are numbered, so that they may
    stand in one row.
    """
    X, Y, J = h.shape
    return self_attention_layer(h.reshape(X * Y, J), WQ, WK, WV).reshape(X, Y, -1)
