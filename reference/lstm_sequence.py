"""An LSTM over a whole sequence, and back through time. Arrays are torch, float64.

x is (n_x, m, T): features, one column a sequence, steps. With the step of `lstm`:
    a⟨0⟩ = a0, c⟨0⟩ = 0, and for t = 1 … T: (a⟨t⟩, c⟨t⟩, y⟨t⟩) = step(x⟨t⟩, a⟨t-1⟩, c⟨t-1⟩)
The weights serve every step, so their derivatives are sums over the steps; a⟨t⟩ and c⟨t⟩ reach the
loss through their own step and through all later ones (Werbos 1990).
"""

from collections.abc import Callable

import torch
from lstm import Cache, Parameters, lstm_cell_backward, lstm_cell_forward
from torch import Tensor

SequenceCache = tuple[list[Cache], Tensor]
Sequence = tuple[Tensor, Tensor, Tensor, SequenceCache]
Gradients = dict[str, Tensor]
Step = Callable[[Tensor, Tensor, Tensor, Parameters], tuple[Tensor, Tensor, Tensor, Cache]]
StepBack = Callable[[Tensor, Tensor, Cache], Gradients]


def lstm_forward(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """(a, y, c, caches) of all steps, each stacked along a last axis of length T."""
    return _unrolled(lstm_cell_forward, x, a0, torch.zeros_like(a0), parameters)


def _unrolled(step: Step, x: Tensor, a: Tensor, c: Tensor, parameters: Parameters) -> Sequence:
    activations, predictions, cells, caches = [], [], [], []
    for t in range(x.shape[2]):
        a, c, y, cache = step(x[:, :, t], a, c, parameters)
        activations.append(a)
        predictions.append(y)
        cells.append(c)
        caches.append(cache)
    a, y, c = (torch.stack(steps, dim=2) for steps in (activations, predictions, cells))
    return a, y, c, (caches, x)


def lstm_backward(da: Tensor, caches: SequenceCache) -> Gradients:
    """Derivatives of a loss, given its own derivative da with respect to a of every step."""
    return _summed(_steps_back(lstm_cell_backward, da, caches))


def _steps_back(
    step: StepBack, da: Tensor, caches: SequenceCache,
    *, carry_a: bool = True, carry_c: bool = True,
) -> list[Gradients]:  # fmt: skip
    """The derivatives of each step, from the first to the last."""
    nothing = torch.zeros_like(da[:, :, 0])
    da_later = dc_later = nothing
    found: list[Gradients] = []
    for t in reversed(range(da.shape[2])):
        grads = step(da[:, :, t] + da_later, dc_later, caches[0][t])
        da_later = grads["da_prev"] if carry_a else nothing
        dc_later = grads["dc_prev"] if carry_c else nothing
        found.insert(0, grads)
    return found


def _summed(steps: list[Gradients]) -> Gradients:
    """One dx a step, da0 of the first step, and sums over the steps of what they share."""
    shared = [name for name in steps[0] if name not in ("dxt", "da_prev", "dc_prev")]
    return {
        "dx": torch.stack([grads["dxt"] for grads in steps], dim=2),
        "da0": steps[0]["da_prev"],
        **{name: torch.stack([grads[name] for grads in steps]).sum(dim=0) for name in shared},
    }
