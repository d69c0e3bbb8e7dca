"""Wrong LSTM steps, as students really write them. Arrays are torch, float64."""

import torch
from lstm import Cache, Parameters, _assemble, lstm_cell_backward, lstm_cell_forward  # noqa: F401
from torch import Tensor

Outputs = tuple[Tensor, Tensor, Tensor, Cache]


def _step(
    xt: Tensor, a_prev: Tensor, c_prev: Tensor, p: Parameters,
    *, swap_gates: bool = False, stack_x_first: bool = False, raw_c: bool = False,
    sigmoid_candidate: bool = False, no_output_gate: bool = False,
) -> Outputs:  # fmt: skip
    z = torch.cat([xt, a_prev] if stack_x_first else [a_prev, xt], dim=0)
    ft = torch.sigmoid(p["Wf"] @ z + p["bf"])
    it = torch.sigmoid(p["Wi"] @ z + p["bi"])
    squash = torch.sigmoid if sigmoid_candidate else torch.tanh
    cct = squash(p["Wc"] @ z + p["bc"])
    ot = torch.sigmoid(p["Wo"] @ z + p["bo"])
    c_next = it * c_prev + ft * cct if swap_gates else ft * c_prev + it * cct
    a_next = c_next if raw_c else torch.tanh(c_next)
    if not no_output_gate:
        a_next = ot * a_next
    yt_pred = torch.softmax(p["Wy"] @ a_next + p["by"], dim=0)
    return a_next, c_next, yt_pred, (a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p)


def gates_swapped(xt: Tensor, a_prev: Tensor, c_prev: Tensor, parameters: Parameters) -> Outputs:
    """Forget and update gate exchanged."""
    return _step(xt, a_prev, c_prev, parameters, swap_gates=True)


def input_stacked_first(
    xt: Tensor, a_prev: Tensor, c_prev: Tensor, parameters: Parameters
) -> Outputs:
    """[x; a] where [a; x] is asked."""
    return _step(xt, a_prev, c_prev, parameters, stack_x_first=True)


def cell_state_not_squashed(
    xt: Tensor, a_prev: Tensor, c_prev: Tensor, parameters: Parameters
) -> Outputs:
    """a = o c instead of o tanh(c)."""
    return _step(xt, a_prev, c_prev, parameters, raw_c=True)


def candidate_through_sigmoid(
    xt: Tensor, a_prev: Tensor, c_prev: Tensor, parameters: Parameters
) -> Outputs:
    """The candidate is squashed to (0, 1)."""
    return _step(xt, a_prev, c_prev, parameters, sigmoid_candidate=True)


def output_gate_missing(
    xt: Tensor, a_prev: Tensor, c_prev: Tensor, parameters: Parameters
) -> Outputs:
    """a = tanh(c)."""
    return _step(xt, a_prev, c_prev, parameters, no_output_gate=True)


def _backward(
    da_next: Tensor, dc_next: Tensor, cache: Cache,
    *, candidate: str = "right", drop_dc_next: bool = False,
) -> dict[str, Tensor]:  # fmt: skip
    _, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p = cache
    tanh_c = torch.tanh(c_next)
    dc = da_next * ot * (1 - tanh_c**2) + (0 if drop_dc_next else dc_next)
    # Not atanh(c̃), which is a poor guess at it where the tanh is all but 1.
    preactivation = p["Wc"] @ torch.cat([a_prev, xt]) + p["bc"]
    slope = {
        "right": 1 - cct**2,
        "preactivation": 1 - preactivation,
        "tanh twice": 1 - torch.tanh(cct) ** 2,
        "missing": torch.ones_like(cct),
    }[candidate]
    dot = da_next * tanh_c * ot * (1 - ot)
    dit = dc * cct * it * (1 - it)
    dft = dc * c_prev * ft * (1 - ft)
    return _assemble(dft, dit, dc * it * slope, dot, dc * ft, a_prev, xt, p)


def slope_of_preactivation(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """1 - p, with p what goes into the tanh, in place of 1 - c̃²."""
    return _backward(da_next, dc_next, cache, candidate="preactivation")


def slope_of_tanh_twice(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """1 - tanh(c̃)², although c̃ is already a tanh."""
    return _backward(da_next, dc_next, cache, candidate="tanh twice")


def slope_missing(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """No derivative of the tanh at all."""
    return _backward(da_next, dc_next, cache, candidate="missing")


def upstream_cell_dropped(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """dc_next is not added."""
    return _backward(da_next, dc_next, cache, drop_dc_next=True)


def bias_without_upstream(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """db is left as the gate's own slope, without the factor that comes from above."""
    grads = lstm_cell_backward(da_next, dc_next, cache)
    _, _, _, _, ft, it, _, ot, _, _ = cache
    for name, gate in (("f", ft), ("i", it), ("o", ot)):
        grads[f"db{name}"] = (gate * (1 - gate)).sum(dim=1, keepdim=True)
    return grads


def bias_not_summed(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """db keeps one column a sequence instead of summing over the batch."""
    grads = lstm_cell_backward(da_next, dc_next, cache)
    columns = _columns(da_next, dc_next, cache)
    return {**grads, **{f"db{gate}": column for gate, column in columns.items()}}


def _columns(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """The right derivatives with respect to what goes into each gate, one column a sequence."""
    _, c_next, _, c_prev, ft, it, cct, ot, _, _ = cache
    tanh_c = torch.tanh(c_next)
    dc = da_next * ot * (1 - tanh_c**2) + dc_next
    return {
        "f": dc * c_prev * ft * (1 - ft),
        "i": dc * cct * it * (1 - it),
        "c": dc * it * (1 - cct**2),
        "o": da_next * tanh_c * ot * (1 - ot),
    }


def sigmoid_slopes_missing(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """The derivative with respect to a gate is taken for that with respect to what goes into it."""
    _, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p = cache
    tanh_c = torch.tanh(c_next)
    dc = da_next * ot * (1 - tanh_c**2) + dc_next
    dcct = dc * it * (1 - cct**2)
    return _assemble(dc * c_prev, dc * cct, dcct, da_next * tanh_c, dc * ft, a_prev, xt, p)


def derivative_for_weights(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """The way back to a_prev and x goes through dW in place of W."""
    grads = lstm_cell_backward(da_next, dc_next, cache)
    columns = _columns(da_next, dc_next, cache)
    n_a = cache[2].shape[0]
    dz = torch.stack([grads[f"dW{gate}"].T @ d for gate, d in columns.items()]).sum(dim=0)
    return {**grads, "da_prev": dz[:n_a], "dxt": dz[n_a:]}


def bias_as_sum_of_weights(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """db is summed up from dW in place of the gates' derivatives."""
    grads = lstm_cell_backward(da_next, dc_next, cache)
    sums = {f"db{gate}": grads[f"dW{gate}"].sum(dim=1, keepdim=True) for gate in "fico"}
    return {**grads, **sums}


def _slope_on_one_term(
    da_next: Tensor, dc_next: Tensor, cache: Cache, candidate_slope: Tensor
) -> dict[str, Tensor]:
    _, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p = cache
    tanh_c = torch.tanh(c_next)
    through_a = ot * (1 - tanh_c**2) * da_next
    dft = dc_next * c_prev + through_a * c_prev * ft * (1 - ft)
    dit = dc_next * cct + through_a * cct * it * (1 - it)
    dcct = dc_next * it + through_a * it * candidate_slope
    dot = da_next * tanh_c * ot * (1 - ot)
    return _assemble(dft, dit, dcct, dot, (dc_next + through_a) * ft, a_prev, xt, p)


def slope_on_one_term(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """dc_next · c_prev + … · f(1 - f), where brackets belong around the sum."""
    cct = cache[6]
    return _slope_on_one_term(da_next, dc_next, cache, 1 - cct**2)


def slope_on_one_term_misprinted(
    da_next: Tensor, dc_next: Tensor, cache: Cache
) -> dict[str, Tensor]:
    """The same, with c̃(1 - tanh²(c̃)) for the candidate, as a much-copied handout prints it."""
    cct = cache[6]
    return _slope_on_one_term(da_next, dc_next, cache, cct * (1 - torch.tanh(cct) ** 2))
