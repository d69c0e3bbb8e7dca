"""Wrong structured attention, as students really write it. Arrays are torch, float64."""

import torch
from structured import redundancy, redundancy_gradient, redundancy_penalty
from torch import Tensor

Hops = tuple[Tensor, Tensor]


def _scores(H: Tensor, W1: Tensor, W2: Tensor) -> Tensor:
    return W2 @ torch.tanh(W1 @ H.mT)


def softmax_over_hops(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """Each position spreads one unit over the hops."""
    A = torch.softmax(_scores(H, W1, W2), dim=-2)
    return A, A @ H


def softmax_over_the_first_axis(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """dim=0: the hops of one sentence, and of a batch its sentences."""
    A = torch.softmax(_scores(H, W1, W2), dim=0)
    return A, A @ H


def softmax_without_an_axis(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """torch's choice where none is given: the last of two axes, and the first of three."""
    A = torch.softmax(_scores(H, W1, W2), dim=0 if H.ndim == 3 else 1)
    return A, A @ H


def softmax_over_axis_one(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """dim=1: right for one sentence; of a batch the hops."""
    A = torch.softmax(_scores(H, W1, W2), dim=1)
    return A, A @ H


def softmax_twice(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """Softmax of a softmax, nearly uniform."""
    A = torch.softmax(torch.softmax(_scores(H, W1, W2), dim=-1), dim=-1)
    return A, A @ H


def softmax_over_all_hops_at_once(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """One sum for all hops of a sentence."""
    scores = _scores(H, W1, W2)
    A = torch.softmax(scores.flatten(-2), dim=-1).reshape(scores.shape)
    return A, A @ H


def tanh_left_out(H: Tensor, W1: Tensor, W2: Tensor) -> Hops:
    """Two linear layers, which are one."""
    A = torch.softmax(W2 @ W1 @ H.mT, dim=-1)
    return A, A @ H


def norm_not_squared(A: Tensor) -> Tensor:
    """‖A Aᵀ - I‖_F."""
    return redundancy_penalty(A).sqrt()


def identity_left_out(A: Tensor) -> Tensor:
    """‖A Aᵀ‖²_F."""
    return ((A @ A.T) ** 2).sum()


def ones_subtracted(A: Tensor) -> Tensor:
    """‖A Aᵀ - 1‖²_F: `A Aᵀ - 1` subtracts 1 from every entry."""
    return ((A @ A.T - 1) ** 2).sum()


def row_norms_added(A: Tensor) -> Tensor:
    """Squares are added along one axis only before the root."""
    return torch.linalg.vector_norm(redundancy(A), dim=1).sum()


def positions_compared(A: Tensor) -> Tensor:
    """‖Aᵀ A - I‖²_F: positions in place of hops."""
    return redundancy_penalty(A.T)


def mean_of_squares(A: Tensor) -> Tensor:
    """The squares are averaged."""
    return (redundancy(A) ** 2).mean()


def spectral_norm(A: Tensor) -> Tensor:
    """The largest singular value, which is norm 2 of a matrix in numpy and torch."""
    return torch.linalg.matrix_norm(redundancy(A), ord=2) ** 2


def gradient_factor_two(A: Tensor) -> Tensor:
    """2 (A Aᵀ - I) A, as if A occurred once."""
    return redundancy_gradient(A) / 2


def gradient_of_the_norm(A: Tensor) -> Tensor:
    """2 (A Aᵀ - I) A / ‖A Aᵀ - I‖_F: the norm itself is differentiated."""
    return redundancy_gradient(A) / (2 * norm_not_squared(A))


def gradient_without_the_identity(A: Tensor) -> Tensor:
    """4 A Aᵀ A."""
    return 4 * A @ A.T @ A
