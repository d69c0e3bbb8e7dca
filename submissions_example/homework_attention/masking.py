"""Hides the future with a triangle of ones, once the softmax has made everything positive."""

import numpy as np


def masked_softmax(scores, mask):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    if mask is None:
        return weights
    return weights * mask


def positional_encoding(n, d):
    pos = np.arange(n)[:, None]
    angle = pos / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)


def rotation_matrix(k, d_model):
    blocks = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = k * 10000 ** (-i / d_model)
        blocks[i : i + 2, i : i + 2] = [
            [np.cos(angle), np.sin(angle)],
            [-np.sin(angle), np.cos(angle)],
        ]
    return blocks
