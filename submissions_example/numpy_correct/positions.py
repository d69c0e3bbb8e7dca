import numpy as np


def rotation_matrix(k, d_model):
    R = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        angle = k / 10000 ** (2 * i / d_model)
        block = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        R[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block
    return R


def get_subsequent_mask(seq):
    length = seq.shape[1]
    return np.tril(np.ones((1, length, length), dtype=bool))


def compute_alibi(num_heads, seq_len):
    bias = np.zeros((num_heads, seq_len, seq_len))
    for h in range(num_heads):
        slope = 2 ** (-8 * (h + 1) / num_heads)
        for i in range(seq_len):
            for j in range(i + 1):
                bias[h, i, j] = -slope * (i - j)
    return bias


def rotary_scores(q, k, positions, base):
    N, d = q.shape
    theta = base ** (-np.arange(0, d, 2) / d)
    scores = np.zeros((N, N))
    for m in range(N):
        for n in range(N):
            angle = (positions[n] - positions[m]) * theta
            dot = q[m, ::2] * k[n, ::2] + q[m, 1::2] * k[n, 1::2]
            cross = q[m, 1::2] * k[n, ::2] - q[m, ::2] * k[n, 1::2]
            scores[m, n] = np.sum(dot * np.cos(angle) + cross * np.sin(angle))
    return scores
