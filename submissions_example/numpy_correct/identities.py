import numpy as np


def rows_softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def orthogonal_attention(X):
    # The closed form: only the score of an input with itself is not 0.
    N = len(X)
    own = np.exp((X**2).sum(axis=1))
    A = np.ones((N, N))
    A[np.diag_indices(N)] = own
    A = A / (own + N - 1)[:, None]
    return A, A @ X


def heads_as_sum(X, WQ, WK, WV, WO):
    heads, _, d_k = WQ.shape
    d_v = WV.shape[2]
    terms = []
    for h in range(heads):
        weights = rows_softmax((X @ WQ[h]) @ (X @ WK[h]).T / np.sqrt(d_k))
        W = WV[h] @ WO[h * d_v : (h + 1) * d_v]
        terms.append(weights @ X @ W)
    return sum(terms), np.array(terms)


def score_tensor(A, N):
    D = len(A)
    M = np.zeros((N * D, N * D, N, N))
    for n in range(N):
        for m in range(N):
            M[n * D : (n + 1) * D, m * D : (m + 1) * D, n, m] = A
    return M


def self_attention(X, WQ, WK, WV):
    Q, K, V = X @ WQ, X @ WK, X @ WV
    return rows_softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V


def equivariance_gap(X, E, order, WQ, WK, WV):
    P = np.eye(len(X))[order]
    moved = self_attention(P @ X + E, WQ, WK, WV)
    still = self_attention(X + E, WQ, WK, WV)
    return np.abs(moved - P @ still).max()
