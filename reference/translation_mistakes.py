"""Wrong answers to the problems on blanks, captions and sentence convolutions."""

import numpy as np
from attention import Floats, masked_softmax
from translation import Words, blank_lm_probs, blank_scores, embed, sigmoid, strided_sum


def blank_from_its_own_states(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """h→[t] and h←[t]: both have read the word that is asked for."""
    return masked_softmax(e @ (W_forward @ forward[t] + W_backward @ backward[t]))


def blank_read_by_forward_state(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """h→[t] and h←[t+1]: as in an ordinary language model that predicts the next word."""
    return masked_softmax(e @ (W_forward @ forward[t] + W_backward @ backward[t + 1]))


def blank_neighbours_swapped(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """h→[t+1] and h←[t−1]."""
    return masked_softmax(e @ (W_forward @ forward[t + 1] + W_backward @ backward[t - 1]))


def blank_matrices_swapped(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """W← meets the forward state and W→ the backward one."""
    return blank_lm_probs(forward, backward, W_backward, W_forward, e, t)


def blank_counted_from_zero(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """Takes word t to have row t − 1; for the first word, numpy's row −1 is the last one."""
    return masked_softmax(e @ (W_forward @ forward[t - 2] + W_backward @ backward[t]))


def blank_from_the_left(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """The backward state is left out."""
    return masked_softmax(e @ W_forward @ forward[t - 1])


def blank_two_softmaxes(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """The mean of two distributions, one from each side."""
    left = masked_softmax(e @ W_forward @ forward[t - 1])
    right = masked_softmax(e @ W_backward @ backward[t + 1])
    return np.asarray((left + right) / 2)


def blank_without_softmax(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """Scores in place of probabilities."""
    return blank_scores(forward, backward, W_forward, W_backward, e, t)


def blank_log_probs(
    forward: Floats, backward: Floats, W_forward: Floats, W_backward: Floats, e: Floats, t: int
) -> Floats:
    """What a loss would want: ln P."""
    return np.log(blank_lm_probs(forward, backward, W_forward, W_backward, e, t))


def _scores(h: Floats, W_key: Floats, M: Floats) -> Floats:
    return np.asarray(M @ (h @ W_key))


def _over_all(scores: Floats) -> Floats:
    return masked_softmax(scores.ravel()).reshape(scores.shape)


def _summed(alpha: Floats, M: Floats) -> Floats:
    return np.asarray(np.einsum("xy,xyk->k", alpha, M))


def caption_softmax_over_y(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """`softmax(scores, axis=-1)`: every x has a unit of attention."""
    alpha = masked_softmax(_scores(h, W_key, M))
    return alpha, _summed(alpha, M)


def caption_softmax_over_x(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """`softmax(scores, axis=0)`: every y has a unit of attention."""
    alpha = masked_softmax(_scores(h, W_key, M).T).T
    return alpha, _summed(alpha, M)


def caption_softmax_twice(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """A softmax of a softmax, first over x and then over y."""
    alpha = masked_softmax(masked_softmax(_scores(h, W_key, M).T).T)
    return alpha, _summed(alpha, M)


def caption_softmaxes_multiplied(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """The softmax over x times the softmax over y of the same scores."""
    scores = _scores(h, W_key, M)
    alpha = masked_softmax(scores) * masked_softmax(scores.T).T
    return alpha, _summed(alpha, M)


def caption_scaled(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """Divides by √K, as scaled dot-product attention does."""
    alpha = _over_all(_scores(h, W_key, M) / np.sqrt(M.shape[-1]))
    return alpha, _summed(alpha, M)


def caption_averaged(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """`(alpha * M).mean(...)` in place of a sum."""
    alpha = _over_all(_scores(h, W_key, M))
    return alpha, np.asarray((alpha[..., None] * M).mean(axis=(0, 1)))


def caption_unweighted(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """Finds the weights and does not use them."""
    return _over_all(_scores(h, W_key, M)), np.asarray(M.sum(axis=(0, 1)))


def caption_summed_over_features(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """One number for each place in place of one for each feature."""
    alpha = _over_all(_scores(h, W_key, M))
    return alpha, np.asarray((alpha[..., None] * M).sum(axis=-1))


def caption_without_softmax(h: Floats, W_key: Floats, M: Floats) -> tuple[Floats, Floats]:
    """The scores are used as they are."""
    scores = _scores(h, W_key, M)
    return scores, _summed(scores, M)


def embedded_channels_first(w: Words, e: Floats) -> Floats:
    """(N, I, T), as torch's convolutions want it."""
    return embed(w, e).transpose(0, 2, 1)


def embedded_time_first(w: Words, e: Floats) -> Floats:
    """(T, N, I), as torch's recurrent layers want it."""
    return embed(w.T, e)


def embedded_from_one(w: Words, e: Floats) -> Floats:
    """Row w − 1; for word 0 that is numpy's last row."""
    return embed(w - 1, e)


def layer_threshold_added(L: Floats, W: Floats, B: Floats) -> Floats:
    """+ B, as in most libraries."""
    return sigmoid(strided_sum(L, W) + B)


def layer_without_threshold(L: Floats, W: Floats, B: Floats) -> Floats:
    """B is not used."""
    return sigmoid(strided_sum(L, W))


def layer_threshold_outside(L: Floats, W: Floats, B: Floats) -> Floats:
    """σ(sum) − B."""
    return sigmoid(strided_sum(L, W)) - B


def layer_without_sigmoid(L: Floats, W: Floats, B: Floats) -> Floats:
    """A linear layer."""
    return strided_sum(L, W) - B


def layer_with_relu(L: Floats, W: Floats, B: Floats) -> Floats:
    """max(0, …) for σ."""
    return np.maximum(strided_sum(L, W) - B, 0)


def _windowed(
    L: Floats, W: Floats, B: Floats, first: int = 0, stride: int = 2, dilation: int = 1
) -> Floats:
    """σ(Σ W[Δ] L[first + stride·t + dilation·Δ] − B) wherever that lies inside."""
    reach = dilation * (W.shape[0] - 1)
    starts = np.arange(first, L.shape[1] - reach, stride)
    windows = L[:, starts[:, None] + dilation * np.arange(W.shape[0])]
    return sigmoid(np.einsum("btdj,dji->bti", windows, W) - B)


def layer_stride_one(L: Floats, W: Floats, B: Floats) -> Floats:
    """L[t + Δ]."""
    return _windowed(L, W, B, stride=1)


def layer_dilated(L: Floats, W: Floats, B: Floats) -> Floats:
    """L[t + 2Δ]: dilation taken for stride."""
    return _windowed(L, W, B, stride=1, dilation=2)


def layer_one_late(L: Floats, W: Floats, B: Floats) -> Floats:
    """L[2t + 1 + Δ]: the index of a formula that counts from 1."""
    return _windowed(L, W, B, first=1)


def layer_kernel_reversed(L: Floats, W: Floats, B: Floats) -> Floats:
    """A convolution as in signal processing, with W[D − 1 − Δ]."""
    return _windowed(L, W[::-1], B)


def layer_padded(L: Floats, W: Floats, B: Floats) -> Floats:
    """A window for every even position, filled up with zeros."""
    padded = np.pad(L, ((0, 0), (0, W.shape[0] - 1), (0, 0)))
    return _windowed(padded, W, B)
