import torch


def structured_attention(H, W1, W2):
    """Every row of A is a distribution over the words; M has one row for each hop."""
    A = torch.softmax(W2 @ torch.tanh(W1 @ H.mT), dim=-1)
    return A, A @ H


def redundancy_penalty(A):
    """Rows that look at the same words are punished; the squared Frobenius norm."""
    return ((A @ A.T - torch.eye(len(A), dtype=A.dtype)) ** 2).sum()
