"""Wrong softmaxes and layer norms, as students really write them. Arrays are torch, float64."""

from typing import Any

import torch
from normalising import layernorm_backward, layernorm_forward, softmax  # noqa: F401
from torch import Tensor


def softmax_overflows(x: Tensor, dim: int) -> Tensor:
    """exp of a large number is infinite, and inf / inf is NaN."""
    return torch.exp(x) / torch.exp(x).sum(dim=dim, keepdim=True)


def softmax_over_everything(x: Tensor, dim: int) -> Tensor:
    """One sum for the whole array."""
    shifted = torch.exp(x - x.max())
    return shifted / shifted.sum()


def softmax_over_the_other_axis(x: Tensor, dim: int) -> Tensor:
    """The axis is not the one asked for."""
    return softmax(x, 1 - dim)


def jacobian_diagonal_only(x: Tensor) -> Tensor:
    """diag(p (1 - p)): right on the diagonal, empty elsewhere."""
    p = softmax(x, 0)
    return torch.diag(p * (1 - p))


def jacobian_sign(x: Tensor) -> Tensor:
    """p pᵀ - diag(p)."""
    p = softmax(x, 0)
    return torch.outer(p, p) - torch.diag(p)


def _forward(x: Tensor, gamma: Tensor, beta: Tensor, eps: float, how: str) -> tuple[Any, ...]:
    axis = 0 if how == "batch" else 1
    mean = x.mean(dim=axis, keepdim=True)
    squares = ((x - mean) ** 2).sum(dim=axis, keepdim=True)
    variance = squares / (x.shape[axis] - (how == "unbiased"))
    deviation = variance.sqrt() + eps if how == "outside" else (variance + eps).sqrt()
    normal = (x - mean) / deviation
    return gamma * normal + beta, (normal, deviation, gamma)


def norm_over_the_batch(
    x: Tensor, gamma: Tensor, beta: Tensor, ln_param: dict[str, float]
) -> tuple[Any, ...]:
    """Batch norm: mean and variance of each column."""
    return _forward(x, gamma, beta, ln_param["eps"], "batch")


def norm_unbiased(
    x: Tensor, gamma: Tensor, beta: Tensor, ln_param: dict[str, float]
) -> tuple[Any, ...]:
    """Divides the squares by d - 1."""
    return _forward(x, gamma, beta, ln_param["eps"], "unbiased")


def norm_eps_outside(
    x: Tensor, gamma: Tensor, beta: Tensor, ln_param: dict[str, float]
) -> tuple[Any, ...]:
    """√σ² + eps in place of √(σ² + eps)."""
    return _forward(x, gamma, beta, ln_param["eps"], "outside")


def backward_through_the_scale_only(
    dout: Tensor, cache: tuple[Any, ...]
) -> tuple[Tensor, Tensor, Tensor]:
    """Takes mean and deviation for constants."""
    normal, deviation, gamma = cache
    return dout * gamma / deviation, (dout * normal).sum(dim=0), dout.sum(dim=0)


def backward_over_the_batch(dout: Tensor, cache: tuple[Any, ...]) -> tuple[Tensor, Tensor, Tensor]:
    """Averages over the batch where it should over the features."""
    normal, deviation, gamma = cache
    d = dout * gamma
    dx = (d - d.mean(dim=0) - normal * (d * normal).mean(dim=0)) / deviation
    return dx, (dout * normal).sum(dim=0), dout.sum(dim=0)
