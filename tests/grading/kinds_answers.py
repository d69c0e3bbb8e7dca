"""Answers to `kinds_course`: (part, what, source, verdict, points, message, notes)."""

from __future__ import annotations

HEAD = "import numpy as np\n"

# property: (a right answer, a wrong one, what is said about the wrong one)
PROPERTY = {
    "rows_sum_to_one": (
        "def weights(x):\n    e = np.exp(x)\n    return e / e.sum(1)[:, None]\n",
        "def weights(x):\n    e = np.exp(x)\n    return e / e.sum(0)\n",
        "case 1: 5 of 5 rows do not sum to 1",
    ),
    "causal": (
        "def running_mean(x):\n    return [x[: i + 1].mean(0).tolist() for i in range(len(x))]\n",
        "def running_mean(x):\n    return x - x.mean(0)\n",
        "case 1: changing positions 2 and later changes the outputs before them",
    ),
    "permutation_equivariant": (
        "def each_row(x):\n    return np.stack([r / np.linalg.norm(r) for r in x])\n",
        "def each_row(x):\n    return x * np.arange(len(x))[:, None]\n",
        "case 1: permuting the inputs does not just permute the outputs",
    ),
    "permutation_invariant": (
        "def pooled(x):\n    return sum(x)\n",
        "def pooled(x):\n    return x[0]\n",
        "case 1: permuting the inputs changes the result",
    ),
    "orthogonal": (
        "def rotation(x):\n    return np.linalg.svd(x)[0]\n",
        "def rotation(x):\n    return x / np.linalg.norm(x, axis=0)\n",
        "case 1: R Rᵀ is not the identity",
    ),
    "symmetric": (
        "def gram(x):\n    return np.inner(x, x)\n",
        "def gram(x):\n    return np.triu(x @ x.T)\n",
        "case 1: it is not symmetric",
    ),
    "depends_on_differences": (
        "def turned(x, positions):\n"
        "    t = np.repeat(positions[:, None] * 0.5 ** np.arange(3), 2, axis=1)\n"
        "    half = np.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)\n"
        "    return x * np.cos(t) + half * np.sin(t)\n",
        "def turned(x, positions):\n    return x + np.sin(positions)[:, None]\n",
        "case 1: moving all positions by the same amount changes the inner products",
    ),
    "deterministic": (
        "def weights(x):\n    return x * 2\n",
        "def weights(x):\n    return x * (np.random.rand(*x.shape) > 0.5)\n",
        "case 1: two calls with the same inputs give different results",
    ),
    "leaves_inputs_unchanged": (
        "def weights(x):\n    x = x - x.max()\n    x -= 1\n    return x\n",
        "def weights(x):\n    x -= x.max()\n    return x\n",
        "case 1: your function changes its input x in place",
    ),
    "right_dtype": (
        "def weights(x):\n    return x / 2\n",
        "def weights(x):\n    return x.astype('f4')\n",
        "case 1: the result is float32, not float64",
    ),
}

BACK = "import torch\ndef backward(dout, x, w):\n    d = dout * (1 - (x @ w).tanh() ** 2)\n"
NET = """\
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        {layers}
    def forward(self, x):
        return {forward}
"""


def net(
    layers: str = "self.a = nn.Linear(d, h); self.b = nn.Linear(h, d, bias=False)",
    forward: str = "self.b(torch.relu(self.a(x)))",
) -> str:
    return NET.format(layers=layers, forward=forward)


SAME_NAMES = net(
    "self.first = nn.Linear(d, h); self.second = nn.Linear(h, d, bias=False)",
    "self.second(self.first(x).clamp(min=0))",
)
IN_ORDER = ("your parameters have other names; they were matched in order",)

OTHERS = (
    ("backward", "a dictionary", BACK + "    return {'dx': d @ w.T, 'dw': x.T @ d}\n",
     "correct", 4.0, "", ()),
    ("backward", "a tuple in numpy",
     HEAD + "def backward(dout, x, w):\n    d = dout * (1 - np.tanh(x @ w) ** 2)\n"
     "    return d @ w.T, x.T @ d\n", "correct", 4.0, "", ()),
    ("backward", "no derivative of tanh",
     "def backward(dout, x, w):\n    return {'dx': dout @ w.T, 'dw': x.T @ dout}\n",
     "wrong", 0.0, "case 1: dx differs in 12 of 12 entries (and so do dw)", ()),
    ("backward", "one derivative is transposed",
     BACK + "    return {'dx': d @ w.T, 'dw': d.T @ x}\n",
     "partly", 2.0, "case 1: dw has shape (6, 4), not (4, 6); it looks transposed; "
     "1 of 2 outputs is right in every case: dx", ()),
    ("backward", "only one derivative", BACK + "    return {'dx': d @ w.T}\n",
     "partly", 2.0, "case 1: the result has no key 'dw'; "
     "1 of 2 outputs is right in every case: dx", ()),
    ("energy", "powers", "import torch\ndef energy(x):\n    return x.pow(3).sum(-1)\n",
     "correct", 2.0, "", ()),
    ("energy", "the graph is cut",
     "import torch\ndef energy(x):\n    return (x.detach() ** 3).sum(-1)\n",
     "partly", 1.0,
     "gradients agree with autograd: case 1: TypeError: the result does not "
     "depend on its inputs through torch operations, so it has no gradient", ()),
    ("energy", "half of the graph is cut",
     "import torch\ndef energy(x):\n    return (x.detach() ** 2 * x).sum(-1)\n",
     "partly", 1.0,
     "gradients agree with autograd: case 1: x differs in 12 of 12 entries", ()),
    ("energy", "numpy has no gradient",
     "import numpy as np\ndef energy(x):\n    return (np.asarray(x) ** 3).sum(-1)\n",
     "partly", 1.0,
     "gradients agree with autograd: case 1: RuntimeError: Can't call numpy() on "
     "Tensor that requires grad. Use tensor.detach().numpy() instead. at "
     "homework.py, line 3", ()),
    ("net", "the same names", SAME_NAMES, "correct", 3.0, "", ()),
    ("net", "other names", net(), "correct", 3.0, "", IN_ORDER),
    ("net", "a parameter too many",
     net("self.a = nn.Linear(d, h); self.b = nn.Linear(h, d)"), "wrong", 0.0,
     "case 1: your module has 22 trainable parameters, not 20", ()),
    ("net", "the order of the layers is another",
     net("self.b = nn.Linear(h, d, bias=False); self.a = nn.Linear(d, h)"),
     "correct", 3.0, "", IN_ORDER),
    ("net", "no relu", net(forward="self.b(self.a(x))"), "wrong", 0.0,
     "case 1: with the reference's parameters, the result differs in 8 of 8 "
     "entries", IN_ORDER),
    ("net", "not registered",
     net("self.layers = [nn.Linear(d, h), nn.Linear(h, d, bias=False)]",
         "self.layers[1](torch.relu(self.layers[0](x)))"), "wrong", 0.0,
     "case 1: your module has 0 trainable parameters, not 20; torch does not see "
     "those in layers: use nn.ModuleList or nn.Parameter", ()),
    ("net", "no module", "class Net:\n    def __init__(self, d, h):\n        self.d = d\n",
     "crashed", 0.0, "TypeError: Net is not a torch.nn.Module", ()),
    ("net", "takes other arguments",
     "from torch import nn\nclass Net(nn.Module):\n    def __init__(self, d):\n"
     "        super().__init__()\n", "crashed", 0.0,
     "TypeError: Net.__init__() takes 2 positional arguments but 3 were given", ()),
    ("net", "a function", "def Net(x, W, b):\n    return x @ W + b\n", "not attempted", 0.0,
     "no class Net was found; Net (homework.py, line 1) is a function", ()),
    ("product", "as asked", "def product(a, b):\n    return a @ b\n", "correct", 2.0, "", ()),
    ("product", "a loop",
     HEAD + "def product(a, b):\n    return np.array([row @ b for row in a])\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses a loop, which this part "
     "forbids. Use @.", ()),
    ("product", "a method", "def product(a, b):\n    return a.dot(b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 2: uses a.dot, which this part "
     "forbids. Use @.", ()),
    ("product", "an alias",
     "import numpy as n\ndef product(a, b):\n    return n.einsum('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "imported from",
     "from numpy import einsum as e\ndef product(a, b):\n    return e('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "imported inside",
     "def product(a, b):\n    from numpy import einsum\n    return einsum('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 2: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "another name for the library",
     HEAD + "lib = np\ndef product(a, b):\n    return lib.einsum('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 4: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "another name inside",
     HEAD + "def product(a, b):\n    tool = np.einsum\n    return tool('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "a helper",
     HEAD + "def tool(a, b):\n    return np.einsum('ij,jk', a, b)\n"
     "def product(a, b):\n    return tool(a, b)\n", "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "a helper of a helper, as a lambda",
     HEAD + "inner = lambda a, b: np.einsum('ij,jk', a, b)\ntool = inner\n"
     "def product(a, b):\n    return tool(a, b)\n", "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 2: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "eval", HEAD + "def product(a, b):\n    return eval('np.einsum')('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses eval to reach numpy.einsum, which this "
     "part forbids. Use @.", ()),
    ("product", "getattr",
     HEAD + "def product(a, b):\n    return getattr(np, 'ein' + 'sum')('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.einsum, which this part "
     "forbids. Use @.", ()),
    ("product", "through a dictionary of names",
     HEAD + "def product(a, b):\n    return np.__dict__['einsum']('ij,jk', a, b)\n",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.einsum, which this "
     "part forbids. Use @.", ()),
    ("product", "one definition for the reader and one for the run",
     HEAD + "if True:\n    def product(a, b):\n        return np.einsum('ij,jk', a, b)\n"
     "else:\n    def product(a, b):\n        return a @ b\n", "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 4: uses numpy.einsum, which this part "
     "forbids. Use @.",
     ("product is defined 2 times (homework.py, lines 3 and 6); graded is the one that is there "
      "once the file has run",)),
    ("product", "a draft that was replaced",
     HEAD + "def product(a, b):\n    return np.einsum('ij,jk', a, b)\n"
     "def product(a, b):\n    return a @ b\n", "correct", 2.0, "",
     ("product is defined 2 times; graded is the one in homework.py, line 4, not the one in "
      "homework.py, line 2",)),
    ("product", "another function may do what it likes",
     HEAD + "def other(a, b):\n    return [np.einsum('ij,jk', a, b) for _ in a]\n"
     "def product(a, b):\n    return a @ b\n", "correct", 2.0, "", ()),
    ("fast", "vectorised",
     HEAD + "def fast_product(a, b):\n    return np.tensordot(a, b, 1)\n", "correct", 2.0, "", ()),
    ("fast", "three loops",
     HEAD + "def fast_product(a, b):\n    out = np.zeros((a.shape[0], b.shape[1]))\n"
     "    for i in range(a.shape[0]):\n        for j in range(b.shape[1]):\n"
     "            for k in range(a.shape[1]):\n                out[i, j] += a[i, k] * b[k, j]\n"
     "    return out\n", "partly", 1.0,
     "takes at most 20 times as long as the reference: it takes about N times as "
     "long as the reference; at most 20 times is asked for. Is there a loop that "
     "one array operation could replace?", ()),
)  # fmt: skip
