"""A course with one part for each thing that a check other than `equals` can find."""

from __future__ import annotations

REFERENCE = """
import numpy as np


def weights(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def running_mean(x):
    return np.cumsum(x, 0) / np.arange(1, len(x) + 1)[:, None]


def each_row(x):
    return x / np.sqrt((x * x).sum(-1, keepdims=True))


def pooled(x):
    return x.sum(0)


def rotation(x):
    return np.linalg.qr(x)[0]


def gram(x):
    return x @ x.T


def turned(x, positions):
    t = positions[:, None] * 0.5 ** np.arange(x.shape[1] // 2)
    z = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * t)
    return np.stack([z.real, z.imag], -1).reshape(x.shape)


def product(a, b):
    return a @ b
"""

TORCH = """
import torch
from torch import nn


def forward(x, w):
    return torch.tanh(x @ w)


def backward(dout, x, w):
    d = dout * (1 - torch.tanh(x @ w) ** 2)
    return {"dx": d @ w.T, "dw": x.T @ d}


def energy(x):
    return (x ** 3).sum(-1)


class Net(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.first = nn.Linear(d, h)
        self.second = nn.Linear(h, d, bias=False)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))
"""

X = 'inputs: {n: 4..5, m: 6..7, x: "normal[n, m]"}'
SQUARE = 'inputs: {n: 4..5, x: "normal[n, n]"}'


def _property(call: str, holds: str, inputs: str = X, options: str = "") -> str:
    name = call.partition("(")[0]
    return f"""
  {holds}:
    asks: function
    call: {call}
    reference: plain.{name}
    points: 1
    {inputs}
    checks:
      - property: {{holds: {holds}, cases: 2{options}}}
"""


PROPERTIES = "\n".join(
    [
        "id: kinds/properties",
        "title: Properties",
        "prompt: Each function has one property.",
        "parts:",
        _property("weights(x)", "rows_sum_to_one"),
        _property("running_mean(x)", "causal"),
        _property("each_row(x)", "permutation_equivariant"),
        _property("pooled(x)", "permutation_invariant"),
        _property("rotation(x)", "orthogonal", SQUARE),
        _property("gram(x)", "symmetric"),
        _property(
            "turned(x, positions)",
            "depends_on_differences",
            'inputs: {n: 4..6, x: "normal[n, 6]", positions: "arange[n](1)"}',
            ", input: positions",
        ),
        _property("weights(x)", "deterministic"),
        _property("weights(x)", "leaves_inputs_unchanged"),
        _property("weights(x)", "right_dtype"),
    ]
)

OTHERS = """
id: kinds/others
title: The other kinds
prompt: A backward pass, a gradient, a module, rules and speed.
parts:
  backward:
    asks: function
    call: backward(dout, x, w)
    reference: learned.backward
    points: 4
    inputs: {n: 2..3, d: 4..5, h: 6..7, x: "normal[n, d]", w: "normal[d, h]", dout: "normal[n, h]"}
    checks:
      - gradient: {of: "forward(x, w)", upstream: [dout], wrt: {dx: x, dw: w}, cases: 2}
  energy:
    asks: function
    call: energy(x)
    reference: learned.energy
    points: 2
    inputs: {n: 2..3, m: 4..5, x: "normal[n, m]"}
    checks:
      - equals: {cases: 2}
      - gradient: {wrt: [x], cases: 2}
  net:
    asks: module
    call: Net(d, h)
    reference: learned.Net
    forward: [x]
    points: 3
    inputs: {d: 2..3, h: 4..5, x: "normal[4, d]"}
    checks:
      - module: {cases: 2}
  product:
    asks: function
    call: product(a, b)
    reference: plain.product
    points: 2
    inputs: {n: 2..3, k: 4..5, m: 6..7, a: "normal[n, k]", b: "normal[k, m]"}
    checks:
      - equals: {cases: 2}
      - rules: {forbid: [numpy.einsum, "*.dot", torch], loops: false, hint: Use @.}
  fast:
    asks: function
    call: fast_product(a, b)
    reference: plain.product
    points: 2
    library: numpy
    limits: {seconds: 20}
    inputs: {a: "normal[3, 4]", b: "normal[4, 5]"}
    checks:
      - equals: {cases: 2}
      - efficiency: {inputs: {a: "normal[110, 110]", b: "normal[110, 110]"}, repeats: 2}
"""

PROSE = """
id: kinds/prose
title: In words
prompt: Say why.
parts:
  why:
    asks: prose
    text: Why is the largest score subtracted?
    points: 3
    rubric: [it keeps exp finite]
"""
