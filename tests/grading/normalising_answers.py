"""Softmaxes, layer norms and structured attention, written as a student would:
(problem, part, what or the mistake's name, source)."""

from __future__ import annotations

SOFTMAX, NORM = "companions/softmax", "companions/layer-norm"
STRUCTURED = "structured/attention"
NUMPY = "import numpy as np\n"


def soft(body: str) -> str:
    return NUMPY + f"def softmax(x, dim):\n    e = np.exp(x - np.max(x))\n    return {body}\n"


def jacobian(result: str) -> str:
    return NUMPY + (
        "def softmax_jacobian(x):\n"
        "    p = np.exp(x - x.max())\n"
        "    p = p / p.sum()\n"
        f"    return {result}\n"
    )


def forward(
    mean: str = "x.mean(1, keepdims=True)",
    var: str = "x.var(1, keepdims=True)",
    below: str = "np.sqrt(var + eps)",
    out: str = "gamma * hat + beta",
) -> str:
    return NUMPY + (
        "def layernorm_forward(x, gamma, beta, ln_param):\n"
        "    eps = ln_param.get('eps', 1e-5)\n"
        f"    mu = {mean}\n"
        f"    var = {var}\n"
        f"    std = {below}\n"
        "    hat = (x - mu) / std\n"
        f"    return {out}, (x, mu, var, std, hat, gamma)\n"
    )


def backward(
    dx: str = "(d - d.mean(1, keepdims=True) - hat * (d * hat).mean(1, keepdims=True)) / std",
    dgamma: str = "(dout * hat).sum(0)",
    dbeta: str = "dout.sum(0)",
    before: str = "",
) -> str:
    return (before or forward()) + (
        "def layernorm_backward(dout, cache):\n"
        "    x, mu, var, std, hat, gamma = cache\n"
        "    N, D = dout.shape\n"
        "    d = dout * gamma\n"
        f"    return {dx}, {dgamma}, {dbeta}\n"
    )


def hops(weights: str = "torch.softmax(s, -1)", scores: str = "W2 @ torch.tanh(W1 @ H.mT)") -> str:
    return (
        "import torch\n"
        "def structured_attention(H, W1, W2):\n"
        f"    s = {scores}\n"
        f"    A = {weights}\n"
        "    return A, A @ H\n"
    )


def penalty(result: str) -> str:
    return NUMPY + (
        f"def redundancy_penalty(A):\n    G = A @ A.T - np.eye(len(A))\n    return {result}\n"
    )


def slope(result: str) -> str:
    return NUMPY + (
        "def redundancy_gradient(A):\n"
        "    G = A @ A.T - np.eye(len(A))\n"
        f"    return {result}\n"
    )  # fmt: skip


COLUMNS = forward(mean="x.mean(0)", var="x.var(0)")
EVERYTHING = forward(mean="x.mean()", var="x.var()")
UNBIASED = forward(var="x.var(1, ddof=1, keepdims=True)")
OUTSIDE = forward(below="np.sqrt(var) + eps")

RIGHT = (
    (SOFTMAX, "code", "numpy", soft("e / e.sum(axis=dim, keepdims=True)").replace(
        "np.max(x)", "np.max(x, axis=dim, keepdims=True)")),
    (SOFTMAX, "code", "through a logarithm, in torch",
        "import torch\ndef softmax(x, dim):\n    return torch.log_softmax(x, dim).exp()\n"),
    (SOFTMAX, "jacobian", "a loop over lists",
        "import math\n"
        "def softmax_jacobian(x):\n"
        "    e = [math.exp(float(v)) for v in x]\n"
        "    p = [v / sum(e) for v in e]\n"
        "    return [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]\n"),
    (NORM, "forward", "numpy", forward()),
    (NORM, "forward", "torch's own, without a cache",
        "import torch\n"
        "def layernorm_forward(x, gamma, beta, ln_param):\n"
        "    norm = torch.nn.functional.layer_norm\n"
        "    return norm(x, x.shape[1:], gamma, beta, ln_param['eps']), None\n"),
    (NORM, "backward", "numpy", backward()),
    (NORM, "backward", "sums as rows, in place", backward(
        dgamma="(dout * hat).sum(0, keepdims=True)", dbeta="[d.fill(0), dout.sum(0)][1]")),
    (NORM, "backward", "through the variance, step by step", backward(
        dx="d / std + 2 / D * (x - mu) * (d * (x - mu)).sum(1, keepdims=True) * -0.5 / std**3"
           " - (d / std).sum(1, keepdims=True) / D")),
    (STRUCTURED, "hops", "numpy, by einsum", NUMPY +
        "def structured_attention(H, W1, W2):\n"
        "    s = np.einsum('rd,...nd->...nr', W2, np.tanh(np.einsum('du,...nu->...nd', W1, H)))\n"
        "    e = np.exp(s)\n"
        "    A = np.swapaxes(e / e.sum(-2, keepdims=True), -1, -2)\n"
        "    return [A, A @ H]\n"),
    (STRUCTURED, "penalty", "a norm that is squared", penalty("np.linalg.norm(G, 'fro') ** 2")),
    (STRUCTURED, "gradient", "positions first", slope("4 * A @ (A.T @ A - np.eye(A.shape[1]))")),
)  # fmt: skip

MISTAKEN = (
    (SOFTMAX, "code", "the largest entry is not subtracted before exponentiating",
        soft("np.exp(x) / np.exp(x).sum(axis=dim, keepdims=True)")),
    (SOFTMAX, "code", "1e-8 is added to every probability",
        "import torch\ndef softmax(x, dim=-1):\n    return torch.softmax(x, dim) + 1e-8\n"),
    (SOFTMAX, "code", "one sum is taken over the whole array", soft("e / np.sum(e)")),
    (SOFTMAX, "code", "the softmax runs along the other axis",
        "import torch\ndef softmax(x, dim):\n    return x.softmax(0 if dim else 1)\n"),
    (SOFTMAX, "code", "dim is not used, and the softmax always runs along the rows",
        "import torch\ndef softmax(x, dim):\n    return x.softmax(-1)\n"),
    (SOFTMAX, "code", "dim is not used, and the softmax always runs along the columns",
        "import torch\ndef softmax(x, dim):\n    return x.softmax(0)\n"),
    (SOFTMAX, "code", "the sums lose their axis, so that the sum of row i meets column i",
        soft("e / e.sum(axis=dim)")),
    (SOFTMAX, "code",
        "the largest entries lose their axis, so that the one of row i meets column i",
        soft("e / e.sum(axis=dim, keepdims=True)").replace("np.max(x)", "np.max(x, axis=dim)")),
    (SOFTMAX, "jacobian", "only the diagonal is filled", jacobian("np.diag(p - p ** 2)")),
    (SOFTMAX, "jacobian", "only the diagonal is returned, as a vector", jacobian("p * (1 - p)")),
    (SOFTMAX, "jacobian", "the sign is turned round", jacobian("np.outer(p, p) - np.diag(p)")),
    (SOFTMAX, "jacobian", "x is taken for p, without a softmax",
        jacobian("np.diag(x) - np.outer(x, x)")),
    (SOFTMAX, "jacobian",
        "p - y is returned, the derivative of the cross-entropy and not of p",
        jacobian("np.array([p - y for y in np.eye(len(p))])")),
    (SOFTMAX, "jacobian", "the logarithm of p is differentiated, and not p",
        jacobian("np.eye(len(p)) - p")),
    (SOFTMAX, "jacobian", "the rows of the Jacobian are summed, which always gives 0",
        jacobian("(np.diag(p) - np.outer(p, p)).dot(np.ones(len(p)))")),
    (SOFTMAX, "jacobian",
        "the formula for different indices is used on the diagonal as well",
        jacobian("-p[:, None] * p")),
    (SOFTMAX, "jacobian", "the formula for the diagonal is used everywhere",
        jacobian("p[:, None] * (1 - p)")),
    (NORM, "forward", "the mean and variance are those of the columns, as in batch norm", COLUMNS),
    (NORM, "forward", "one mean and one variance are taken over the whole array", EVERYTHING),
    (NORM, "forward", "the variance is divided by D - 1", UNBIASED),
    (NORM, "forward", "epsilon stands outside of the root", OUTSIDE),
    (NORM, "forward", "the standard deviation is the unbiased one, and epsilon is added to it",
        "import torch\n"
        "def layernorm_forward(x, gamma, beta, ln_param):\n"
        "    std = x.std(-1, keepdim=True)\n"
        "    return gamma * (x - x.mean(-1, keepdim=True)) / (std + ln_param['eps']) + beta, ()\n"),
    (NORM, "forward", "epsilon is left out", forward(below="x.std(1, keepdims=True)")),
    (NORM, "forward", "the root is left out", forward(below="var + eps")),
    (NORM, "forward", "scale and shift are left out", forward(out="hat")),
    (NORM, "forward",
        "gamma and beta are applied to x transposed, so that entry i scales row i",
        forward(out="(gamma * hat.T + beta).T")),
    (NORM, "forward",
        "the mean and variance lose their axis, so that those of row i meet column i",
        forward(mean="x.mean(1)", var="x.var(1)")),
    (NORM, "backward", "the mean and the deviation are taken for constants", backward("d / std")),
    (NORM, "backward", "the normalisation is passed over on the way back", backward("d")),
    (NORM, "backward", "the path through the mean is missing",
        backward("(d - hat * (d * hat).mean(1, keepdims=True)) / std")),
    (NORM, "backward", "the path through the variance is missing",
        backward("(d - d.mean(1, keepdims=True)) / std")),
    (NORM, "backward", "gamma is left out of dx", backward(
        "(dout - dout.mean(1, keepdims=True) - hat * (dout * hat).mean(1, keepdims=True)) / std")),
    (NORM, "backward", "the averages run over the batch",
        backward("(N * d - d.sum(0) - hat * (d * hat).sum(0)) / (N * std)")),
    (NORM, "backward", "the sums along a row are divided by the number of rows", backward(
        "(N * d - d.sum(1, keepdims=True) - hat * (d * hat).sum(1, keepdims=True)) / (N * std)")),
    (NORM, "backward", "the averages lose their axis, so that those of row i meet column i",
        backward("(d - d.mean(1) - hat * (d * hat).mean(1)) / std")),
    (NORM, "backward", "dgamma and dbeta are summed along the rows",
        backward(dgamma="(dout * hat).sum(1)", dbeta="dout.sum(1)")),
    (NORM, "backward", "dgamma and dbeta are not summed over the rows",
        backward(dgamma="dout * hat", dbeta="dout")),
    (NORM, "backward", "your forward pass is batch norm, and this is the way back through it",
        backward("(d - d.mean(0) - hat * (d * hat).mean(0)) / std", before=COLUMNS)),
    (NORM, "backward",
        "your forward pass takes one mean over everything, and this is the way back through it",
        backward("(d - d.mean() - hat * (d * hat).mean()) / std", before=EVERYTHING)),
    (NORM, "backward",
        "your forward pass divides the variance by D - 1, and this is the way back through it",
        backward("(d - d.mean(1, keepdims=True)"
                 " - hat * (d * hat).sum(1, keepdims=True) / (D - 1)) / std", before=UNBIASED)),
    (NORM, "backward",
        "your forward pass has epsilon outside of the root, and this is the way back through it",
        backward("(d - d.mean(1, keepdims=True)"
                 " - (x - mu) * (d * hat).mean(1, keepdims=True) / var ** .5) / std",
                 before=OUTSIDE)),
    (STRUCTURED, "hops", "the softmax is given no axis, and of a batch it takes the first",
        hops("torch.nn.functional.softmax(s)")),
    (STRUCTURED, "hops", "the softmax runs over axis 1, which of a batch holds the hops",
        hops("torch.softmax(s, 1)")),
    (STRUCTURED, "hops", "the softmax runs over the hops", hops("torch.softmax(s, -2)")),
    (STRUCTURED, "hops",
        "the softmax runs over the first axis, the hops of a sentence or the sentences of a batch",
        hops("torch.softmax(s, 0)")),
    (STRUCTURED, "hops", "the softmax is taken twice", hops("s.softmax(-1).softmax(-1)")),
    (STRUCTURED, "hops", "the softmax runs over all hops at once",
        hops("s.exp() / s.exp().sum((-1, -2), keepdim=True)")),
    (STRUCTURED, "hops", "the tanh is left out", hops(scores="W2 @ (W1 @ H.mT)")),
    (STRUCTURED, "penalty", "the norm is not squared", penalty("np.sqrt((G ** 2).sum() + 1e-10)")),
    (STRUCTURED, "penalty", "the identity is not subtracted",
        penalty("np.linalg.norm(A @ A.T) ** 2")),
    (STRUCTURED, "penalty", "1 is subtracted from every entry in place of the identity",
        penalty("np.sum((A @ A.T - 1) ** 2)")),
    (STRUCTURED, "penalty", "the norms of the rows are added",
        penalty("np.sum(np.sum(G ** 2, 1) ** 0.5)")),
    (STRUCTURED, "penalty", "positions are compared in place of hops",
        penalty("np.sum((A.T @ A - np.eye(A.shape[1])) ** 2)")),
    (STRUCTURED, "penalty", "the squares are averaged in place of added",
        penalty("np.mean(G ** 2)")),
    (STRUCTURED, "penalty", "the largest singular value is taken, which is another norm",
        penalty("np.linalg.norm(G, 2) ** 2")),
    (STRUCTURED, "gradient", "the factor is 2 in place of 4", slope("2 * G @ A")),
    (STRUCTURED, "gradient", "the norm is differentiated, and not its square",
        slope("2 * G @ A / np.linalg.norm(G)")),
    (STRUCTURED, "gradient", "the identity is not subtracted", slope("4 * A @ A.T @ A")),
)  # fmt: skip
