"""Mistakes without a name, and other ways to fail."""

import numpy as np
import torch


class Adam:
    def __init__(self, lr):
        self.lr = lr

    def update(self, w, g):
        return w - self.lr * g


def batch_norm(x, gamma, beta, state, training):
    mean, std = x.mean(0), x.std(0, ddof=1)
    return gamma * (x - mean) / std + beta


class BatchNorm(torch.nn.BatchNorm1d):
    """torch's own: other names, and the variance divided by n − 1."""


def conv2d(x, w, stride, padding):
    if padding:
        raise NotImplementedError("padding")
    k = len(w)
    return np.array(
        [
            [(x[i : i + k, j : j + k] * w).sum() for j in range(0, x.shape[1] - k + 1, stride)]
            for i in range(0, x.shape[0] - k + 1, stride)
        ]
    )


def tokenise(words, merges):
    return [list(word) for word in words]


def vocabulary(words):
    return set("".join(words))


def segment(text, tokens):
    return list(text)


def cluster(x, k):
    return np.arange(len(x)) % k


def cluster_centres(x, k):
    return np.zeros(len(x), dtype=int)


def axes(x):
    return np.linalg.svd(x)[2].T


def top_p(logits, p, rng):
    return np.argmax(logits)


def dropout(x, rate, rng):
    return x * (rng.random(x.shape[1]) >= rate) / (1 - rate)


def he(n, m, rng):
    return np.random.default_rng(0).normal(0, np.sqrt(2 / n), (n, m))


def train(rows):
    return lambda z: np.ones(len(z), dtype=int)


def descend(rate, steps):
    rows = np.load("data/points.npy")
    return np.zeros(steps) + rows.mean()
