"""Wrong LSTMs over a sequence, as students really write them. Arrays are torch, float64."""

import lstm_mistakes
import torch
from lstm import Parameters, lstm_cell_backward, lstm_cell_forward
from lstm_sequence import (
    Gradients,
    Sequence,
    SequenceCache,
    _steps_back,
    _summed,
    _unrolled,
    lstm_forward,
)
from torch import Tensor


def cell_starts_as_activation(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """c⟨0⟩ = a0 in place of 0."""
    return _unrolled(lstm_cell_forward, x, a0, a0, parameters)


def one_array_for_both(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """`c = a` makes a second name, not a second array: what is stored last, c, is in both."""
    _, y, c, caches = lstm_forward(x, a0, parameters)
    return c, y, c, caches


def first_step_skipped(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """The loop begins at t = 1, so that the first column stays zero and x⟨0⟩ is never read."""
    a, y, c, caches = lstm_forward(x, a0, parameters)
    a, y, c = torch.zeros_like(a), torch.zeros_like(y), torch.zeros_like(c)
    if x.shape[2] > 1:
        later = lstm_forward(x[:, :, 1:], a0, parameters)
        a[:, :, 1:], y[:, :, 1:], c[:, :, 1:], caches = later
    return a, y, c, (caches[0], x)


def state_never_handed_on(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """Every step starts from a0 and 0."""
    c0 = torch.zeros_like(a0)
    steps = [
        _unrolled(lstm_cell_forward, x[:, :, t : t + 1], a0, c0, parameters)
        for t in range(x.shape[2])
    ]
    a, y, c = (torch.cat([step[k] for step in steps], dim=2) for k in range(3))
    return a, y, c, ([step[3][0][0] for step in steps], x)


def outputs_in_another_order(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """(a, c, y) in place of (a, y, c)."""
    a, y, c, caches = lstm_forward(x, a0, parameters)
    return a, c, y, caches


def gates_swapped(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """Forget and update gate exchanged."""
    return _unrolled(lstm_mistakes.gates_swapped, x, a0, torch.zeros_like(a0), parameters)


def input_stacked_first(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """[x; a] where [a; x] is asked."""
    return _unrolled(lstm_mistakes.input_stacked_first, x, a0, torch.zeros_like(a0), parameters)


def cell_state_not_squashed(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """a = o c instead of o tanh(c)."""
    step = lstm_mistakes.cell_state_not_squashed
    return _unrolled(step, x, a0, torch.zeros_like(a0), parameters)


def candidate_through_sigmoid(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """The candidate is squashed to (0, 1)."""
    step = lstm_mistakes.candidate_through_sigmoid
    return _unrolled(step, x, a0, torch.zeros_like(a0), parameters)


def output_gate_missing(x: Tensor, a0: Tensor, parameters: Parameters) -> Sequence:
    """a = tanh(c)."""
    return _unrolled(lstm_mistakes.output_gate_missing, x, a0, torch.zeros_like(a0), parameters)


def nothing_carried_back(da: Tensor, caches: SequenceCache) -> Gradients:
    """Every step is differentiated as if it were the last one."""
    return _summed(_steps_back(lstm_cell_backward, da, caches, carry_a=False, carry_c=False))


def activation_not_carried_back(da: Tensor, caches: SequenceCache) -> Gradients:
    """da_prev of a step is not added to da of the step before it."""
    return _summed(_steps_back(lstm_cell_backward, da, caches, carry_a=False))


def cell_not_carried_back(da: Tensor, caches: SequenceCache) -> Gradients:
    """dc_prev of a step is not handed to the step before it."""
    return _summed(_steps_back(lstm_cell_backward, da, caches, carry_c=False))


def weights_overwritten(da: Tensor, caches: SequenceCache) -> Gradients:
    """dW = … in place of dW += …: the step that is visited last, the first one, remains."""
    steps = _steps_back(lstm_cell_backward, da, caches)
    return {**_summed(steps[:1]), "dx": _summed(steps)["dx"]}


def first_activation_left_zero(da: Tensor, caches: SequenceCache) -> Gradients:
    """da0 is created as zeros and never set."""
    grads = _summed(_steps_back(lstm_cell_backward, da, caches))
    return {**grads, "da0": torch.zeros_like(grads["da0"])}


def steps_in_forward_order(da: Tensor, caches: SequenceCache) -> Gradients:
    """The loop runs from the first step to the last, and hands derivatives to later steps."""
    cells, x = caches
    steps = _steps_back(lstm_cell_backward, da.flip(2), (cells[::-1], x))
    grads = _summed(steps[::-1])
    return {**grads, "da0": steps[0]["da_prev"]}  # of the step that is visited last


def slope_of_tanh_twice(da: Tensor, caches: SequenceCache) -> Gradients:
    """1 - tanh(c̃)², although c̃ is already a tanh."""
    return _summed(_steps_back(lstm_mistakes.slope_of_tanh_twice, da, caches))


def slope_missing(da: Tensor, caches: SequenceCache) -> Gradients:
    """No derivative of the candidate's tanh at all."""
    return _summed(_steps_back(lstm_mistakes.slope_missing, da, caches))


def sigmoid_slopes_missing(da: Tensor, caches: SequenceCache) -> Gradients:
    """The derivative with respect to a gate is taken for that with respect to what goes into it."""
    return _summed(_steps_back(lstm_mistakes.sigmoid_slopes_missing, da, caches))


def derivative_for_weights(da: Tensor, caches: SequenceCache) -> Gradients:
    """The way back to a_prev and x goes through dW in place of W."""
    return _summed(_steps_back(lstm_mistakes.derivative_for_weights, da, caches))


def bias_as_sum_of_weights(da: Tensor, caches: SequenceCache) -> Gradients:
    """db is summed up from dW in place of the gates' derivatives."""
    return _summed(_steps_back(lstm_mistakes.bias_as_sum_of_weights, da, caches))


def slope_on_one_term(da: Tensor, caches: SequenceCache) -> Gradients:
    """dc_next · c_prev + … · f(1 - f), where brackets belong around the sum."""
    return _summed(_steps_back(lstm_mistakes.slope_on_one_term, da, caches))


def slope_on_one_term_misprinted(da: Tensor, caches: SequenceCache) -> Gradients:
    """The same, with c̃(1 - tanh²(c̃)) for the candidate, as a much-copied handout prints it."""
    return _summed(_steps_back(lstm_mistakes.slope_on_one_term_misprinted, da, caches))
