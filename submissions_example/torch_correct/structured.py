import torch
from torch import nn


def structured_attention(H, W1, W2):
    scores = torch.einsum("rd,...nd->...rn", W2, torch.tanh(nn.functional.linear(H, W1)))
    A = nn.Softmax(dim=-1)(scores)
    return A, torch.einsum("...rn,...nu->...ru", A, H)


def redundancy_penalty(A):
    gram = A @ A.T
    return gram.square().sum() - 2 * gram.trace() + len(A)


def redundancy_gradient(A):
    return 4 * torch.einsum("ij,kj,kl->il", A, A, A) - 4 * A
