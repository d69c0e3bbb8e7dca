"""The output layer of an LSTM under cross-entropy. Arrays are torch, float64, columns.

    z = Wy a + by,   ŷ = softmax(z),   L = -Σ y ln ŷ   (y one-hot, one column a sequence)
The derivative with respect to z is δ = ŷ - y, and from there on the layer is linear:
    dWy = δ aᵀ,   dby = Σ δ over the batch,   da = Wyᵀ δ + da_next
"""

import torch
from torch import Tensor

Parameters = dict[str, Tensor]
Gradients = dict[str, Tensor]


def output_loss(a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters) -> Tensor:
    """The cross-entropy of this step plus ⟨da_next, a⟩, which stands for all later steps."""
    z = parameters["Wy"] @ a + parameters["by"]
    return (da_next * a).sum() - (y * torch.log_softmax(z, dim=0)).sum()


def output_backward(a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters) -> Gradients:
    """Derivatives with respect to Wy, by and a, the last with what arrives from later steps."""
    return _through_the_product(_delta(a, y, parameters), a, da_next, parameters)


def _delta(a: Tensor, y: Tensor, parameters: Parameters) -> Tensor:
    return torch.softmax(parameters["Wy"] @ a + parameters["by"], dim=0) - y


def _through_the_product(
    delta: Tensor, a: Tensor, da_next: Tensor, parameters: Parameters
) -> Gradients:
    """Back through Wy a + by, where `delta` is the derivative of that sum."""
    return {
        "dWy": delta @ a.T,
        "dby": delta.sum(dim=1, keepdim=True),
        "da": parameters["Wy"].T @ delta + da_next,
    }
