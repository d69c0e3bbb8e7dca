"""Homework of a student who is half-way there."""

import numpy as np
import seaborn as sns  # not installed here: the functions below are graded all the same


def masked_softmax(scores, mask):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exp / exp.sum(axis=-1, keepdims=True)
    if mask is None:
        return weights
    return weights * mask


def subsequent_mask(n):
    return np.triu(np.full((n, n), -np.inf), k=1)


def positional_encoding(n, d, base):
    pe = np.zeros((n, d))
    for pos in range(n):
        for i in range(d // 2):
            pe[pos, 2 * i] = np.sin(pos / base ** (2 * i // d))
            pe[pos, 2 * i + 1] = np.cos(pos / base ** (2 * i // d))
    return pe


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    z = np.vstack([a_prev, xt])
    ft = sigmoid(parameters["Wf"] @ z + parameters["bf"])
    it = sigmoid(parameters["Wi"] @ z + parameters["bi"])
    cct = np.tanh(parameters["Wc"] @ z + parameters["bc"])
    ot = sigmoid(parameters["Wo"] @ z + parameters["bo"])
    c_next = ft * c_prev + it * cct
    a_next = ot * np.tanh(c_next)
    logits = parameters["Wy"] @ a_next + parameters["by"]
    yt_pred = np.exp(logits) / np.exp(logits).sum(axis=0)
    cache = (a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, parameters)
    return a_next, c_next, yt_pred, cache


def lstm_cell_backward(da_next, dc_next, cache):
    a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, parameters = cache
    return da_next @ c_next


plot = sns.heatmap(masked_softmax(np.random.randn(5, 5), None))
