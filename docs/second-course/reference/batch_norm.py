"""Batch normalisation of columns, with running averages in a dictionary."""

import numpy as np


def scaled(x, gamma, beta, mean, var):
    return gamma * (x - mean) / np.sqrt(var + 1e-5) + beta


def batch_norm(x, gamma, beta, state, training):
    if not training:
        return scaled(x, gamma, beta, state["mean"], state["var"])
    state["mean"] = 0.9 * state["mean"] + 0.1 * x.mean(axis=0)
    state["var"] = 0.9 * state["var"] + 0.1 * x.var(axis=0)
    return scaled(x, gamma, beta, x.mean(axis=0), x.var(axis=0))


def never_kept(x, gamma, beta, state, training):
    return batch_norm(x, gamma, beta, dict(state), training)


def always_the_batch(x, gamma, beta, state, training):
    if training:
        return batch_norm(x, gamma, beta, state, training)
    return scaled(x, gamma, beta, x.mean(axis=0), x.var(axis=0))
