"""A course that asks for one module, self-attention, and answers to it in many layouts."""

from __future__ import annotations

REFERENCE = """
import torch
from torch import nn


class Attend(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.queries = nn.Linear(d, d)
        self.keys = nn.Linear(d, d)
        self.values = nn.Linear(d, d)
        self.out = nn.Linear(d, d)

    def weights(self, x):
        return torch.softmax(self.queries(x) @ self.keys(x).T / x.shape[-1] ** 0.5, -1)

    def forward(self, x):
        return self.out(self.weights(x) @ self.values(x))


class Unscaled(Attend):
    def weights(self, x):
        return torch.softmax(self.queries(x) @ self.keys(x).T, -1)


class NoBiases(Attend):
    def __init__(self, d):
        super().__init__(d)
        for name in ("queries", "keys", "values", "out"):
            setattr(self, name, nn.Linear(d, d, bias=False))
"""

PROBLEM = """
id: modules/attend
title: Self-attention
prompt: Write `Attend(d)`, one head with four linear maps, for $x$ of shape $(n, d)$.
parts:
  attend:
    asks: module
    call: Attend(d)
    reference: layers.Attend
    forward: x
    roles: {query: [q, queries], key: [k, keys], value: [v, values]}
    points: 4
    inputs: {d: 5, n: 6, x: "normal[n, d] as float32"}
    checks:
      - module: {outputs: false, cases: 1}
      - module: {cases: 2, weight: 3}
    mistakes:
      - {name: the scores are not scaled, reference: layers.Unscaled, hint: By what?, credit: 0.5}
      - {name: there are no biases, reference: layers.NoBiases, hint: Count again., credit: 0.25}
"""

HEAD = "import torch\nfrom torch import nn\n"


def attend(build: str, forward: str) -> str:
    """The class with these statements in its constructor and its forward pass."""
    built = "".join(f"        {line}\n" for line in build.split("\n"))
    run = "".join(f"        {line}\n" for line in forward.split("\n"))
    return (
        f"{HEAD}class Attend(nn.Module):\n    def __init__(self, d):\n"
        f"        super().__init__()\n{built}    def forward(self, x):\n{run}"
    )


def four(*names: str) -> str:
    return "\n".join(f"self.{name} = nn.Linear(d, d)" for name in names)


def run(q: str, k: str, v: str, o: str, scale: str = " / x.shape[1] ** 0.5") -> str:
    return f"w = (self.{q}(x) @ self.{k}(x).T{scale}).softmax(-1)\nreturn self.{o}(w @ self.{v}(x))"


OWN_MATRICES = attend(
    "for n in 'qkvo':\n"
    "    setattr(self, 'W' + n, nn.Parameter(torch.randn(d, d)))\n"
    "    setattr(self, 'b' + n, nn.Parameter(torch.zeros(d)))",
    "q, k, v = (x @ getattr(self, 'W' + n) + getattr(self, 'b' + n) for n in 'qkv')\n"
    "w = (q @ k.T / x.shape[1] ** 0.5).softmax(-1)\n"
    "return w @ v @ self.Wo + self.bo",
)
BY_HEADS = attend(
    "self.q = nn.ModuleList(nn.Linear(d, 1) for _ in range(d))\n" + four("k", "v", "o"),
    "q = torch.cat([one(x) for one in self.q], -1)\n"
    "w = (q @ self.k(x).T / x.shape[1] ** 0.5).softmax(-1)\n"
    "return self.o(w @ self.v(x))",
)
IN_ORDER = "your parameters have other names; they were matched in order"
IN_FLOAT32 = "your module was run in float32, since it casts to it"
DIFFERS = (
    "parameters and outputs agree with the reference module: case 1: with the reference's "
    "parameters, the result differs in 30 of 30 entries"
)
MAY_BE_ORDER = DIFFERS + "; that may be only the order in which you define your layers"
COUNTED = "has as many parameters as the reference module: case 1: your module has "

# (what, source, verdict, points earned, message, notes, the mistake that is named)
ANSWERS = (
    ("the same names", attend(four("queries", "keys", "values", "out"),
     run("queries", "keys", "values", "out")), "correct", 4, "", (), ""),
    ("keys before queries", attend(four("w_k", "w_q", "w_v", "proj"),
     run("w_q", "w_k", "w_v", "proj")), "correct", 4, "", (IN_ORDER,), ""),
    ("other names in this order", attend(four("a", "b", "c", "e"), run("a", "b", "c", "e")),
     "correct", 4, "", (IN_ORDER,), ""),
    ("other names in another order", attend(four("a", "b", "c", "e"), run("c", "a", "b", "e")),
     "undecided", 0, MAY_BE_ORDER, (IN_ORDER,), ""),
    ("one matrix for query, key and value",
     attend("self.qkv = nn.Linear(d, 3 * d)\nself.o = nn.Linear(d, d)",
            "q, k, v = self.qkv(x).chunk(3, -1)\n"
            "return self.o((q @ k.T / x.shape[1] ** 0.5).softmax(-1) @ v)"),
     "correct", 4, "", (IN_ORDER,), ""),
    ("one matrix in another order",
     attend("self.qkv = nn.Linear(d, 3 * d)\nself.o = nn.Linear(d, d)",
            "v, k, q = self.qkv(x).chunk(3, -1)\n"
            "return self.o((q @ k.T / x.shape[1] ** 0.5).softmax(-1) @ v)"),
     "undecided", 0, MAY_BE_ORDER, (IN_ORDER,), ""),
    ("torch's own attention",
     attend("self.mha = nn.MultiheadAttention(d, 1)", "return self.mha(x, x, x)"),
     "correct", 4, "", (IN_ORDER,), ""),
    ("matrices of its own, the other way round", OWN_MATRICES,
     "undecided", 0, MAY_BE_ORDER, (IN_ORDER,), ""),
    ("a layout that does not fit", BY_HEADS, "undecided", 0,
     "parameters and outputs agree with the reference module: case 1: the reference's parameters "
     "do not fit into yours, so the outputs cannot be compared: yours are q.0.weight (1, 5), "
     "q.0.bias (1,), q.1.weight (1, 5), q.1.bias (1,), q.2.weight (1, 5), q.2.bias (1,), …, asked "
     "for are queries.weight (5, 5), queries.bias (5,), keys.weight (5, 5), keys.bias (5,), "
     "values.weight (5, 5), values.bias (5,), …", (), ""),
    ("a cast to float32", attend(four("q", "k", "v", "o"), "x = x.float()\n"
     + run("q", "k", "v", "o")), "correct", 4, "", (IN_ORDER, IN_FLOAT32), ""),
    ("a mask that the forward pass makes", attend(four("q", "k", "v", "o"),
     run("q", "k", "v", "o", " / x.shape[1] ** 0.5 + torch.zeros(len(x), len(x))")
     .replace("w @", "torch.eye(len(x)) @ w @")), "correct", 4, "", (IN_ORDER,), ""),
    ("dropout", attend(four("q", "k", "v", "o") + "\nself.drop = nn.Dropout(0.5)",
     run("q", "k", "v", "o").replace("return ", "return self.drop(") + ")"),
     "correct", 4, "", (IN_ORDER,), ""),
    ("a table that is not trained", attend(four("q", "k", "v", "o")
     + "\nself.t = nn.Parameter(torch.zeros(9, d), requires_grad=False)", run("q", "k", "v", "o")),
     "correct", 4, "", (IN_ORDER,), ""),
    ("another name for the class", attend(four("q", "k", "v", "o"), run("q", "k", "v", "o"))
     .replace("Attend", "Mine") + "Attend = Mine\n", "correct", 4, "", (IN_ORDER,), ""),
    ("not scaled", attend(four("q", "k", "v", "o"), run("q", "k", "v", "o", "")),
     "partly", 2, DIFFERS, (IN_ORDER,), "the scores are not scaled"),
    ("no biases", attend(four("k", "v", "q", "o").replace("(d, d)", "(d, d, bias=False)"),
     run("q", "k", "v", "o")), "partly", 1, COUNTED + "100 trainable parameters, not 120", (),
     "there are no biases"),
    ("no softmax", attend(four("q", "k", "v", "o"),
     "return self.o(self.q(x) @ self.k(x).T @ self.v(x))"), "partly", 1, DIFFERS, (IN_ORDER,), ""),
    ("one layer four times", attend("self.m = nn.ModuleList([nn.Linear(d, d)] * 4)",
     "w = (self.m[0](x) @ self.m[1](x).T).softmax(-1)\nreturn self.m[3](w @ self.m[2](x))"),
     "wrong", 0, COUNTED + "30 trainable parameters, not 120; m.0.weight and m.1.weight are one "
     "and the same; give each its own (in [layer] * n all are one)", (), ""),
    ("layers in a plain list", attend("self.m = [nn.Linear(d, d) for _ in range(4)]",
     "w = (self.m[0](x) @ self.m[1](x).T).softmax(-1)\nreturn self.m[3](w @ self.m[2](x))"),
     "wrong", 0, COUNTED + "0 trainable parameters, not 120; torch does not see those in m: use "
     "nn.ModuleList or nn.Parameter", (), ""),
    ("plain tensors", attend("self.w = {'o': torch.randn(d, d, requires_grad=True)}\n"
     + four("q", "k", "v"), "return self.q(x) @ self.w['o']"), "wrong", 0,
     COUNTED + "90 trainable parameters, not 120; torch does not see those in w: use "
     "nn.ModuleList or nn.Parameter", (), ""),
    ("the forward pass fails", attend(four("q", "k", "v", "o"), "return self.missing(x)"),
     "partly", 1, "parameters and outputs agree with the reference module: AttributeError: "
     "'Attend' object has no attribute 'missing' at homework.py, line 11", (), ""),
)  # fmt: skip

# Two maps of one shape that are not used alike; `{roles}` is where the problem tells them apart.
GATED_REFERENCE = """
import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.left = nn.Linear(d, d)
        self.right = nn.Linear(d, d)

    def forward(self, x):
        return self.left(x) * torch.tanh(self.right(x))
"""
GATED = """
id: modules/gated
title: A product
prompt: Write `Gated(d)`.
parts:
  {name}:
    asks: module
    call: Gated(d)
    reference: gated.Gated
    forward: x
{roles}
    points: 1
    inputs: {{d: 5, n: 6, x: "normal[n, d]"}}
    checks:
      - module: {{cases: 1}}
"""
SIDES = "    roles: {left: [l, first], right: r}"


def gated(build: str, forward: str) -> str:
    return attend(build, forward).replace("Attend", "Gated")


PRODUCT = "return self.{}(x) * self.{}(x).tanh()"
IN_ONE = "self.both = nn.Linear(d, 2 * d)"
# (what, source, verdict where the problem has roles, where it has none)
GATED_ANSWERS = (
    ("the same names", gated(four("left", "right"), PRODUCT.format("left", "right")),
     "correct", "correct"),
    ("other names in this order", gated(four("a", "b"), PRODUCT.format("a", "b")),
     "correct", "correct"),
    ("names of the roles in another order", gated(four("W_r", "first_proj"),
     PRODUCT.format("first_proj", "W_r")), "correct", "undecided"),
    ("a role without its other in another order", gated(four("b", "left"),
     PRODUCT.format("left", "b")), "undecided", "undecided"),
    ("names that are decoration only", gated(four("linear", "proj"),
     PRODUCT.format("proj", "linear")), "undecided", "undecided"),
    ("one matrix", gated(IN_ONE, "a, b = self.both(x).chunk(2, -1)\nreturn a * b.tanh()"),
     "correct", "undecided"),
    ("one matrix in another order",
     gated(IN_ONE, "a, b = self.both(x).chunk(2, -1)\nreturn b * a.tanh()"),
     "undecided", "undecided"),
    ("no tanh", gated(four("r", "l"), "return self.l(x) * self.r(x)"), "wrong", "wrong"),
)  # fmt: skip
