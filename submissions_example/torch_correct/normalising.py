import torch


def softmax(x, dim):
    return torch.exp(x - torch.logsumexp(x, dim=dim, keepdim=True))


def softmax_jacobian(x):
    p = softmax(x, -1)
    return p.unsqueeze(1) * (torch.eye(p.numel(), dtype=p.dtype) - p)


def layernorm_forward(x, gamma, beta, ln_param):
    var, mu = torch.var_mean(x, dim=-1, unbiased=False, keepdim=True)
    inverse = torch.rsqrt(var + ln_param["eps"])
    out = torch.addcmul(beta, (x - mu) * inverse, gamma)
    return out, {"x": x, "mu": mu, "inverse": inverse, "gamma": gamma}


def layernorm_backward(dout, cache):
    # Step by step through the graph, without the closed form.
    x, mu, inverse, gamma = (cache[k] for k in ("x", "mu", "inverse", "gamma"))
    D = x.shape[1]
    centred = x - mu
    dnormal = dout * gamma
    dinverse = (dnormal * centred).sum(1, keepdim=True)
    dvar = -0.5 * inverse**3 * dinverse
    dcentred = dnormal * inverse + 2 / D * centred * dvar
    dmu = -dcentred.sum(1, keepdim=True)
    dx = dcentred + dmu / D
    return dx, torch.einsum("nd,nd->d", dout, centred * inverse), dout.sum(0)
