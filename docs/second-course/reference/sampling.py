"""Functions that draw: each from the generator that it is given."""

import numpy as np
from course_utils import softmax


def nucleus(logits, p):
    """The most likely tokens, and their probabilities among all."""
    order = np.argsort(-logits)
    chances = softmax(logits)[order]
    kept = np.searchsorted(np.cumsum(chances), p) + 1
    return order[:kept], chances[:kept]


def top_p(logits, p, rng):
    tokens, chances = nucleus(logits, p)
    return rng.choice(tokens, p=chances / chances.sum())


def from_all(logits, p, rng):
    return rng.choice(len(logits), p=softmax(logits))


def all_alike(logits, p, rng):
    return rng.choice(nucleus(logits, p)[0])


def dropout(x, rate, rng):
    return x * (rng.random(x.shape) >= rate) / (1 - rate)


def not_scaled(x, rate, rng):
    return x * (rng.random(x.shape) >= rate)


def one_mask(x, rate, rng):
    return x * (rng.random(x.shape[1]) >= rate) / (1 - rate)


def he(n, m, rng):
    return rng.normal(0, np.sqrt(2 / n), (n, m))


def by_columns(n, m, rng):
    return rng.normal(0, np.sqrt(2 / m), (n, m))
