import numpy as np


def softmax_flat(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()


def blank_lm_probs(forward, backward, W_forward, W_backward, e, t):
    W = np.hstack([W_forward, W_backward])
    h = np.concatenate([forward[t - 1], backward[t + 1]])
    scores = np.array([vector @ W @ h for vector in e])
    return softmax_flat(scores)


def caption_attention(h, W_key, M):
    X, Y, K = M.shape
    scores = np.zeros((X, Y))
    for x in range(X):
        for y in range(Y):
            scores[x, y] = h @ W_key @ M[x, y]
    alpha = softmax_flat(scores)
    V = np.zeros(K)
    for x in range(X):
        for y in range(Y):
            V += alpha[x, y] * M[x, y]
    return alpha, V


def embed(w, e):
    N, T = w.shape
    out = np.zeros((N, T, e.shape[1]))
    for b in range(N):
        for t in range(T):
            out[b, t] = e[w[b, t]]
    return out


def stride2_layer(L, W, B):
    N, T, _ = L.shape
    D, _, I = W.shape
    length = (T - D) // 2 + 1
    out = np.zeros((N, length, I))
    for b in range(N):
        for t in range(length):
            total = np.zeros(I)
            for delta in range(D):
                total += L[b, 2 * t + delta] @ W[delta]
            out[b, t] = 1 / (1 + np.exp(-(total - B)))
    return out


def self_attention_layer(h, WQ, WK, WV):
    outputs = []
    for Q, K, V in zip(WQ, WK, WV):
        query, key, value = h @ Q.T, h @ K.T, h @ V.T
        rows = [softmax_flat(key @ q) @ value for q in query]
        outputs.append(np.array(rows))
    return np.hstack(outputs)


def spatial_self_attention(h, WQ, WK, WV):
    X, Y, J = h.shape
    out = np.zeros((X, Y, J))
    I = WV.shape[1]
    for k in range(len(WQ)):
        query, key, value = h @ WQ[k].T, h @ WK[k].T, h @ WV[k].T
        for x in range(X):
            for y in range(Y):
                alpha = softmax_flat(key @ query[x, y])
                out[x, y, k * I : (k + 1) * I] = (alpha[..., None] * value).sum(axis=(0, 1))
    return out
