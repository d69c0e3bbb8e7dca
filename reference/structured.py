"""Structured self-attention with several hops (Lin et al. 2017). Arrays are torch, float64."""

import torch
from torch import Tensor


def structured_attention(H: Tensor, W1: Tensor, W2: Tensor) -> tuple[Tensor, Tensor]:
    """(A, M): A = softmax(W2 tanh(W1 Hᵀ)) over positions, one row a hop; M = A H.

    H has shape (n, u), or (b, n, u) for a batch of sentences.
    """
    A = torch.softmax(W2 @ torch.tanh(W1 @ H.mT), dim=-1)
    return A, A @ H


def structured_attention_result_first(H: Tensor, W1: Tensor, W2: Tensor) -> tuple[Tensor, Tensor]:
    """(M, A) of the same, an order that many implementations have."""
    A, M = structured_attention(H, W1, W2)
    return M, A


def redundancy_penalty(A: Tensor) -> Tensor:
    """‖A Aᵀ - I‖²_F: zero when the hops look at different single positions."""
    return (redundancy(A) ** 2).sum()


def redundancy_gradient(A: Tensor) -> Tensor:
    """∂‖A Aᵀ - I‖²_F / ∂A = 4 (A Aᵀ - I) A."""
    return 4 * redundancy(A) @ A


def redundancy(A: Tensor) -> Tensor:
    """A Aᵀ - I: how far the hops are from being orthonormal."""
    return A @ A.T - torch.eye(len(A), dtype=A.dtype)
