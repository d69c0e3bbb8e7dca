"""Every named mistake of the shipped problems, written as a student would, not as the reference.

(problem, the mistake's name, source)
"""

from __future__ import annotations

STEP = """
import numpy as np
def sig(v): return 1.0 / (1.0 + np.exp(-v))
def lstm_cell_forward(xt, a_prev, c_prev, parameters):
    P = parameters
    cat = np.vstack([{stack}])
    f = sig(P['Wf'].dot(cat) + P['bf'])
    i = sig(P['Wi'].dot(cat) + P['bi'])
    o = sig(P['Wo'].dot(cat) + P['bo'])
    g = {candidate}(P['Wc'].dot(cat) + P['bc'])
    c = {cell}
    a = {out}
    s = P['Wy'].dot(a) + P['by']
    s = np.exp(s - s.max(0))
    return a, c, s / s.sum(0), (a, c, a_prev, c_prev, f, i, g, o, xt, P)
"""
RIGHT_STEP = {
    "stack": "a_prev, xt", "candidate": "np.tanh", "cell": "f * c_prev + i * g",
    "out": "o * np.tanh(c)",
}  # fmt: skip


def step(**changes: str) -> str:
    return STEP.format(**{**RIGHT_STEP, **changes})


BACK = """
def lstm_cell_backward(da_next, dc_next, cache):
    a, c, a_prev, c_prev, f, i, g, o, xt, P = cache
    th = np.tanh(c)
    dC = {upstream}da_next * o * (1 - th ** 2)
    do = da_next * th * o * (1 - o)
    dg = dC * i{slope}
    di = dC * g * i * (1 - i)
    df = dC * c_prev * f * (1 - f)
    cat = np.vstack([a_prev, xt])
    out = {{'dc_prev': dC * f}}
    dcat = 0
    for k, d in zip('fico', (df, di, dg, do)):
        dcat = dcat + P['W' + k].T.dot(d)
        out['dW' + k] = d.dot(cat.T)
        out['db' + k] = {bias}
    n = a_prev.shape[0]
    out['da_prev'], out['dxt'] = dcat[:n], dcat[n:]
    {after}
    return out
"""
RIGHT_BACK = {
    "upstream": "dc_next + ", "slope": " * (1 - g * g)", "bias": "d.sum(axis=1, keepdims=True)",
    "after": "pass",
}  # fmt: skip


def back(**changes: str) -> str:
    return step() + BACK.format(**{**RIGHT_BACK, **changes})


SOFT = """
import numpy as np
def masked_softmax(scores, mask):
    {body}
"""


def soft(body: str) -> str:
    return SOFT.format(body=body.replace("\n", "\n    "))


PLAIN = "e = np.exp(s - s.max({axis}, keepdims=True))\nw = e / e.sum({axis}, keepdims=True)\n"

MASKED_SOFTMAX = (
    (
        "the mask is applied after the softmax",
        soft("s = scores\n" + PLAIN.format(axis=-1) + "return w if mask is None else w * mask"),
    ),
    (
        "hidden scores are set to zero",
        soft(
            "s = scores if mask is None else np.where(mask, scores, 0)\n"
            + PLAIN.format(axis=-1)
            + "return w"
        ),
    ),
    (
        "True is taken to mean hidden",
        "import torch\n"
        "def masked_softmax(scores, mask):\n"
        "    if mask is not None:\n"
        "        scores = scores.masked_fill(mask, float('-inf'))\n"
        "    return torch.softmax(scores, -1)\n",
    ),
    (
        "the softmax runs over the queries",
        soft(
            "s = scores + (0 if mask is None else np.where(mask, 0, -np.inf))\n"
            + PLAIN.format(axis=-2)
            + "return w"
        ),
    ),
    (
        "the largest score is not subtracted before exponentiating",
        soft(
            "e = np.exp(scores)\n"
            "if mask is not None:\n    e = np.where(mask, e, 0)\n"
            "return e / e.sum(axis=-1, keepdims=True)"
        ),
    ),
    (
        "exponentials that may be infinite are multiplied by the mask",
        soft(
            "e = np.exp(scores)\nif mask is not None:\n    e = e * mask\n"
            "return e / e.sum(axis=-1, keepdims=True)"
        ),
    ),
    (
        "a hidden score is taken for the largest of its row",
        soft(
            "s = scores\n" + PLAIN.format(axis=-1) + "if mask is not None:\n    w = w * mask\n"
            "return w / w.sum(-1, keepdims=True)"
        ),
    ),
    (
        "the softmax is taken twice",
        "import torch\nimport torch.nn.functional as F\n"
        "def masked_softmax(scores, mask):\n"
        "    if mask is not None:\n"
        "        scores = scores.masked_fill(mask == 0, -1e12)\n"
        "    return torch.nn.Softmax(dim=-1)(F.softmax(scores, dim=-1))\n",
    ),
    (
        "the softmax is taken before the mask and again after it",
        "import torch\n"
        "def masked_softmax(scores, mask):\n"
        "    w = scores.softmax(-1)\n"
        "    if mask is not None:\n"
        "        w[..., ~mask] = float('-inf')\n"
        "    return torch.softmax(w, -1)\n",
    ),
)

MASK = "import numpy as np\ndef subsequent_mask(n):\n    i, j = np.indices((n, n))\n    return {}\n"

SUBSEQUENT_MASK = (
    ("a position is hidden from itself", MASK.format("np.where(j >= i, -np.inf, 0.0)")),
    ("one position ahead stays visible", MASK.format("np.where(j > i + 1, -np.inf, 0.0)")),
    ("the mask is transposed and hides the past", MASK.format("np.where(j < i, -np.inf, 0.0)")),
    (
        "ones and zeros are used in place of 0 and minus infinity",
        "import torch\ndef subsequent_mask(n):\n    return torch.ones(n, n).tril()\n",
    ),
    (
        "hidden positions are marked with 1 in place of minus infinity",
        MASK.format("(j > i).astype(float)"),
    ),
    ("a large number stands for infinity", MASK.format("-1e9 * (j > i)")),
    (
        "Booleans say what is seen",
        "import torch\ndef subsequent_mask(n):\n    return torch.ones(1, n, n).tril() == 1\n",
    ),
    ("Booleans say what is hidden", MASK.format("j > i")),
)

TABLE = """
import numpy as np
def positional_encoding(n, d, base):
    pe = np.zeros((n, d))
    for pos in range(n):
        for i in range(d // 2):
            {row}
    return pe
"""


def table(angle: str, even: str = "sin", odd: str = "cos") -> str:
    return TABLE.format(
        row=f"t = {angle}; pe[pos, 2*i] = np.{even}(t); pe[pos, 2*i+1] = np.{odd}(t)"
    )


COLUMNS = """
import math
def positional_encoding({arguments}):
    wave = lambda p, c: math.cos(p / ({scale})) if c % 2 else math.sin(p / ({scale}))
    return [[wave(p, c) for c in range(d)] for p in range(n)]
"""


def columns(scale: str) -> str:
    return COLUMNS.format(arguments="n, d, base=10000", scale=scale)


def columns_of_two_arguments(scale: str) -> str:
    return COLUMNS.format(arguments="n, d", scale=scale)


POSITIONAL = (
    ("the base is always 10000", table("pos / 10000 ** (2 * i / d)")),
    (
        "all sines come first and then all cosines",
        "import numpy as np\n"
        "def positional_encoding(n, d, base):\n"
        "    t = np.arange(n)[:, None] / base ** (np.arange(0, d, 2) / d)\n"
        "    return np.hstack([np.sin(t), np.cos(t)])\n",
    ),
    ("sine and cosine are exchanged", table("pos / base ** (2 * i / d)", "cos", "sin")),
    ("the exponent 2i/d is rounded down to zero", table("pos / base ** (2 * i // d)")),
    (
        "the column number is used where the pair number belongs",
        table("pos / base ** (2 * (2 * i) / d)"),
    ),
    (
        "the exponent is written as a factor",
        "import numpy as np\n"
        "def positional_encoding(n, d, base):\n"
        "    i = np.arange(d // 2)\n"
        "    t = np.arange(n)[:, None] * (1 / (base * 2 * i / d))\n"
        "    pe = np.zeros((n, d))\n"
        "    pe[:, ::2], pe[:, 1::2] = np.sin(t), np.cos(t)\n"
        "    return pe\n",
    ),
    ("positions are counted from 1", table("(pos + 1) / base ** (2 * i / d)")),
    ("each column has a frequency of its own", columns("base ** (c / d)")),
    (
        "each column has a frequency of its own, "
        "and its number stands where that of the pair belongs",
        columns("base ** (2 * c / d)"),
    ),
    ("the exponent has lost its factor 2", table("pos / base ** (i / d)")),
    ("the number of the pair is halved once more", table("pos / base ** (2 * (i // 2) / d)")),
    ("the power is divided by d, and not the exponent", table("pos / (base ** (2 * i) / d)")),
    (
        "the column number is used where the pair number belongs, and the base is always 10000",
        columns_of_two_arguments("10000 ** (2 * (c - c % 2) / d)"),
    ),
    (
        "all sines come first and then all cosines, and the base is always 10000",
        "import numpy as np\n"
        "def positional_encoding(length, width):\n"
        "    angle = np.arange(length)[:, None] / 10000 ** (np.arange(0, width, 2) / width)\n"
        "    return np.hstack([np.sin(angle), np.cos(angle)])\n",
    ),
    (
        "each column has a frequency of its own, and the base is always 10000",
        columns_of_two_arguments("10000 ** (c / d)"),
    ),
    (
        "each column has a frequency of its own, "
        "its number stands where that of the pair belongs, and the base is always 10000",
        columns_of_two_arguments("10000 ** (2 * c / d)"),
    ),
    (
        "the base is always 10000",
        "import torch\n"
        "def positional_encoding(max_len, d_model):\n"
        "    pe = torch.zeros(1, max_len, d_model)\n"
        "    t = torch.arange(max_len)[:, None] * 1e4 ** (-torch.arange(0, d_model, 2) / d_model)\n"
        "    pe[:, :, 0::2], pe[:, :, 1::2] = t.sin(), t.cos()\n"
        "    return pe\n",
    ),
    (
        "the row of position 0 is left at zero",
        table("pos / base ** (2 * i / d)").replace("range(n)", "range(1, n)"),
    ),
    (
        "only column 1 gets its cosine",
        "import numpy as np\n"
        "def positional_encoding(n, d, base):\n"
        "    t = np.arange(n)[:, None] / base ** (np.arange(0, d, 2) / d)\n"
        "    pe = np.zeros((n, d))\n"
        "    pe[:, 0::2] = np.sin(t)\n"
        "    pe[:, 1:2] = np.cos(t[:, :1])\n"
        "    return pe\n",
    ),
)

CELL_FORWARD = (
    ("the forget and the update gate are exchanged", step(cell="i * c_prev + f * g")),
    ("the input is stacked on top of the activation", step(stack="xt, a_prev")),
    ("the cell state is not passed through tanh", step(out="o * c")),
    ("the candidate goes through a sigmoid", step(candidate="sig")),
    ("the output gate is missing", step(out="np.tanh(c)")),
)


def one_term(slope: str) -> str:
    """As a handout prints it, without brackets around the sum of the two ways to the loss."""
    return back(
        after=f"""
    sech = 1 - th ** 2
    df = dc_next * c_prev + o * sech * c_prev * da_next * f * (1 - f)
    di = dc_next * g + o * sech * g * da_next * i * (1 - i)
    dg = dc_next * i + o * sech * i * da_next * {slope}
    dz = sum(P['W' + k].T.dot(d) for k, d in zip('fico', (df, di, dg, do)))
    out.update(da_prev=dz[:n], dxt=dz[n:])
    for k, d in zip('fic', (df, di, dg)):
        out['dW' + k], out['db' + k] = d.dot(cat.T), d.sum(1, keepdims=True)"""
    )


CELL_BACKWARD = (
    (
        "the slope of the candidate is taken as 1 minus what goes into its tanh",
        back(slope=" * (1 - (P['Wc'] @ np.vstack([a_prev, xt]) + P['bc']))"),
    ),
    (
        "tanh is taken once more of a candidate that is already a tanh",
        back(slope=" * (1 - np.tanh(g) ** 2)"),
    ),
    ("the slope of the candidate's tanh is missing", back(slope="")),
    ("dc_next is not added", back(upstream="")),
    (
        "the bias derivatives leave out what comes from above",
        back(
            after="for k, gate in zip('fio', (f, i, o)):\n"
            "        out['db' + k] = np.sum(gate * (1 - gate), axis=1, keepdims=True)"
        ),
    ),
    ("the bias derivatives are not summed over the batch", back(bias="d")),
    ("the bias derivatives are sums over dW", back(bias="out['dW' + k].sum(1, keepdims=True)")),
    (
        "the slopes of the sigmoids are missing",
        back(after="")
        .replace(" * o * (1 - o)", "")
        .replace(" * i * (1 - i)", "")
        .replace(" * f * (1 - f)", ""),
    ),
    (
        "the way back to the activation and the input goes through dW in place of W",
        back().replace("P['W' + k].T.dot(d)", "d.dot(cat.T).T.dot(d)"),
    ),
    ("the slopes multiply only one of the two terms of dc", one_term("(1 - g ** 2)")),
    (
        "the slopes multiply only one of the two terms of dc, and the candidate's is cct "
        "times that of tanh(cct)",
        one_term("g * (1 - np.tanh(g) ** 2)"),
    ),
)

ROPE = """
import numpy as np
def apply_rope(x, positions, base):
    n, d = x.shape[-2:]
    out = np.empty(x.shape)
    for p in range(n):
        for j in range(d // 2):
            t = {angle}
            a, b = x[..., p, {first}], x[..., p, {second}]
            out[..., p, {first}] = a * np.cos(t) {minus} b * np.sin(t)
            out[..., p, {second}] = b * np.cos(t) {plus} a * np.sin(t)
    return out
"""
RIGHT_ROPE = {
    "angle": "positions[p] / base ** (2 * j / d)", "first": "2*j", "second": "2*j+1",
    "minus": "-", "plus": "+",
}  # fmt: skip


def rope(**changes: str) -> str:
    return ROPE.format(**{**RIGHT_ROPE, **changes})


ROTARY = (
    ("the rotation goes the other way round", rope(minus="+", plus="-")),
    ("entry j is paired with entry j + d/2", rope(first="j", second="j + d // 2")),
    (
        "the given positions are ignored and rows are counted from 0",
        rope(angle="p / base ** (2 * j / d)"),
    ),
    ("the exponent has the wrong sign", rope(angle="positions[p] * base ** (2 * j / d)")),
    (
        "the axis of the heads is taken for that of the positions",
        "import torch\n"
        "class RotaryPositionalEmbedding(torch.nn.Module):\n"
        "    def __init__(self, theta, d_k, max_seq_len, device=None):\n"
        "        super().__init__()\n"
        "        inv = theta ** (-torch.arange(0, d_k, 2).float() / d_k)\n"
        "        self.register_buffer('t', torch.outer(torch.arange(max_seq_len).float(), inv))\n"
        "    def forward(self, x, token_positions):\n"
        "        t = self.t[token_positions[: x.shape[0]]]\n"
        "        t = t.view(x.shape[0], *[1] * (x.dim() - 2), -1)\n"
        "        a, b = x[..., 0::2], x[..., 1::2]\n"
        "        pairs = a * t.cos() - b * t.sin(), a * t.sin() + b * t.cos()\n"
        "        return torch.stack(pairs, -1).flatten(-2)\n",
    ),
    ("pairs are numbered from 1", rope(angle="positions[p] / base ** (2 * (j + 1) / d)")),
    (
        "the power is divided by d, and not the exponent",
        rope(angle="positions[p] / (base ** (2 * j) / d)"),
    ),
)

MISTAKEN = [
    (problem, name, source)
    for problem, table_ in (
        ("attention/masked-softmax", MASKED_SOFTMAX),
        ("language-model/subsequent-mask", SUBSEQUENT_MASK),
        ("language-model/positional-encoding", POSITIONAL),
        ("lstm/cell-forward", CELL_FORWARD),
        ("lstm/cell-backward", CELL_BACKWARD),
        ("positions/rotary", ROTARY),
    )
    for name, source in table_
]
