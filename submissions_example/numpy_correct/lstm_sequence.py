import numpy as np
from homework import lstm_cell_backward, lstm_cell_forward, sigmoid, softmax


def lstm_forward(x, a0, parameters):
    n_x, m, T_x = x.shape
    n_y, n_a = parameters["Wy"].shape
    a = np.zeros((n_a, m, T_x))
    c = np.zeros((n_a, m, T_x))
    y = np.zeros((n_y, m, T_x))
    a_next, c_next = a0, np.zeros((n_a, m))
    caches = []
    for t in range(T_x):
        a_next, c_next, yt, cache = lstm_cell_forward(x[:, :, t], a_next, c_next, parameters)
        a[:, :, t] = a_next
        c[:, :, t] = c_next
        y[:, :, t] = yt
        caches.append(cache)
    return a, y, c, (caches, x)


def lstm_backward(da, caches):
    caches, x = caches
    n_a, m, T_x = da.shape
    dx = np.zeros(x.shape)
    da_prev = np.zeros((n_a, m))
    dc_prev = np.zeros((n_a, m))
    total = {}
    for t in range(T_x - 1, -1, -1):
        gradients = lstm_cell_backward(da[:, :, t] + da_prev, dc_prev, caches[t])
        dx[:, :, t] = gradients.pop("dxt")
        da_prev = gradients.pop("da_prev")
        dc_prev = gradients.pop("dc_prev")
        for name, value in gradients.items():
            total[name] = total.get(name, 0) + value
    return {"dx": dx, "da0": da_prev, **total}


def output_backward(a, y, da_next, parameters):
    Wy, by = parameters["Wy"], parameters["by"]
    delta = softmax(np.dot(Wy, a) + by) - y
    return {
        "dWy": np.dot(delta, a.T),
        "dby": np.sum(delta, axis=1, keepdims=True),
        "da": np.dot(Wy.T, delta) + da_next,
    }


def lstm_step_forward(x, prev_h, prev_c, Wx, Wh, b):
    H = prev_h.shape[1]
    A = x.dot(Wx) + prev_h.dot(Wh) + b
    i = sigmoid(A[:, 0:H])
    f = sigmoid(A[:, H : 2 * H])
    o = sigmoid(A[:, 2 * H : 3 * H])
    g = np.tanh(A[:, 3 * H :])
    next_c = f * prev_c + i * g
    next_h = o * np.tanh(next_c)
    return next_h, next_c, (x, prev_h, prev_c, Wx, Wh, i, f, o, g, next_c)


def lstm_step_backward(dnext_h, dnext_c, cache):
    x, prev_h, prev_c, Wx, Wh, i, f, o, g, next_c = cache
    do = dnext_h * np.tanh(next_c)
    dnext_c = dnext_c + dnext_h * o * (1 - np.tanh(next_c) ** 2)
    di, df, dg = dnext_c * g, dnext_c * prev_c, dnext_c * i
    dA = np.hstack(
        (di * i * (1 - i), df * f * (1 - f), do * o * (1 - o), dg * (1 - g**2))
    )
    return dA.dot(Wx.T), dA.dot(Wh.T), dnext_c * f, x.T.dot(dA), prev_h.T.dot(dA), dA.sum(axis=0)
