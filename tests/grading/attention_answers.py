"""Answers to the shipped problems on attention, heads and the learning rate, as students write
them: (part, the mistake's name or what is right about it, source)."""

from __future__ import annotations

ATTENTION = """
import numpy as np
def softmax(s, axis=-1):
    e = np.exp(s - s.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)
def scaled_dot_product_attention(Q, K, V, mask=None):
    d_k = {d_k}
    s = {scores} / {scale}
    {hide}
    w = {weights}
    {after}
    return {result}
"""
RIGHT_ATTENTION = {
    "d_k": "K.shape[-1]", "scores": "Q @ K.T", "scale": "np.sqrt(d_k)",
    "hide": "s = s if mask is None else np.where(mask, s, -1e30)", "weights": "softmax(s)",
    "after": "pass", "result": "w @ V",
}  # fmt: skip
NO_MASK = "pass"


def attention(**changes: str) -> str:
    return ATTENTION.format(**{**RIGHT_ATTENTION, **changes})


def hidden_by(expression: str) -> str:
    return f"s = s if mask is None else {expression}"


ROLES = (
    ("code", "the scores are not scaled", attention(scale="1")),
    ("code", "the scores are divided by d_k, not by its root", attention(scale="d_k")),
    ("code", "the scores are divided by the root of the number of queries",
     attention(d_k="len(Q)")),
    ("code", "the scores are divided by the root of the number of keys",
     attention(d_k="K.shape[0]")),
    ("code", "the scores are divided by the root of the width of the values",
     attention(d_k="V.shape[1]")),
    ("code", "queries and keys have changed places",
     attention(scores="K @ Q.T", hide=NO_MASK, result="w.T @ V")),
    ("code", "the softmax runs over the queries", attention(weights="softmax(s, 0)")),
    ("code", "the softmax is taken twice", attention(weights="softmax(softmax(s))")),
    ("code", "the mask is applied after the softmax",
     attention(hide=NO_MASK, after="w = w if mask is None else w * mask")),
    ("code", "hidden scores are set to zero", attention(hide=hidden_by("s * mask"))),
    ("code", "True is taken to mean hidden",
     attention(hide=hidden_by("np.where(mask == 1, -1e30, s)"))),
    ("code", "the weights are returned, not the output", attention(result="w")),
    ("code", "the mask is not used", attention(hide=NO_MASK)),
    ("code", "without a mask a causal one is used", attention(
        hide="s = np.where(np.tril(np.ones_like(s)) if mask is None else mask, s, -1e30)")),
)  # fmt: skip

HEADS = """
import torch
def attend(q, k, v, width):
    return torch.softmax(q @ k.transpose(-1, -2) / width ** 0.5, dim={axis}) @ v
def multi_head_attention(X, WQ, WK, WV, WO, num_heads):
    n, d = X.shape
    H, k = {heads}, d // {heads}
    q, key, v = ({split} for W in (WQ, WK, WV))
    o = attend(q, key, v, {width})
    return {merge}
"""
RIGHT_HEADS = {
    "heads": "num_heads", "split": "(X @ W).view(n, H, k).transpose(0, 1)", "width": "k",
    "axis": "-1", "merge": "o.transpose(0, 1).reshape(n, d) @ WO",
}  # fmt: skip


def heads(**changes: str) -> str:
    return HEADS.format(**{**RIGHT_HEADS, **changes})


CROSS = """
import numpy as np
def cross_attention(Y, X, WQ, WK, WV, WO, num_heads):
    d = Y.shape[-1] // num_heads
    Q, K, V = {q} @ WQ, {k} @ WK, {v} @ WV
    out = []
    for h in range(num_heads):
        c = slice(h * d, h * d + d)
        s = Q[:, c] @ K[:, c].T / d ** 0.5
        w = np.exp(s - s.max(1)[:, None])
        out.append(w / w.sum(1)[:, None] @ V[:, c])
    return np.hstack(out) @ WO
"""


def cross(q: str = "Y", k: str = "X", v: str = "X") -> str:
    return CROSS.format(q=q, k=k, v=v)


MANY_HEADS = (
    ("code", "the output projection is missing",
     heads(merge="o.transpose(0, 1).reshape(n, d)")),
    ("code", "the scores are not scaled", heads(width="1")),
    ("code", "the scores are scaled by the width of the model, not of a head", heads(width="d")),
    ("code", "only one head of full width is used", heads(heads="1")),
    ("code", "every head uses the same columns",
     heads(split="(X @ W)[:, :k].expand(H, n, k)")),
    ("code", "the heads are split by a reshape without a transpose",
     heads(split="(X @ W).view(H, n, k)", merge="o.view(n, d) @ WO")),
    ("code", "the heads are concatenated along the positions, not along the features",
     heads(merge="o.reshape(n, d) @ WO")),
    ("code", "the features of the heads are interleaved",
     heads(merge="o.permute(1, 2, 0).reshape(n, d) @ WO")),
    ("code", "the softmax runs over the heads", heads(axis="0")),
    ("code", "a causal mask is applied, though none is asked for", heads().replace(
        "width ** 0.5", "width ** 0.5 + torch.ones(q.shape[-2], q.shape[-2]).tril().log()")),
    ("code", "the matrices are transposed before they are used, as torch's Linear does it",
     heads(split="torch.nn.functional.linear(X, W).view(n, H, k).transpose(0, 1)",
           merge="o.transpose(0, 1).reshape(n, d) @ WO.T")),
    ("cross", "the two sequences have changed places", cross("X", "Y", "Y")),
    ("cross", "Y attends to itself and X is not used", cross("Y", "Y", "Y")),
    ("cross", "the values are made of Y, not of X", cross(v="Y")),
    ("cross", "the matrices are transposed before they are used, as torch's Linear does it",
     cross().replace("WQ, X @ WK, X @ WV", "WQ.T, X @ WK.T, X @ WV.T").replace("@ WO", "@ WO.T")),
)  # fmt: skip

RATE = "def learning_rate(step, d_model, warmup):\n    return {}\n"
RATE_AT_0 = (
    "import numpy as np\ndef learning_rate(step, d_model, warmup):\n"
    "    with np.errstate(divide='ignore'):\n"
    "        falling = np.float64(step) ** -0.5\n    return {}\n"
)

SCHEDULE = (
    ("code", "the larger of the two is taken, not the smaller",
     RATE_AT_0.format("d_model ** -0.5 * max(falling, step * warmup ** -1.5)")),
    ("code", "the warm-up is raised to -1/2, not to -3/2",
     RATE_AT_0.format("d_model ** -0.5 * min(falling, step * warmup ** -0.5)")),
    ("code", "the rise is step / warmup",
     RATE_AT_0.format("min(falling, step / warmup) / d_model ** 0.5")),
    ("code", "the width is left out", RATE_AT_0.format("min(falling, step * warmup ** -1.5)")),
    ("code", "the root of the width is a factor, not a divisor",
     RATE_AT_0.format("d_model ** 0.5 * min(falling, step * warmup ** -1.5)")),
    ("code", "the rate rises for ever", RATE.format("d_model ** -0.5 * step * warmup ** -1.5")),
    ("code", "there is no warm-up", RATE_AT_0.format("d_model ** -0.5 * falling")),
    ("code", "one is added to the step",
     RATE.format("d_model ** -.5 * min((step + 1) ** -.5, (step + 1) * warmup ** -1.5)")),
)  # fmt: skip

RIGHT = (
    ("attention/roles", "code", "numpy", attention()),
    ("attention/roles", "code", "weights first, prints, float32",
     attention(scores="Q @ K.T; print(Q); s = s", result="w, (w @ V).astype('f4')")),
    ("attention/roles", "code", "lists",
     "import math\ndef scaled_dot_product_attention(Q, K, V, mask=None):\n"
     "    out = []\n"
     "    for i, q in enumerate(Q):\n"
     "        s = [sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q)) for k in K]\n"
     "        e = [math.exp(v) if mask is None or mask[i][j] else 0.0 for j, v in enumerate(s)]\n"
     "        out.append([sum(w * x for w, x in zip(e, col)) / sum(e) for col in zip(*V)])\n"
     "    return out\n"),
    ("attention/roles", "code", "torch's own, on a batch of one",
     "import torch\nimport torch.nn.functional as F\n"
     "def scaled_dot_product_attention(Q, K, V, mask=None):\n"
     "    mask = None if mask is None else mask.bool()\n"
     "    return F.scaled_dot_product_attention(Q[None], K[None], V[None], attn_mask=mask)\n"),
    ("attention/heads", "code", "torch", heads()),
    ("attention/heads", "cross", "numpy", cross()),
    ("attention/heads", "cross", "in place",
     cross().replace("    out = []", "    X *= 1\n    X -= X.mean() * 0\n    out = []")),
    ("attention/schedule", "code", "a branch",
     "def learning_rate(step, d_model, warmup):\n"
     "    if step < warmup:\n        return step / warmup / (d_model * warmup) ** 0.5\n"
     "    return (step * d_model) ** -0.5\n"),
    ("attention/schedule", "code", "a tensor of one number",
     "import torch\ndef learning_rate(step, d_model, warmup):\n"
     "    s = torch.tensor([step], dtype=torch.float64)\n"
     "    return d_model ** -0.5 * torch.min(s ** -0.5, s * warmup ** -1.5)\n"),
)  # fmt: skip
