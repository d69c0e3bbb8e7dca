"""One LSTM step, forward and backward. Arrays are torch, float64, one column a sequence.

With z = [a_prev; x] stacked in that order:
    f = σ(Wf z + bf), i = σ(Wi z + bi), o = σ(Wo z + bo), c̃ = tanh(Wc z + bc)
    c = f c_prev + i c̃,   a = o tanh(c),   y = softmax(Wy a + by)
(Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000.)
"""

from typing import Any

import torch
from torch import Tensor

Parameters = dict[str, Tensor]
Cache = tuple[Any, ...]


def lstm_cell_forward(
    xt: Tensor, a_prev: Tensor, c_prev: Tensor, parameters: Parameters
) -> tuple[Tensor, Tensor, Tensor, Cache]:
    """(a_next, c_next, yt_pred, cache) after one step."""
    p = parameters
    z = torch.cat([a_prev, xt], dim=0)
    ft = torch.sigmoid(p["Wf"] @ z + p["bf"])
    it = torch.sigmoid(p["Wi"] @ z + p["bi"])
    cct = torch.tanh(p["Wc"] @ z + p["bc"])
    ot = torch.sigmoid(p["Wo"] @ z + p["bo"])
    c_next = ft * c_prev + it * cct
    a_next = ot * torch.tanh(c_next)
    yt_pred = torch.softmax(p["Wy"] @ a_next + p["by"], dim=0)
    cache = (a_next, c_next, a_prev, c_prev, ft, it, cct, ot, xt, parameters)
    return a_next, c_next, yt_pred, cache


def lstm_cell_backward(da_next: Tensor, dc_next: Tensor, cache: Cache) -> dict[str, Tensor]:
    """Derivatives of a loss, given those with respect to a_next and c_next."""
    _, c_next, a_prev, c_prev, ft, it, cct, ot, xt, p = cache
    tanh_c = torch.tanh(c_next)
    dc = da_next * ot * (1 - tanh_c**2) + dc_next
    # With respect to what goes into each gate's nonlinearity: σ' = σ(1-σ), tanh' = 1 - tanh².
    dot = da_next * tanh_c * ot * (1 - ot)
    dcct = dc * it * (1 - cct**2)
    dit = dc * cct * it * (1 - it)
    dft = dc * c_prev * ft * (1 - ft)
    return _assemble(dft, dit, dcct, dot, dc * ft, a_prev, xt, p)


def _assemble(
    dft: Tensor, dit: Tensor, dcct: Tensor, dot: Tensor, dc_prev: Tensor,
    a_prev: Tensor, xt: Tensor, p: Parameters,
) -> dict[str, Tensor]:  # fmt: skip
    z = torch.cat([a_prev, xt], dim=0)
    gates = {"f": dft, "i": dit, "c": dcct, "o": dot}
    dz = torch.zeros_like(z)
    grads = {}
    for gate, d in gates.items():
        dz = dz + p[f"W{gate}"].T @ d
        grads[f"dW{gate}"] = d @ z.T
        grads[f"db{gate}"] = d.sum(dim=1, keepdim=True)
    n_a = a_prev.shape[0]
    return {"dxt": dz[n_a:], "da_prev": dz[:n_a], "dc_prev": dc_prev, **grads}
