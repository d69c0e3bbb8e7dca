import torch
import torch.nn.functional as F


def orthogonal_attention(X):
    A = F.softmax(X @ X.T, dim=-1)
    return A, A @ X


def heads_as_sum(X, WQ, WK, WV, WO):
    scores = torch.einsum("nd,hdk,hek,me->hnm", X, WQ, WK, X) * WQ.shape[-1] ** -0.5
    W = torch.bmm(WV, WO.view(WV.shape[0], WV.shape[2], -1))
    terms = torch.einsum("hnm,md,hde->hne", scores.softmax(-1), X, W)
    return terms.sum(0), terms


def score_tensor(A, N):
    E = torch.eye(N, dtype=A.dtype)
    slices = [[torch.kron(torch.outer(E[n], E[m]), A) for m in range(N)] for n in range(N)]
    return torch.stack([torch.stack(row, -1) for row in slices], -2)


def self_attention(X, WQ, WK, WV):
    return F.scaled_dot_product_attention(X @ WQ, X @ WK, X @ WV)


def equivariance_gap(X, E, order, WQ, WK, WV):
    def g(rows):
        return self_attention(rows + E, WQ, WK, WV)

    return torch.dist(g(X[order]), g(X)[order], p=float("inf"))
