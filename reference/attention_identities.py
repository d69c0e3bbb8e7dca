"""What self-attention is from other sides: orthogonal inputs, heads as a sum, the scores as one
tensor, permuted inputs (Bishop and Bishop 2024, chapter 12). Arrays are numpy, float64.
"""

import numpy as np
from attention import Floats, masked_softmax, scaled_dot_product_attention
from numpy.typing import NDArray

Order = NDArray[np.int64]


def orthogonal_attention(X: Floats) -> tuple[Floats, Floats]:
    """(A, Y): A = softmax(X Xᵀ) row by row, without a scale, and Y = A X.

    For orthogonal rows the scores are s = ‖x_n‖² on the diagonal and 0 elsewhere, so that
    a_nn = e^s / (e^s + N - 1) and a_nm = 1 / (e^s + N - 1).
    """
    A = masked_softmax(X @ X.T)
    return A, np.asarray(A @ X)


def heads_as_sum(
    X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats
) -> tuple[Floats, Floats]:
    """(output, terms): Concat(head_1, …, head_H) WO, and the H terms that it is the sum of.

    head_h = P_h X WV_h with P_h = softmax(Q_h K_hᵀ / √D_k). Cut WO into one block of rows for each
    head; then term h is P_h X (WV_h WO_h). The output is computed in the concatenated form.
    """
    heads = [
        scaled_dot_product_attention(X @ q, X @ k, X @ v)
        for q, k, v in zip(WQ, WK, WV, strict=True)
    ]
    blocks = np.split(WO, len(heads))
    terms = [head @ block for head, block in zip(heads, blocks, strict=True)]
    return np.asarray(np.concatenate(heads, axis=-1) @ WO), np.stack(terms)


def score_tensor(A: Floats, N: int) -> Floats:
    """M of shape (N·D, N·D, N, N) with (X A Xᵀ)_nm = Σ_pq x_p x_q M[p, q, n, m].

    x is X row by row, so that p = i·D + a stands for entry (i, a), taken from the left X, and
    q = j·D + b for entry (j, b), taken from the right X. The only entries that are not 0 are
    M[n·D + a, m·D + b, n, m] = A[a, b].
    """
    D = len(A)
    row = np.eye(N)
    M = np.einsum("in,jm,ab->iajbnm", row, row, A)
    return np.asarray(M.reshape(N * D, N * D, N, N))


def score_tensor_exchanged(A: Floats, N: int) -> Floats:
    """M[q, p, n, m]: the same scores, since x_p x_q = x_q x_p."""
    return np.swapaxes(score_tensor(A, N), 0, 1)


def score_tensor_symmetric(A: Floats, N: int) -> Floats:
    """(M[p, q, n, m] + M[q, p, n, m]) / 2: the same scores, and symmetric in p and q."""
    return np.asarray((score_tensor(A, N) + score_tensor_exchanged(A, N)) / 2)


def self_attention(X: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """softmax(Q Kᵀ / √d_k) V with Q = X WQ, K = X WK, V = X WV: nothing in it knows positions."""
    return scaled_dot_product_attention(X @ WQ, X @ WK, X @ WV)


def equivariance_gap(
    X: Floats, E: Floats, order: Order, WQ: Floats, WK: Floats, WV: Floats
) -> float:
    """The largest |f(X[order]) - f(X)[order]| for f(X) = self_attention(X + E)."""

    def f(rows: Floats) -> Floats:
        return self_attention(rows + E, WQ, WK, WV)

    return float(np.abs(f(X[order]) - f(X)[order]).max())
