"""Wrong derivatives of the output layer, as students really write them. torch, float64."""

import torch
from lstm_output import (
    Gradients,
    Parameters,
    _delta,
    _through_the_product,
    output_backward,
)
from torch import Tensor


def bias_times_activation(
    a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters
) -> Gradients:
    """dby = (ŷ - y) aᵀ: the derivative of the weights once more."""
    grads = output_backward(a, y, da_next, parameters)
    return {**grads, "dby": grads["dWy"]}


def later_steps_dropped(a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters) -> Gradients:
    """da_next is not added."""
    return output_backward(a, y, torch.zeros_like(da_next), parameters)


def target_minus_prediction(
    a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters
) -> Gradients:
    """δ = y - ŷ."""
    return _through_the_product(-_delta(a, y, parameters), a, da_next, parameters)


def slope_once_more(a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters) -> Gradients:
    """δ = (ŷ - y) ŷ (1 - ŷ), as for a squared error after a sigmoid."""
    delta = _delta(a, y, parameters)
    predicted = delta + y
    slope = predicted * (1 - predicted)
    return _through_the_product(delta * slope, a, da_next, parameters)


def bias_not_summed(a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters) -> Gradients:
    """dby keeps one column a sequence."""
    grads = output_backward(a, y, da_next, parameters)
    return {**grads, "dby": _delta(a, y, parameters)}


def mean_over_the_batch(a: Tensor, y: Tensor, da_next: Tensor, parameters: Parameters) -> Gradients:
    """dWy and dby are divided by the number of sequences, although the loss is a sum."""
    grads = output_backward(a, y, da_next, parameters)
    m = a.shape[1]
    return {**grads, "dWy": grads["dWy"] / m, "dby": grads["dby"] / m}
