import torch

GATES = ("f", "i", "c", "o")


def lstm_forward(x, a0, parameters):
    W = torch.stack([parameters["W" + gate] for gate in GATES])
    b = torch.stack([parameters["b" + gate] for gate in GATES])
    a, c = a0, a0.new_zeros(a0.shape)
    steps = []
    for xt in x.unbind(dim=2):
        z = torch.cat([a, xt])
        pre = torch.einsum("gij,jm->gim", W, z) + b
        f, i, o = torch.sigmoid(pre[[0, 1, 3]])
        g = torch.tanh(pre[2])
        before = c
        c = torch.addcmul(f * c, i, g)
        a = o * torch.tanh(c)
        steps.append({"z": z, "f": f, "i": i, "g": g, "o": o, "c": c, "before": before, "a": a})
    a = torch.stack([step["a"] for step in steps], dim=-1)
    c = torch.stack([step["c"] for step in steps], dim=-1)
    scores = torch.einsum("ya,amt->ymt", parameters["Wy"], a) + parameters["by"][:, :, None]
    return a, torch.softmax(scores, dim=0), c, {"steps": steps, "W": W}


def lstm_backward(da, caches):
    W = caches["W"]
    dW, db = torch.zeros_like(W), 0
    da_later = dc_later = torch.zeros_like(da[..., 0])
    n_a = len(da)
    dx = []
    for t, step in reversed(list(enumerate(caches["steps"]))):
        d = da[..., t] + da_later
        squashed = step["c"].tanh()
        dc = dc_later + d * step["o"] * (1 - squashed.square())
        into = torch.stack(
            [
                dc * step["before"] * step["f"] * (1 - step["f"]),
                dc * step["g"] * step["i"] * (1 - step["i"]),
                dc * step["i"] * (1 - step["g"].square()),
                d * squashed * step["o"] * (1 - step["o"]),
            ]
        )
        dW += torch.einsum("gim,jm->gij", into, step["z"])
        db = db + into.sum(dim=2)
        dz = torch.einsum("gij,gim->jm", W, into)
        da_later, dc_later = dz[:n_a], dc * step["f"]
        dx.insert(0, dz[n_a:])
    found = {"dx": torch.stack(dx, dim=2), "da0": da_later}
    for k, gate in enumerate(GATES):
        found["dW" + gate], found["db" + gate] = dW[k], db[k]
    return found


def output_backward(a, y, da_next, parameters):
    Wy = parameters["Wy"]
    scores = Wy @ a + parameters["by"]
    delta = torch.exp(scores - torch.logsumexp(scores, dim=0)) - y
    dWy = torch.einsum("ym,am->ya", delta, a)
    return dWy, delta @ torch.ones_like(a[0]), da_next + torch.einsum("ya,ym->am", Wy, delta)


def lstm_step_forward(x, prev_h, prev_c, Wx, Wh, b):
    joined, weights = torch.cat([x, prev_h], dim=1), torch.cat([Wx, Wh])
    i, f, o, g = torch.addmm(b, joined, weights).split(prev_h.shape[1], dim=1)
    gates = {"i": i.sigmoid(), "f": f.sigmoid(), "o": o.sigmoid(), "g": g.tanh()}
    next_c = gates["f"] * prev_c + gates["i"] * gates["g"]
    cache = dict(gates, joined=joined, weights=weights, prev_c=prev_c, next_c=next_c)
    return gates["o"] * next_c.tanh(), next_c, cache


def lstm_step_backward(dnext_h, dnext_c, cache):
    i, f, o, g = (cache[name] for name in "ifog")
    squashed = cache["next_c"].tanh()
    dc = torch.addcmul(dnext_c, dnext_h * o, 1 - squashed**2)
    upstream = torch.stack([dc * g, dc * cache["prev_c"], dnext_h * squashed, dc * i])
    slopes = torch.stack([i - i**2, f - f**2, o - o**2, 1 - g**2])
    d = torch.cat(tuple(upstream * slopes), dim=1)
    width = cache["joined"].shape[1] - dnext_h.shape[1]
    dx, dprev_h = (d @ cache["weights"].T).tensor_split([width], dim=1)
    dWx, dWh = (cache["joined"].T @ d).tensor_split([width])
    return {"dx": dx, "dprev_h": dprev_h, "dprev_c": dc * f, "dWx": dWx, "dWh": dWh, "db": d.sum(0)}
