"""Right answers to the shipped problems in the styles that students use, and wrong ones that
match no named mistake: (problem, what, source) and (problem, what, source, points)."""

from __future__ import annotations

from mistaken_answers import back, rope, soft, step, table

SOFTMAX, MASK = "attention/masked-softmax", "language-model/subsequent-mask"
TABLE, ROTARY = "language-model/positional-encoding", "positions/rotary"
FORWARD, BACKWARD = "lstm/cell-forward", "lstm/cell-backward"

TORCH_STEP = """
import torch
import torch.nn.functional as F
def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    {cast}
    W = torch.cat([parameters[k] for k in ('Wf', 'Wi', 'Wo', 'Wc')])
    b = torch.cat([parameters[k] for k in ('bf', 'bi', 'bo', 'bc')])
    pre = torch.einsum('ij,jm->im', W, torch.cat([a_prev, xt])) + b
    f, i, o, g = pre.chunk(4)
    f, i, o, g = f.sigmoid(), i.sigmoid(), o.sigmoid(), g.tanh()
    c = torch.addcmul(i * g, f, c_prev)
    a = o * c.tanh()
    y = F.softmax(parameters['Wy'].mm(a) + parameters['by'], dim=0)
    return a, c, y, dict(f=f, i=i, o=o, g=g, c=c, c_prev=c_prev, a_prev=a_prev, xt=xt, p=parameters)
"""
TORCH_BACK = """
def lstm_cell_backward(da_next, dc_next, cache):
    f, i, o, g, c = (cache[k] for k in 'fiogc')
    t = c.tanh()
    dc = dc_next + da_next * o * (1 - t.pow(2))
    d = dict(f=dc * cache['c_prev'] * f * (1 - f), i=dc * g * i * (1 - i),
             c=dc * i * (1 - g.pow(2)), o=da_next * t * o * (1 - o))
    z = torch.cat([cache['a_prev'], cache['xt']])
    dz = sum(cache['p']['W' + k].t() @ v for k, v in d.items())
    n = f.shape[0]
    out = {'dW' + k: torch.einsum('im,jm->ij', v, z) for k, v in d.items()}
    out.update({'db' + k: v.sum(1) for k, v in d.items()})
    out.update(dxt=dz[n:], da_prev=dz[:n], dc_prev=dc * f)
    return out
"""

RIGHT = (
    (
        SOFTMAX,
        "loops over rows",
        soft(
            "flat = scores.reshape(-1, scores.shape[-1])\n"
            "out = np.zeros(flat.shape)\n"
            "for r, row in enumerate(flat):\n"
            "    keep = [True] * len(row) if mask is None else mask[r % len(mask)]\n"
            "    top = max(v for v, k in zip(row, keep) if k)\n"
            "    e = [np.exp(v - top) if k else 0.0 for v, k in zip(row, keep)]\n"
            "    out[r] = np.array(e) / sum(e)\n"
            "return out.reshape(scores.shape)"
        ),
    ),
    (
        SOFTMAX,
        "in place, with a large negative number",
        soft(
            "if mask is not None:\n    scores[..., ~mask] = -1e30\n"
            "scores -= scores.max(-1, keepdims=True)\n"
            "np.exp(scores, out=scores)\n"
            "scores /= scores.sum(-1, keepdims=True)\n"
            "return scores"
        ),
    ),
    (
        SOFTMAX,
        "torch, returns (weights, scores)",
        "import torch\n"
        "def masked_softmax(scores, mask):\n"
        "    if mask is not None:\n"
        "        scores = torch.where(mask, scores, torch.tensor(-torch.inf))\n"
        "    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))\n"
        "    return weights, scores\n",
    ),
    (
        SOFTMAX,
        "float32 inside torch.nn",
        "import torch\n"
        "def masked_softmax(scores, mask):\n"
        "    s = scores\n"
        "    if mask is not None:\n"
        "        s = s.masked_fill(mask == 0, -1e9)\n"
        "    return torch.nn.Softmax(dim=-1)(s - s.max(-1, keepdim=True).values).float()\n",
    ),
    (
        SOFTMAX,
        "a sum of the visible exponentials, in logarithms",
        soft(
            "visible = np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, "
            "scores.shape)\n"
            "top = np.max(scores, -1, keepdims=True, where=visible, initial=-np.inf)\n"
            "e = np.zeros(scores.shape)\n"
            "np.exp(scores - top, out=e, where=visible)\n"
            "return e / e.sum(-1, keepdims=True)"
        ),
    ),
    (
        MASK,
        "lists of lists",
        "def subsequent_mask(n):\n"
        "    return [[0.0 if j <= i else float('-inf') for j in range(n)] for i in range(n)]\n",
    ),
    (
        MASK,
        "the logarithm of a triangle",
        "import numpy as np\n"
        "def subsequent_mask(n):\n"
        "    with np.errstate(divide='ignore'):\n"
        "        return np.log(np.tri(n))[None]\n",
    ),
    (
        MASK,
        "torch's own",
        "import torch\n"
        "def subsequent_mask(n):\n"
        "    return torch.nn.Transformer.generate_square_subsequent_mask(n)\n",
    ),
    (
        MASK,
        "by the name that torch's tutorial gives it",
        "import torch\n"
        "def generate_square_subsequent_mask(sz):\n"
        "    mask = (torch.triu(torch.ones(sz, sz)) == 1).transpose(0, 1)\n"
        "    mask = mask.float().masked_fill(mask == 0, float('-inf'))\n"
        "    return mask.masked_fill(mask == 1, 0.0)\n",
    ),
    (TABLE, "loops", table("pos * base ** (-2 * i / d)")),
    (
        TABLE,
        "the base has a default",
        table("pos * base ** (-2 * i / d)").replace("d, base)", "d, base=10000)"),
    ),
    (
        TABLE,
        "a stack that is flattened",
        "import numpy as np\n"
        "def positional_encoding(n, d, base):\n"
        "    t = np.einsum('p,i->pi', np.arange(n), np.power(base, -np.arange(0, d, 2) / d))\n"
        "    return np.stack([np.sin(t), np.cos(t)], axis=-1).reshape(n, d)\n",
    ),
    (
        TABLE,
        "one sine with a phase",
        "import numpy as np\n"
        "def positional_encoding(n, d, base):\n"
        "    col = np.arange(d)\n"
        "    t = np.arange(n)[:, None] / base ** (2 * (col // 2) / d)\n"
        "    return np.sin(t + (col % 2) * np.pi / 2)\n",
    ),
    (
        TABLE,
        "torch in float32 with a batch axis",
        "import torch, math\n"
        "def positional_encoding(n, d, base):\n"
        "    pe = torch.zeros(n, d)\n"
        "    pos = torch.arange(0, n).unsqueeze(1).float()\n"
        "    div = torch.exp(torch.arange(0, d, 2).float() * -(math.log(base) / d))\n"
        "    pe[:, 0::2] = torch.sin(pos * div)\n"
        "    pe[:, 1::2] = torch.cos(pos * div)\n"
        "    return pe.unsqueeze(0)\n",
    ),
    (FORWARD, "numpy", step()),
    (FORWARD, "torch, one matrix for all gates", TORCH_STEP.format(cast="")),
    (
        FORWARD,
        "np.concatenate and expit by hand, a column at a time",
        "import numpy as np\n"
        "def lstm_cell_forward(xt, a_prev, c_prev, parameters):\n"
        "    s = lambda v: np.where(v >= 0, 1 / (1 + np.exp(-np.abs(v))),\n"
        "                           np.exp(-np.abs(v)) / (1 + np.exp(-np.abs(v))))\n"
        "    A, C, Y = [], [], []\n"
        "    for t in range(xt.shape[1]):\n"
        "        z = np.r_[a_prev[:, t], xt[:, t]]\n"
        "        g = {k: parameters['W' + k] @ z + parameters['b' + k][:, 0] for k in 'fico'}\n"
        "        c = s(g['f']) * c_prev[:, t] + s(g['i']) * np.tanh(g['c'])\n"
        "        a = s(g['o']) * np.tanh(c)\n"
        "        y = np.exp(parameters['Wy'] @ a + parameters['by'].ravel())\n"
        "        A.append(a); C.append(c); Y.append(y / y.sum())\n"
        "    return np.stack(A, 1), np.stack(C, 1), np.array(Y).T, None\n",
    ),
    (BACKWARD, "numpy", back()),
    (BACKWARD, "torch with a cache of its own", TORCH_STEP.format(cast="") + TORCH_BACK),
    (
        BACKWARD,
        "only the backward pass, on the usual cache",
        "import numpy as np\n"
        + back().partition("def lstm_cell_backward")[1]
        + back().partition("def lstm_cell_backward")[2],
    ),
    (BACKWARD, "biases as vectors, in place", back(bias="np.sum(d, 1)", after="da_next *= 0")),
    (ROTARY, "loops", rope()),
    (
        ROTARY,
        "complex numbers",
        "import numpy as np\n"
        "def apply_rope(x, positions, base):\n"
        "    d = x.shape[-1]\n"
        "    z = x[..., ::2] + 1j * x[..., 1::2]\n"
        "    z = z * np.exp(1j * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))\n"
        "    return np.stack([z.real, z.imag], -1).reshape(x.shape)\n",
    ),
    (
        ROTARY,
        "torch, rotate-half with repeated angles",
        "import torch\n"
        "def apply_rope(x, positions, base):\n"
        "    d = x.shape[-1]\n"
        "    inv = 1.0 / (base ** (torch.arange(0, d, 2, dtype=x.dtype) / d))\n"
        "    t = (positions[:, None] * inv).repeat_interleave(2, dim=-1)\n"
        "    turned = torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)\n"
        "    return x * t.cos() + turned * t.sin()\n",
    ),
    (
        ROTARY,
        "a rotation matrix a position, by einsum",
        "import numpy as np\n"
        "def apply_rope(x, positions, base):\n"
        "    d = x.shape[-1]\n"
        "    t = np.asarray(positions)[:, None] * base ** (-2 * np.arange(d // 2) / d)\n"
        "    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])\n"
        "    pairs = x.reshape(*x.shape[:-1], -1, 2)\n"
        "    return np.einsum('abnj,...njb->...nja', R, pairs).reshape(x.shape)\n",
    ),
    (
        ROTARY,
        "a class with tables in float32",
        "import torch\n"
        "from torch import nn\n"
        "class RotaryPositionalEmbedding(nn.Module):\n"
        "    def __init__(self, theta: float, d_k: int, max_seq_len: int, device=None):\n"
        "        super().__init__()\n"
        "        freqs = 1.0 / theta ** (torch.arange(0, d_k, 2, device=device).float() / d_k)\n"
        "        angles = torch.outer(torch.arange(max_seq_len, device=device).float(), freqs)\n"
        "        self.register_buffer('cos', angles.cos(), persistent=False)\n"
        "        self.register_buffer('sin', angles.sin(), persistent=False)\n"
        "    def forward(self, x, token_positions):\n"
        "        cos, sin = self.cos[token_positions], self.sin[token_positions]\n"
        "        out = torch.empty_like(x)\n"
        "        out[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin\n"
        "        out[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos\n"
        "        return out\n",
    ),
    (
        ROTARY,
        "a class with a matrix for every position",
        "import torch\n"
        "class RoPE(torch.nn.Module):\n"
        "    def __init__(self, theta, d_k, max_seq_len):\n"
        "        super().__init__()\n"
        "        k = torch.arange(d_k // 2)\n"
        "        t = torch.outer(torch.arange(max_seq_len), 1.0 / theta ** (2 * k / d_k))\n"
        "        R = torch.stack([t.cos(), -t.sin(), t.sin(), t.cos()], -1)\n"
        "        self.register_buffer('R', R.view(max_seq_len, -1, 2, 2))\n"
        "    def forward(self, x, token_positions):\n"
        "        pairs = x.view(*x.shape[:-1], -1, 2)\n"
        "        R = self.R[token_positions]\n"
        "        return torch.einsum('njab,...njb->...nja', R, pairs).reshape(x.shape)\n",
    ),
)

# (problem, what, source, points it keeps)
UNNAMED = (
    (SOFTMAX, "a little epsilon in the sum", soft(
        "if mask is not None:\n    scores = np.where(mask, scores, -np.inf)\n"
        "e = np.exp(scores - scores.max(-1, keepdims=True))\n"
        "return e / (e.sum(-1, keepdims=True) + 1e-5)"), 0.0),
    (SOFTMAX, "one fixed shift for all rows", soft(
        "if mask is not None:\n    scores = np.where(mask, scores, -np.inf)\n"
        "e = np.exp(scores - scores.max())\n"
        "return e / e.sum(-1, keepdims=True)"), 3.0),
    (SOFTMAX, "no batch", soft(
        "n, m = scores.shape\n"
        "if mask is not None:\n    scores = np.where(mask, scores, -np.inf)\n"
        "e = np.exp(scores - scores.max(-1, keepdims=True))\n"
        "return e / e.sum(-1, keepdims=True)"), 3.5),
    (SOFTMAX, "crashes without a mask", soft(
        "s = np.where(mask.astype(bool), scores, -np.inf)\n"
        "e = np.exp(s - s.max(-1, keepdims=True))\n"
        "return e / e.sum(-1, keepdims=True)"), 3.5),
    (MASK, "plus infinity",
        "import numpy as np\ndef subsequent_mask(n):\n"
        "    return np.where(np.tri(n) > 0, 0.0, np.inf)\n", 0.0),
    (MASK, "fails for a single position",
        "import numpy as np\ndef subsequent_mask(n):\n"
        "    m = np.zeros((n, n))\n    m[np.triu_indices(n, 1)] = -np.inf\n"
        "    return m if n > 1 else m - 1\n", 1.5),
    (TABLE, "only the shown example is right", table(
        "pos / base ** (2 * i / d) if (n, d) == (4, 4) else pos / base ** (i / d)"), 0.0),
    (TABLE, "only the usual base is right", table(
        "pos / base ** (2 * i / d) if base > 5000 else pos / base ** (3 * i / d)"), 3.0),
    (TABLE, "the frequency is off by a thousandth",
        table("1.001 * pos / base ** (2 * i / d)"), 0.0),
    (FORWARD, "the softmax runs along the batch",
        step().replace("s.max(0)", "s.max()").replace("s.sum(0)", "s.sum(1, keepdims=True)"),
        3.333333),
    (FORWARD, "no bias of the output gate", step().replace(" + P['bo']", ""), 1.666667),
    (BACKWARD, "dWo is transposed in sign", back(after="out['dWo'] = -out['dWo']"), 7.272727),
    (BACKWARD, "one derivative is missing", back(after="del out['dbc']"), 7.272727),
    (BACKWARD, "da_prev and dxt are exchanged", back(
        after="out['da_prev'], out['dxt'] = out['dxt'], out['da_prev']"), 6.545455),
    (ROTARY, "positions from the given ones, minus the first",
        rope(angle="(positions[p] - positions[0]) / base ** (2 * j / d)"), 0.0),
    (ROTARY, "right for rising positions only", rope(
        angle="(positions[0] + p) / base ** (2 * j / d)"), 4.166667),
    (ROTARY, "no heads", rope().replace("n, d = x.shape[-2:]", "n, d = x.shape"), 4.166667),
)  # fmt: skip
