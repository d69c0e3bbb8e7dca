"""Derivatives of a function on this side, by autograd and by central differences.

The function is differentiated through one scalar, sum(cotangent * output) over its outputs: the
vector-Jacobian product that a hand-written backward pass computes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# Of a float64 function of order 1: truncation (step²) and rounding (1e-16 / step) then meet near
# 1e-10, four digits below the tolerance that gradients are compared with.
STEP = 1e-5


def gradient(function: Callable[..., Any], args: list[Any], options: dict[str, Any]) -> list[Any]:
    """d sum(cotangent * output) / d wrt, in the order of `options['wrt']`."""
    import torch

    leaves = []
    for path in options["wrt"]:
        leaf = torch.as_tensor(_get(args, path)).detach().clone().requires_grad_(True)
        args = _replaced(args, list(path), leaf)
        leaves.append(leaf)
    total = _weighted_sum(function(*args), options)
    if not getattr(total, "requires_grad", False):
        raise TypeError(
            "the result does not depend on its inputs through torch operations, "
            "so it has no gradient"
        )
    found = torch.autograd.grad(total, leaves, allow_unused=True)
    return [
        torch.zeros_like(leaf) if grad is None else grad
        for leaf, grad in zip(leaves, found, strict=True)
    ]


def differences(
    function: Callable[..., Any], args: list[Any], options: dict[str, Any]
) -> list[Any]:
    """The same derivatives by central differences, entry by entry."""
    import numpy as np
    import torch

    results = []
    for path in options["wrt"]:
        original = _get(args, path)
        base = np.array(original, dtype=np.float64)
        slope = np.zeros_like(base)
        for index in np.ndindex(base.shape):
            sides = []
            for sign in (1, -1):
                moved = base.copy()
                moved[index] += sign * STEP
                value = torch.from_numpy(moved) if torch.is_tensor(original) else moved
                output = function(*_replaced(args, list(path), value))
                sides.append(float(_weighted_sum(output, options)))
            slope[index] = (sides[0] - sides[1]) / (2 * STEP)
        results.append(slope)
    return results


def _weighted_sum(output: Any, options: dict[str, Any]) -> Any:
    """sum over the outputs that have a cotangent; a single output stands for a list of one."""
    import torch

    outputs = list(output) if isinstance(output, tuple | list) else [output]
    cotangents = options["cotangents"]
    if cotangents is None:
        ones = options["ones"]
        cotangents = [1.0] * len(outputs) if ones else _drawn(outputs, options["seed"])
    total: Any = 0.0
    for value, cotangent in zip(outputs, cotangents, strict=False):
        if cotangent is not None:
            total = total + (torch.as_tensor(value) * cotangent).sum()
    return total


def _drawn(outputs: list[Any], seed: int) -> list[Any]:
    """One weight an entry, the same on both sides of a comparison."""
    import numpy as np
    import torch

    rng = np.random.default_rng(seed)
    return [torch.from_numpy(rng.normal(size=tuple(value.shape))) for value in outputs]


def _get(args: list[Any], path: list[Any]) -> Any:
    value: Any = args
    for key in path:
        value = value[key]
    return value


def _replaced(args: Any, path: list[Any], leaf: Any) -> Any:
    """A copy of nested lists, tuples and dictionaries with one entry exchanged."""
    if not path:
        return leaf
    key, *rest = path
    if isinstance(args, dict):
        return {**args, key: _replaced(args[key], rest, leaf)}
    items = list(args)
    items[key] = _replaced(items[key], rest, leaf)
    return tuple(items) if isinstance(args, tuple) else items
