"""Answers about orthogonal inputs, heads as a sum, the score tensor and permutations, written as a
student would: (problem, part, what or the mistake's name, source)."""

from __future__ import annotations

ORTHOGONAL, SUM = "attention/orthogonal", "attention/heads-sum"
TENSOR, MOVED = "attention/score-tensor", "attention/equivariance"

SOFT = """
import numpy as np
def soft(z, ax=-1):
    z = np.exp(z - np.amax(z, axis=ax, keepdims=True))
    return z / np.sum(z, axis=ax, keepdims=True)
"""


def weights(A: str) -> str:
    return SOFT + (
        "def orthogonal_attention(X):\n"
        "    N, D = X.shape\n"
        "    s = X.dot(X.T)\n"
        f"    A = {A}\n"
        "    return A, A.dot(X)\n"
    )


def heads(scale: str = "K.shape[1] ** .5", block: str = "WO[h*V:(h+1)*V]", out: str = "") -> str:
    return SOFT + (
        "def heads_as_sum(X, WQ, WK, WV, WO):\n"
        "    H, D, V = WV.shape\n"
        "    terms = []\n"
        "    for h in range(H):\n"
        "        Q, K = X @ WQ[h], X @ WK[h]\n"
        f"        terms.append(soft(Q @ K.T / ({scale})) @ X @ (WV[h] @ {block}))\n"
        f"    return {out or 'sum(terms)'}, np.stack(terms)\n"
    )


def tensor(slice_: str, loop: str = "for n in range(N) for m in range(N)") -> str:
    return (
        "import numpy as np\n"
        "def score_tensor(A, N):\n"
        "    D = len(A)\n"
        "    M = np.zeros((N*D, N*D, N, N))\n"
        f"    for n, m in [(n, m) {loop}]:\n"
        "        E = np.zeros((N, N))\n"
        "        E[n, m] = 1\n"
        f"        M[:, :, n, m] = {slice_}\n"
        "    return M\n"
    )


def attention(scale: str = "K.shape[1] ** .5", ax: int = 1) -> str:
    return SOFT + (
        "def self_attention(X, WQ, WK, WV):\n"
        "    Q, K, V = X @ WQ, X @ WK, X @ WV\n"
        f"    return soft(Q @ K.T / ({scale}), {ax}) @ V\n"
    )


def gap(moved: str = "f(X[order] + E)", still: str = "f(X + E)[order]") -> str:
    return attention() + (
        "def equivariance_gap(X, E, order, WQ, WK, WV):\n"
        "    f = lambda Z: self_attention(Z, WQ, WK, WV)\n"
        f"    return np.max(np.abs({moved} - {still}))\n"
    )


RIGHT = (
    (ORTHOGONAL, "code", "the general form", weights("soft(s)")),
    (
        ORTHOGONAL,
        "code",
        "the closed form, in lists",
        "import math\n"
        "def orthogonal_attention(X):\n"
        "    N, A, Y = len(X), [], []\n"
        "    for n, x in enumerate(X):\n"
        "        e = math.exp(sum(float(v) * float(v) for v in x))\n"
        "        A.append([(e if m == n else 1) / (e + N - 1) for m in range(N)])\n"
        "        Y.append([sum(a * float(z[d]) for a, z in zip(A[n], X)) for d in range(len(x))])\n"
        "    print('done')\n"
        "    return [A, Y]\n",
    ),
    (
        ORTHOGONAL,
        "code",
        "float32 inside torch, in place",
        "import torch\n"
        "def orthogonal_attention(X):\n"
        "    Z = X.float()\n"
        "    A = (Z @ Z.T).exp_()\n"
        "    A /= A.sum(1, keepdim=True)\n"
        "    return A, A @ Z\n",
    ),
    (SUM, "code", "a loop over heads", heads()),
    (
        SUM,
        "code",
        "torch, all heads at once, terms as a list",
        "import torch\n"
        "def heads_as_sum(X, WQ, WK, WV, WO):\n"
        "    p = ((X @ WQ) @ (X @ WK).mT / WQ.size(-1) ** 0.5).softmax(-1)\n"
        "    terms = p @ X @ WV @ WO.reshape(len(WV), -1, X.size(1))\n"
        "    return terms.sum(0), list(terms)\n",
    ),
    (TENSOR, "code", "Kronecker products", tensor("np.kron(E, A)")),
    (TENSOR, "code", "the first two indices exchanged", tensor("np.kron(E, A).T")),
    (
        TENSOR,
        "code",
        "symmetric in the first two indices",
        tensor("(np.kron(E, A) + np.kron(E, A).T) / 2"),
    ),
    (
        TENSOR,
        "code",
        "nested lists",
        "def score_tensor(A, N):\n"
        "    D = len(A)\n"
        "    return [[[[A[p % D][q % D] if (p // D, q // D) == (n, m) else 0.0\n"
        "               for m in range(N)] for n in range(N)]\n"
        "             for q in range(N * D)] for p in range(N * D)]\n",
    ),
    (MOVED, "attention", "numpy", attention()),
    (
        MOVED,
        "attention",
        "torch's own, with a batch axis",
        "import torch\n"
        "def self_attention(X, WQ, WK, WV):\n"
        "    attend = torch.nn.functional.scaled_dot_product_attention\n"
        "    return attend((X @ WQ)[None], (X @ WK)[None], (X @ WV)[None])\n",
    ),
    (MOVED, "gap", "numpy", gap()),
)

MISTAKEN = (
    (
        ORTHOGONAL,
        "code",
        "exp(0) is taken as 0, so that every output is its own input",
        "import torch\ndef orthogonal_attention(X):\n    return torch.eye(len(X)), X\n",
    ),
    (
        ORTHOGONAL,
        "code",
        "the scores below the fraction are added up without their exponentials",
        weights("np.exp(s) / s.sum(1)[:, None]"),
    ),
    (ORTHOGONAL, "code", "the scores are used without a softmax", weights("s")),
    (
        ORTHOGONAL,
        "code",
        "the scores are divided by the root of D",
        weights("soft(s / np.sqrt(D))"),
    ),
    (ORTHOGONAL, "code", "the softmax runs over n in place of m", weights("soft(s, 0)")),
    (
        SUM,
        "code",
        "the scores are scaled by the root of D, not of the width of a key",
        heads(scale="np.sqrt(D)"),
    ),
    (
        SUM,
        "code",
        "the scores are scaled by the root of the width of a value",
        heads(scale="np.sqrt(V)"),
    ),
    (SUM, "code", "the scores are not scaled", heads(scale="1")),
    (
        SUM,
        "code",
        "a head gets every H-th row of W_o in place of its own block",
        heads(block="WO[h::H]"),
    ),
    (SUM, "code", "every head is multiplied by the first block of W_o", heads(block="WO[:V]")),
    (
        SUM,
        "code",
        "the terms are averaged in place of added",
        heads(out="np.mean(terms, axis=0)"),
    ),
    (
        TENSOR,
        "code",
        "the last two indices have changed places",
        tensor("np.kron(E.T, A)"),
    ),
    (TENSOR, "code", "X is flattened column by column", tensor("np.kron(A, E)")),
    (
        TENSOR,
        "code",
        "every pair of rows counts in every score",
        tensor("np.tile(A, (N, N))"),
    ),
    (
        TENSOR,
        "code",
        "only the scores of a row with itself are filled in",
        tensor("np.kron(E, A)", loop="for n in range(N) for m in [n]"),
    ),
    (MOVED, "attention", "the scores are not scaled", attention(scale="1")),
    (MOVED, "attention", "the softmax runs over the queries", attention(ax=0)),
    (
        MOVED,
        "gap",
        "the output is compared with the one in the old order, as for invariance",
        gap(still="f(X + E)"),
    ),
    (
        MOVED,
        "gap",
        "the encodings are put into the new order as well",
        gap(moved="f((X + E)[order])"),
    ),
    (
        MOVED,
        "gap",
        "the output is put back in place of into the new order",
        gap(still="f(X + E)[np.argsort(order)]"),
    ),
)
