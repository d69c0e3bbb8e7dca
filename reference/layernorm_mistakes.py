"""Wrong layer norms, there and back, as students really write them. Arrays are torch, float64."""

from typing import Any

import torch
from normalising import layernorm_backward, layernorm_forward  # noqa: F401
from torch import Tensor

Param = dict[str, float]
Forward = tuple[Tensor, None]
Cache = tuple[Any, ...]
Gradients = tuple[Tensor, Tensor, Tensor]


class _Statistics:
    """Mean and deviation of x as `how` says: over rows, columns or everything."""

    def __init__(self, x: Tensor, eps: float, how: str) -> None:
        self.axes = {"columns": (0,), "everything": (0, 1)}.get(how, (1,))
        self.centred = x - x.mean(dim=self.axes, keepdim=True)
        squares = self.sum(self.centred**2)
        self.count = x.numel() // squares.numel() - how.startswith("unbiased")
        variance = squares / self.count
        outside = how.endswith("outside")
        self.root = (variance if outside else variance + eps).sqrt()
        self.deviation = self.root + eps if outside else self.root
        self.normal = self.centred / self.deviation

    def sum(self, values: Tensor) -> Tensor:
        return values.sum(dim=self.axes, keepdim=True)


def _forward(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param, how: str) -> Forward:
    return gamma * _Statistics(x, ln_param["eps"], how).normal + beta, None


def norm_over_the_batch(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """Batch norm: mean and variance of each column."""
    return _forward(x, gamma, beta, ln_param, "columns")


def norm_over_everything(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """One mean and one variance for the whole array."""
    return _forward(x, gamma, beta, ln_param, "everything")


def norm_unbiased(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """Divides the squares by D - 1."""
    return _forward(x, gamma, beta, ln_param, "unbiased")


def norm_eps_outside(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """√σ² + eps in place of √(σ² + eps)."""
    return _forward(x, gamma, beta, ln_param, "outside")


def norm_unbiased_eps_outside(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """x.std() + eps: the default of torch is unbiased."""
    return _forward(x, gamma, beta, ln_param, "unbiased and outside")


def norm_without_eps(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """Divides by √σ²."""
    return _forward(x, gamma, beta, {"eps": 0.0}, "rows")


def norm_without_root(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """Divides by the variance."""
    mean = x.mean(dim=1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=1, keepdim=True)
    return gamma * (x - mean) / (variance + ln_param["eps"]) + beta, None


def norm_without_scale_and_shift(
    x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param
) -> Forward:
    """Stops after normalising."""
    return _Statistics(x, ln_param["eps"], "rows").normal, None


def norm_scaled_along_the_rows(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """gamma and beta meet the transposed x: entry i scales row i, where there are as many."""
    normal = _Statistics(x, ln_param["eps"], "rows").normal
    return (gamma * normal.T + beta).T, None


def norm_without_keepdim(x: Tensor, gamma: Tensor, beta: Tensor, ln_param: Param) -> Forward:
    """The mean of row i meets column i, where there are as many."""
    deviation = (x.var(dim=1, correction=0) + ln_param["eps"]).sqrt()
    return gamma * (x - x.mean(dim=1)) / deviation + beta, None


def _through(dout: Tensor, cache: Cache, how: str) -> Gradients:
    """Back through a wrong forward pass, rightly."""
    _, _, gamma, x, eps = cache
    of = _Statistics(x, eps, how)
    d = dout * gamma / of.deviation
    along_mean = d.mean(dim=of.axes, keepdim=True)
    along_root = of.centred * of.sum(d * of.normal) / (of.count * of.root)
    return d - along_mean - along_root, (dout * of.normal).sum(dim=0), dout.sum(dim=0)


def backward_of_columns(dout: Tensor, cache: Cache) -> Gradients:
    """The backward pass of batch norm."""
    return _through(dout, cache, "columns")


def backward_of_everything(dout: Tensor, cache: Cache) -> Gradients:
    """The backward pass for one mean and one variance of the whole array."""
    return _through(dout, cache, "everything")


def backward_of_unbiased(dout: Tensor, cache: Cache) -> Gradients:
    """The backward pass for a variance that is divided by D - 1."""
    return _through(dout, cache, "unbiased")


def backward_of_eps_outside(dout: Tensor, cache: Cache) -> Gradients:
    """The backward pass for √σ² + eps."""
    return _through(dout, cache, "outside")


def backward_through_the_scale_only(dout: Tensor, cache: Cache) -> Gradients:
    """Takes mean and deviation for constants."""
    _, deviation, gamma, *_ = cache
    return (dout * gamma / deviation, *layernorm_backward(dout, cache)[1:])


def backward_past_the_normalisation(dout: Tensor, cache: Cache) -> Gradients:
    """dout·gamma: as if x were already normalised."""
    return (dout * cache[2], *layernorm_backward(dout, cache)[1:])


def backward_without_the_mean(dout: Tensor, cache: Cache) -> Gradients:
    """The path through the mean is missing."""
    normal, deviation, gamma, *_ = cache
    d = dout * gamma
    dx = (d - normal * (d * normal).mean(dim=1, keepdim=True)) / deviation
    return (dx, *layernorm_backward(dout, cache)[1:])


def backward_without_the_variance(dout: Tensor, cache: Cache) -> Gradients:
    """The path through the variance is missing."""
    _, deviation, gamma, *_ = cache
    d = dout * gamma
    return (
        (d - d.mean(dim=1, keepdim=True)) / deviation,
        *layernorm_backward(dout, cache)[1:],
    )


def backward_without_gamma(dout: Tensor, cache: Cache) -> Gradients:
    """dout in place of dout·gamma on the way to dx."""
    normal, deviation, _, *rest = cache
    ones = torch.ones_like(dout[0])
    dx = layernorm_backward(dout, (normal, deviation, ones, *rest))[0]
    return (dx, *layernorm_backward(dout, cache)[1:])


def backward_over_the_batch(dout: Tensor, cache: Cache) -> Gradients:
    """Averages over the batch where it should over the features."""
    normal, deviation, gamma, *_ = cache
    d = dout * gamma
    dx = (d - d.mean(dim=0) - normal * (d * normal).mean(dim=0)) / deviation
    return (dx, *layernorm_backward(dout, cache)[1:])


def backward_divided_by_the_rows(dout: Tensor, cache: Cache) -> Gradients:
    """Sums along the rows, but divides them by the number of rows."""
    normal, deviation, gamma, *_ = cache
    d = dout * gamma
    along = d.sum(dim=1, keepdim=True) + normal * (d * normal).sum(dim=1, keepdim=True)
    return ((d - along / len(d)) / deviation, *layernorm_backward(dout, cache)[1:])


def backward_without_keepdim(dout: Tensor, cache: Cache) -> Gradients:
    """The averages of row i meet column i, where there are as many."""
    normal, deviation, gamma, *_ = cache
    d = dout * gamma
    dx = (d - d.mean(dim=1) - normal * (d * normal).mean(dim=1)) / deviation
    return (dx, *layernorm_backward(dout, cache)[1:])


def scale_and_shift_along_the_rows(dout: Tensor, cache: Cache) -> Gradients:
    """dgamma and dbeta with one entry a row."""
    return layernorm_backward(dout, cache)[0], (dout * cache[0]).sum(dim=1), dout.sum(dim=1)


def scale_and_shift_not_summed(dout: Tensor, cache: Cache) -> Gradients:
    """dgamma and dbeta for every row on its own."""
    return layernorm_backward(dout, cache)[0], dout * cache[0], dout
