"""Structured self-attention with several hops (Lin et al. 2017). Arrays are torch, float64."""

import torch
from torch import Tensor


def structured_attention(H: Tensor, W1: Tensor, W2: Tensor) -> tuple[Tensor, Tensor]:
    """(A, M): A = softmax(W2 tanh(W1 Hᵀ)) over positions, one row a hop; M = A H."""
    A = torch.softmax(W2 @ torch.tanh(W1 @ H.T), dim=-1)
    return A, A @ H


def redundancy_penalty(A: Tensor) -> Tensor:
    """‖A Aᵀ - I‖²_F: zero when the hops look at different single positions."""
    gram = A @ A.T
    return ((gram - torch.eye(len(A), dtype=A.dtype)) ** 2).sum()


def redundancy_gradient(A: Tensor) -> Tensor:
    """∂‖A Aᵀ - I‖²_F / ∂A = 4 (A Aᵀ - I) A."""
    return 4 * (A @ A.T - torch.eye(len(A), dtype=A.dtype)) @ A


def softmax_over_hops(H: Tensor, W1: Tensor, W2: Tensor) -> tuple[Tensor, Tensor]:
    """Mistake: each position spreads one unit over the hops."""
    A = torch.softmax(W2 @ torch.tanh(W1 @ H.T), dim=0)
    return A, A @ H


def softmax_twice(H: Tensor, W1: Tensor, W2: Tensor) -> tuple[Tensor, Tensor]:
    """Mistake: softmax of a softmax, nearly uniform."""
    A = torch.softmax(torch.softmax(W2 @ torch.tanh(W1 @ H.T), dim=-1), dim=-1)
    return A, A @ H


def norm_not_squared(A: Tensor) -> Tensor:
    """Mistake: ‖A Aᵀ - I‖_F."""
    return redundancy_penalty(A).sqrt()


def identity_left_out(A: Tensor) -> Tensor:
    """Mistake: ‖A Aᵀ‖²_F."""
    return ((A @ A.T) ** 2).sum()


def gradient_factor_two(A: Tensor) -> Tensor:
    """Mistake: 2 (A Aᵀ - I) A, as if A occurred once."""
    return redundancy_gradient(A) / 2
