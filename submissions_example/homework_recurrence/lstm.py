"""One LSTM step and the way back through it, as derived in answers.md."""

import numpy as np


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def softmax(z):
    e = np.exp(z - z.max(axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)


def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    p = parameters
    stacked = np.vstack([a_prev, xt])
    ft = sigmoid(p["Wf"] @ stacked + p["bf"])
    it = sigmoid(p["Wi"] @ stacked + p["bi"])
    ot = sigmoid(p["Wo"] @ stacked + p["bo"])
    pre = p["Wc"] @ stacked + p["bc"]
    cct = np.tanh(pre)
    c_next = ft * c_prev + it * cct
    a_next = ot * np.tanh(c_next)
    yt = softmax(p["Wy"] @ a_next + p["by"])
    return a_next, c_next, yt, (a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p)


def lstm_cell_backward(da_next, dc_next, cache):
    a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p = cache
    n_a = len(a_next)
    stacked = np.vstack([a_prev, xt])
    pre = p["Wc"] @ stacked + p["bc"]
    dc = da_next * ot * (1 - np.tanh(c_next) ** 2) + dc_next
    d = {
        "o": da_next * np.tanh(c_next) * ot * (1 - ot),
        "c": dc * it * (1 - pre),
        "i": dc * cct * it * (1 - it),
        "f": dc * c_prev * ft * (1 - ft),
    }
    grads = {"dc_prev": dc * ft}
    back = 0
    for gate, dz in d.items():
        grads["dW" + gate] = dz @ stacked.T
        grads["db" + gate] = dz.sum(axis=1, keepdims=True)
        back = back + p["W" + gate].T @ dz
    grads["da_prev"], grads["dxt"] = back[:n_a], back[n_a:]
    return grads
