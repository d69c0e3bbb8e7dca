"""Softmax with its Jacobian, and layer norm with its backward pass. Arrays are torch, float64."""

from typing import Any

import torch
from torch import Tensor


def softmax(x: Tensor, dim: int) -> Tensor:
    """exp(x - max) / Σ exp(x - max) along `dim`: the shift changes nothing but the overflow."""
    shifted = torch.exp(x - x.amax(dim=dim, keepdim=True))
    return shifted / shifted.sum(dim=dim, keepdim=True)


def softmax_jacobian(x: Tensor) -> Tensor:
    """J = diag(p) - p pᵀ with p = softmax(x), for a vector x."""
    p = softmax(x, 0)
    return torch.diag(p) - torch.outer(p, p)


def layernorm_forward(
    x: Tensor, gamma: Tensor, beta: Tensor, ln_param: dict[str, float]
) -> tuple[Tensor, tuple[Any, ...]]:
    """(out, cache): each row of x with mean 0 and variance 1, then scaled and shifted.

    out = gamma (x - μ) / √(σ² + eps) + beta, with the biased variance σ² (Ba et al. 2016). The
    cache also has the inputs, for a backward pass that starts from them.
    """
    mean = x.mean(dim=1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=1, keepdim=True)
    deviation = torch.sqrt(variance + ln_param["eps"])
    normal = (x - mean) / deviation
    return gamma * normal + beta, (normal, deviation, gamma, x, ln_param["eps"])


def layernorm_backward(dout: Tensor, cache: tuple[Any, ...]) -> tuple[Tensor, Tensor, Tensor]:
    """(dx, dgamma, dbeta)."""
    normal, deviation, gamma, *_ = cache
    d = dout * gamma
    along_mean = d.mean(dim=1, keepdim=True)
    along_normal = (d * normal).mean(dim=1, keepdim=True)
    dx = (d - along_mean - normal * along_normal) / deviation
    return dx, (dout * normal).sum(dim=0), dout.sum(dim=0)
