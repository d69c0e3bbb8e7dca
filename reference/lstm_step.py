"""One LSTM step on rows, with the four gates in one matrix. Arrays are torch, float64.

x is (N, D), h and c are (N, H), Wx (D, 4H), Wh (H, 4H), b (4H):
    [i f o g] = x Wx + h Wh + b, then i, f, o through σ and g through tanh
    c' = f c + i g,   h' = o tanh(c')
The same function as in `lstm`, laid out so that one product serves all gates (Graves 2013).
"""

import torch
from torch import Tensor

StepCache = tuple[Tensor, ...]
Derivatives = tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]


def lstm_step_forward(
    x: Tensor, prev_h: Tensor, prev_c: Tensor, Wx: Tensor, Wh: Tensor, b: Tensor
) -> tuple[Tensor, Tensor, StepCache]:
    """(next_h, next_c, cache) after one step."""
    into_i, into_f, into_o, into_g = (x @ Wx + prev_h @ Wh + b).chunk(4, dim=1)
    i, f, o = torch.sigmoid(into_i), torch.sigmoid(into_f), torch.sigmoid(into_o)
    g = torch.tanh(into_g)
    next_c = f * prev_c + i * g
    next_h = o * torch.tanh(next_c)
    return next_h, next_c, (x, prev_h, prev_c, Wx, Wh, b, i, f, o, g, next_c)


def lstm_step_backward(dnext_h: Tensor, dnext_c: Tensor, cache: StepCache) -> Derivatives:
    """(dx, dprev_h, dprev_c, dWx, dWh, db), given those of next_h and next_c."""
    _, _, prev_c, _, _, _, i, f, o, g, next_c = cache
    tanh_c = torch.tanh(next_c)
    dc = dnext_c + dnext_h * o * (1 - tanh_c**2)
    # With respect to what goes into each gate's nonlinearity: σ' = σ(1-σ), tanh' = 1 - tanh².
    di = dc * g * i * (1 - i)
    df = dc * prev_c * f * (1 - f)
    do = dnext_h * tanh_c * o * (1 - o)
    dg = dc * i * (1 - g**2)
    return _through_the_product(torch.cat([di, df, do, dg], dim=1), dc * f, cache)


def _through_the_product(gates: Tensor, dprev_c: Tensor, cache: StepCache) -> Derivatives:
    """Back through x Wx + h Wh + b, where `gates` is the derivative of that sum."""
    x, prev_h, _, Wx, Wh, *_ = cache
    dx, dprev_h = gates @ Wx.T, gates @ Wh.T
    return dx, dprev_h, dprev_c, x.T @ gates, prev_h.T @ gates, gates.sum(dim=0)
