import numpy as np


def masked_softmax(scores, mask):
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def subsequent_mask(n):
    m = np.zeros((n, n))
    m[np.triu_indices(n, k=1)] = -np.inf
    return m


def positional_encoding(n, d, base):
    pe = np.zeros((n, d))
    for pos in range(n):
        for i in range(0, d, 2):
            angle = pos / base ** (i / d)
            pe[pos, i] = np.sin(angle)
            pe[pos, i + 1] = np.cos(angle)
    return pe


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x, dim=0):
    e_x = np.exp(x - np.max(x, axis=dim, keepdims=True))
    return e_x / e_x.sum(axis=dim, keepdims=True)


def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    Wf, bf = parameters["Wf"], parameters["bf"]
    Wi, bi = parameters["Wi"], parameters["bi"]
    Wc, bc = parameters["Wc"], parameters["bc"]
    Wo, bo = parameters["Wo"], parameters["bo"]
    Wy, by = parameters["Wy"], parameters["by"]

    concat = np.concatenate((a_prev, xt), axis=0)
    ft = sigmoid(np.dot(Wf, concat) + bf)
    it = sigmoid(np.dot(Wi, concat) + bi)
    cct = np.tanh(np.dot(Wc, concat) + bc)
    c_next = ft * c_prev + it * cct
    ot = sigmoid(np.dot(Wo, concat) + bo)
    a_next = ot * np.tanh(c_next)
    yt_pred = softmax(np.dot(Wy, a_next) + by)
    cache = (a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, parameters)
    return a_next, c_next, yt_pred, cache


def lstm_cell_backward(da_next, dc_next, cache):
    (a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, parameters) = cache
    n_a = a_next.shape[0]

    dot = da_next * np.tanh(c_next) * ot * (1 - ot)
    dc = dc_next + ot * (1 - np.square(np.tanh(c_next))) * da_next
    dcct = dc * it * (1 - np.square(cct))
    dit = dc * cct * it * (1 - it)
    dft = dc * c_prev * ft * (1 - ft)

    concat = np.concatenate((a_prev, xt), axis=0)
    gradients = {}
    dconcat = np.zeros_like(concat)
    for name, d in (("f", dft), ("i", dit), ("c", dcct), ("o", dot)):
        gradients["dW" + name] = np.dot(d, concat.T)
        gradients["db" + name] = np.sum(d, axis=1, keepdims=True)
        dconcat = dconcat + np.dot(parameters["W" + name].T, d)
    gradients["dxt"] = dconcat[n_a:, :]
    gradients["da_prev"] = dconcat[:n_a, :]
    gradients["dc_prev"] = dc * ft
    return gradients


def apply_rope(x, positions, base):
    n, d = x.shape[-2:]
    out = np.zeros_like(x)
    for p in range(n):
        for j in range(d // 2):
            phi = positions[p] * base ** (-2 * j / d)
            R = np.array([[np.cos(phi), -np.sin(phi)], [np.sin(phi), np.cos(phi)]])
            out[..., p, 2 * j : 2 * j + 2] = x[..., p, 2 * j : 2 * j + 2] @ R.T
    return out


def scaled_dot_product_attention(Q, K, V, mask=None):
    weights = masked_softmax(Q @ K.T / np.sqrt(Q.shape[-1]), mask)
    return weights @ V, weights


def multi_head_attention(X, WQ, WK, WV, WO, num_heads):
    n, d = X.shape
    width = d // num_heads
    split = [(X @ W).reshape(n, num_heads, width).transpose(1, 0, 2) for W in (WQ, WK, WV)]
    Q, K, V = split
    weights = masked_softmax(np.einsum("hid,hjd->hij", Q, K) / width**0.5, None)
    heads = np.einsum("hij,hjd->ihd", weights, V)
    return heads.reshape(n, d) @ WO


def fuse_query_key(WQ, WK):
    inner = WQ.shape[1]
    return np.stack([q.T @ k for q, k in zip(WQ, WK)]) / inner**0.5


def structured_attention(H, W1, W2):
    A = softmax(W2 @ np.tanh(W1 @ np.swapaxes(H, -1, -2)), -1)
    return A, A @ H


def redundancy_penalty(A):
    return np.linalg.norm(A @ A.T - np.eye(A.shape[0])) ** 2


def redundancy_gradient(A):
    return 4 * A @ A.T @ A - 4 * A


def softmax_jacobian(x):
    p = np.exp(x - x.max())
    p = p / p.sum()
    J = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        for j in range(len(p)):
            J[i, j] = p[i] * ((i == j) - p[j])
    return J


def layernorm_forward(x, gamma, beta, ln_param):
    eps = ln_param.get("eps", 1e-5)
    mu = x.mean(axis=1, keepdims=True)
    var = x.var(axis=1, keepdims=True)
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    return gamma * x_hat + beta, (x_hat, gamma, std)


def layernorm_backward(dout, cache):
    x_hat, gamma, std = cache
    D = dout.shape[1]
    dbeta = dout.sum(axis=0)
    dgamma = (dout * x_hat).sum(axis=0)
    dx_hat = dout * gamma
    dx = (
        D * dx_hat
        - dx_hat.sum(axis=1, keepdims=True)
        - x_hat * (dx_hat * x_hat).sum(axis=1, keepdims=True)
    ) / (D * std)
    return dx, dgamma, dbeta
