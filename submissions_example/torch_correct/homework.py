import math

import torch


def masked_softmax(scores, mask):
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    return torch.softmax(scores, dim=-1)


def generate_square_subsequent_mask(sz):
    return torch.triu(torch.full((sz, sz), float("-inf")), diagonal=1)


def positional_encoding(n, d, base):
    position = torch.arange(n, dtype=torch.float64).unsqueeze(1)
    div = torch.exp(torch.arange(0, d, 2, dtype=torch.float64) * (-math.log(base) / d))
    pe = torch.zeros(n, d, dtype=torch.float64)
    pe[:, 0::2] = torch.sin(position * div)
    pe[:, 1::2] = torch.cos(position * div)
    return pe


def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    concat = torch.cat((a_prev, xt), dim=0)
    gate = {
        g: parameters[f"W{g}"] @ concat + parameters[f"b{g}"] for g in ("f", "i", "c", "o")
    }
    ft, it, ot = (torch.sigmoid(gate[g]) for g in ("f", "i", "o"))
    cct = torch.tanh(gate["c"])
    c_next = ft * c_prev + it * cct
    a_next = ot * torch.tanh(c_next)
    yt_pred = torch.softmax(parameters["Wy"] @ a_next + parameters["by"], dim=0)
    return a_next, c_next, yt_pred, (concat, ft, it, cct, ot, c_prev, c_next, parameters)


def lstm_cell_backward(da_next, dc_next, cache):
    concat, ft, it, cct, ot, c_prev, c_next, parameters = cache
    n_a = da_next.shape[0]
    t = torch.tanh(c_next)
    dc = dc_next + da_next * ot * (1 - t * t)
    pre = {
        "f": dc * c_prev * ft * (1 - ft),
        "i": dc * cct * it * (1 - it),
        "c": dc * it * (1 - cct * cct),
        "o": da_next * t * ot * (1 - ot),
    }
    dconcat = sum(parameters[f"W{g}"].T @ d for g, d in pre.items())
    gradients = {"dxt": dconcat[n_a:], "da_prev": dconcat[:n_a], "dc_prev": dc * ft}
    for g, d in pre.items():
        gradients[f"dW{g}"] = d @ concat.T
        gradients[f"db{g}"] = d.sum(1)  # (n,): the same numbers as (n, 1)
    return gradients
