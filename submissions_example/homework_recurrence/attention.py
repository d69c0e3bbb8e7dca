import numpy as np


def heads_as_sum(X, WQ, WK, WV, WO):
    """Each head adds softmax(Q Kᵀ / √d_k) X W_v W_o."""
    terms = []
    for wq, wk, wv, wo in zip(WQ, WK, WV, np.split(WO, len(WV))):
        scores = (X @ wq) @ (X @ wk).T / np.sqrt(wq.shape[1])
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        terms.append(e / e.sum(axis=1, keepdims=True) @ X @ (wv @ wo))
    return sum(terms), np.array(terms)


def apply_rope(x, positions, base):
    d = x.shape[-1]
    turned = np.array(x, dtype=float)
    for j in range(d // 2):
        angle = positions * base ** (-2 * j / d)
        first, second = x[..., 2 * j], x[..., 2 * j + 1]
        turned[..., 2 * j] = first * np.cos(angle) - second * np.sin(angle)
        turned[..., 2 * j + 1] = first * np.sin(angle) + second * np.cos(angle)
    return turned


def compute_alibi(num_heads, seq_len):
    """The bias falls with the distance; every head has a slope of its own."""
    i, j = np.indices((seq_len, seq_len))
    slopes = 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    return slopes[:, None, None] * (j - i)
