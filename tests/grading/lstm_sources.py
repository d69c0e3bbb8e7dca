"""LSTMs over a sequence and with fused gates, as students write them, with places to spoil."""

from __future__ import annotations

from mistaken_answers import back, step

FORWARD = """
def lstm_forward(x, a0, parameters):
    n_x, m, T_x = x.shape
    n_y, n_a = parameters['Wy'].shape
    a = np.zeros((n_a, m, T_x))
    c = {c}
    y = np.zeros((n_y, m, T_x))
    a_next = a0
    c_next = {c0}
    caches = []
    for t in range({begin}T_x):
        a_next, c_next, yt, cache = lstm_cell_forward(x[:, :, t], {state}, parameters)
        a[:, :, t] = a_next
        y[:, :, t] = yt
        c[:, :, t] = c_next
        caches.append(cache)
    return {out}, (caches, x)
"""
RIGHT_FORWARD = {
    "c": "np.zeros((n_a, m, T_x))", "c0": "np.zeros((n_a, m))", "begin": "",
    "state": "a_next, c_next", "out": "a, y, c",
}  # fmt: skip

BACKWARD = """
def lstm_backward(da, caches):
    (caches, x) = caches
    n_a, m, T_x = da.shape
    n_x = x.shape[0]
    dx = np.zeros((n_x, m, T_x))
    da0 = np.zeros((n_a, m))
    da_prevt = np.zeros((n_a, m))
    dc_prevt = np.zeros((n_a, m))
    sums = {{'dW' + k: np.zeros((n_a, n_a + n_x)) for k in 'fico'}}
    sums.update({{'db' + k: np.zeros((n_a, 1)) for k in 'fico'}})
    for t in {steps}:
        gradients = lstm_cell_backward({upstream}, caches[t])
        {carry}
        dx[:, :, t] = gradients['dxt']
        for name in sums:
            sums[name] {accumulate} gradients[name]
    {first}
    return dict(sums, dx=dx, da0=da0)
"""
RIGHT_BACKWARD = {
    "steps": "reversed(range(T_x))", "upstream": "da[:, :, t] + da_prevt, dc_prevt",
    "carry": "da_prevt, dc_prevt = gradients['da_prev'], gradients['dc_prev']",
    "accumulate": "+=", "first": "da0 = gradients['da_prev']",
}  # fmt: skip


def forward(cell: str = "", **changes: str) -> str:
    """lstm_forward on top of a cell, the right one if none is given."""
    return (cell or step()) + FORWARD.format(**{**RIGHT_FORWARD, **changes})


def backward(cell: str = "", **changes: str) -> str:
    """lstm_backward on top of a cell's two passes, and the right lstm_forward."""
    return forward(cell or back()) + BACKWARD.format(**{**RIGHT_BACKWARD, **changes})


FUSED = """
import numpy as np
def sigmoid(v): return 1 / (1 + np.exp(-v))
def lstm_step_forward(x, prev_h, prev_c, Wx, Wh, b):
    H = prev_h.shape[1]
    A = x.dot(Wx) + prev_h.dot(Wh) + b
    {blocks} = (A[:, k * H:(k + 1) * H] for k in range(4))
    i, f, o, g = sigmoid(ai), sigmoid(af), sigmoid(ao), {candidate}(ag)
    next_c = {cell}
    next_h = {out}
    return next_h, next_c, {cache}
"""
RIGHT_FUSED = {
    "blocks": "ai, af, ao, ag", "candidate": "np.tanh", "cell": "f * prev_c + i * g",
    "out": "o * np.tanh(next_c)",
    "cache": "(x, prev_h, prev_c, Wx, Wh, i, f, o, g, next_c, next_h)",
}  # fmt: skip

FUSED_BACK = """
def lstm_step_backward(dnext_h, dnext_c, cache):
    x, prev_h, prev_c, Wx, Wh, i, f, o, g, next_c, next_h = cache
    do = dnext_h * np.tanh(next_c)
    {cell}
    di, df, dg, dprev_c = dnext_c * g, dnext_c * prev_c, dnext_c * i, dnext_c * f
    dai, daf, dao, dag = {slopes}
    dA = np.hstack(({blocks}))
    return {returned}
"""
SLOPES = "di * i * (1 - i), df * f * (1 - f), do * o * (1 - o), dg * {}"
DERIVATIVES = "dA.dot(Wx.T), dA.dot(Wh.T), dprev_c, x.T.dot(dA), prev_h.T.dot(dA), {}"
RIGHT_FUSED_BACK = {
    "cell": "dnext_c += dnext_h * o * (1 - np.tanh(next_c) ** 2)",
    "slopes": SLOPES.format("(1 - g ** 2)"), "blocks": "dai, daf, dao, dag",
    "returned": DERIVATIVES.format("dA.sum(axis=0)"),
}  # fmt: skip


def fused(**changes: str) -> str:
    return FUSED.format(**{**RIGHT_FUSED, **changes})


def fused_back(forward: str = "", **changes: str) -> str:
    return (forward or fused()) + FUSED_BACK.format(**{**RIGHT_FUSED_BACK, **changes})


OUTPUT = """
import numpy as np
def output_backward(a, y, da_next, parameters):
    Wy, by = parameters['Wy'], parameters['by']
    z = Wy @ a + by
    p = np.exp(z - z.max(axis=0)) / np.exp(z - z.max(axis=0)).sum(axis=0)
    delta = {delta}
    dWy = {weights}
    return {{'dWy': dWy, 'dby': {bias}, 'da': {activation}, 'loss': 0.0}}
"""
RIGHT_OUTPUT = {
    "delta": "p - y", "weights": "delta @ a.T", "bias": "delta.sum(axis=1, keepdims=True)",
    "activation": "Wy.T @ delta + da_next",
}  # fmt: skip


def output(**changes: str) -> str:
    return OUTPUT.format(**{**RIGHT_OUTPUT, **changes})
