"""Wrong LSTM steps on rows, as students really write them. Arrays are torch, float64."""

import torch
from lstm_step import (  # noqa: F401  lstm_step_forward: the backward mistakes are paired with it
    Derivatives,
    StepCache,
    _through_the_product,
    lstm_step_forward,
)
from torch import Tensor

Outputs = tuple[Tensor, Tensor, StepCache]


def _step(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor,
    *, order: str = "ifog", swap_gates: bool = False, raw_c: bool = False,
    sigmoid_candidate: bool = False, no_output_gate: bool = False,
) -> Outputs:  # fmt: skip
    into = dict(zip(order, (x @ Wx + prev_h @ Wh + b).chunk(4, dim=1), strict=True))
    i, f, o = (torch.sigmoid(into[gate]) for gate in "ifo")
    g = torch.sigmoid(into["g"]) if sigmoid_candidate else torch.tanh(into["g"])
    next_c = i * prev_c + f * g if swap_gates else f * prev_c + i * g
    next_h = next_c if raw_c else torch.tanh(next_c)
    if not no_output_gate:
        next_h = o * next_h
    return next_h, next_c, (x, prev_h, prev_c, Wx, Wh, b, i, f, o, g, next_c)


def gates_in_order_of_torch(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> Outputs:
    """i, f, g, o, as torch.nn.LSTM has them."""
    return _step(x, prev_h, prev_c, Wx, Wh, b, order="ifgo")


def gates_with_forget_first(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> Outputs:
    """f, i, g, o."""
    return _step(x, prev_h, prev_c, Wx, Wh, b, order="figo")


def gates_swapped(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> Outputs:
    """Forget and input gate exchanged."""
    return _step(x, prev_h, prev_c, Wx, Wh, b, swap_gates=True)


def cell_state_not_squashed(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> Outputs:
    """h = o c instead of o tanh(c)."""
    return _step(x, prev_h, prev_c, Wx, Wh, b, raw_c=True)


def candidate_through_sigmoid(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> Outputs:
    """All four blocks go through the sigmoid."""
    return _step(x, prev_h, prev_c, Wx, Wh, b, sigmoid_candidate=True)


def output_gate_missing(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> Outputs:
    """h = tanh(c)."""
    return _step(x, prev_h, prev_c, Wx, Wh, b, no_output_gate=True)


def _gates(
    dnext_h: Tensor, dnext_c: Tensor, cache: StepCache,
    *, candidate: str = "right", sigmoid_slopes: bool = True, keep_dnext_c: bool = True,
    through_h: bool = True,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Derivatives with respect to the sum that goes into the gates, and to prev_c."""
    _, _, prev_c, _, _, _, i, f, o, g, next_c = cache
    tanh_c = torch.tanh(next_c)
    dc = torch.zeros_like(dnext_c)
    if keep_dnext_c:
        dc = dc + dnext_c
    if through_h:
        dc = dc + dnext_h * o * (1 - tanh_c**2)
    slope = {
        "right": 1 - g**2,
        "tanh twice": 1 - torch.tanh(g) ** 2,
        "missing": torch.ones_like(g),
    }[candidate]
    gates = [dc * g, dc * prev_c, dnext_h * tanh_c]
    if sigmoid_slopes:
        gates = [d * s * (1 - s) for d, s in zip(gates, (i, f, o), strict=True)]
    return torch.cat([*gates, dc * i * slope], dim=1), dc * f


def slope_of_tanh_twice(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """1 - tanh(g)², although g is already a tanh."""
    return _through_the_product(*_gates(dnext_h, dnext_c, cache, candidate="tanh twice"), cache)


def slope_missing(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """No derivative of the candidate's tanh at all."""
    return _through_the_product(*_gates(dnext_h, dnext_c, cache, candidate="missing"), cache)


def sigmoid_slopes_missing(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """No derivative of the three sigmoids."""
    return _through_the_product(*_gates(dnext_h, dnext_c, cache, sigmoid_slopes=False), cache)


def upstream_cell_dropped(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """dnext_c is not added."""
    return _through_the_product(*_gates(dnext_h, dnext_c, cache, keep_dnext_c=False), cache)


def way_through_h_dropped(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """Only dnext_c is followed into the cell state, not what comes through next_h."""
    return _through_the_product(*_gates(dnext_h, dnext_c, cache, through_h=False), cache)


def bias_not_summed(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """db keeps one row a sequence: (N, 4H) in place of (4H)."""
    gates, dprev_c = _gates(dnext_h, dnext_c, cache)
    dx, dprev_h, _, dWx, dWh, _ = _through_the_product(gates, dprev_c, cache)
    return dx, dprev_h, dprev_c, dWx, dWh, gates


def _back_in_order(order: str, dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """The right way back through a step that has its blocks in another order."""
    _, _, other = _step(*cache[:6], order=order)
    gates, dprev_c = _gates(dnext_h, dnext_c, other)
    blocks = dict(zip("ifog", gates.chunk(4, dim=1), strict=True))
    return _through_the_product(torch.cat([blocks[gate] for gate in order], 1), dprev_c, other)


def back_in_order_of_torch(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """i, f, g, o, there and back."""
    return _back_in_order("ifgo", dnext_h, dnext_c, cache)


def back_with_forget_first(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """f, i, g, o, there and back."""
    return _back_in_order("figo", dnext_h, dnext_c, cache)
