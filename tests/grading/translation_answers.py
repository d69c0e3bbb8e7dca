"""Answers to the problems on translation and attention, written as a student would.

(problem, part, the mistake's name, source), and right ones: (problem, part, what, source).
"""

from __future__ import annotations

BLANK, CAPTION, CNN = "translation/blank", "translation/captioning", "translation/language-cnn"
HEADS, SPATIAL, FUSED = "translation/self-attention", "translation/spatial", "attention/fused"

SOFTMAX = """
import numpy as np
def soft(z, ax=None):
    z = np.exp(z - np.amax(z, axis=ax, keepdims=True))
    return z / np.sum(z, axis=ax, keepdims=True)
"""


def blank(before: str = "t-1", after: str = "t+1", **changes: str) -> str:
    filled = {
        "left": f"np.dot(forward[{before}], W_forward.T)",
        "right": f"np.dot(backward[{after}], W_backward.T)",
        "result": "soft(np.dot(e, a + b))",
        **changes,
    }
    return SOFTMAX + (
        "def blank_lm_probs(forward, backward, W_forward, W_backward, e, t):\n"
        "    a = {left}\n    b = {right}\n    return {result}\n"
    ).format(**filled)


def caption(alpha: str = "soft(s)", vector: str = "np.tensordot(a, M, 2)", s: str = "") -> str:
    return SOFTMAX + (
        "def caption_attention(h, W_key, M):\n"
        "    s = np.einsum('j,jk,xyk->xy', h, W_key, M)\n"
        f"    {s or 'pass'}\n    a = {alpha}\n    return a, {vector}\n"
    )


def layer(index: str = "2 * t + d", length: str = "(T - D) // 2 + 1", **changes: str) -> str:
    filled = {"out": "1 / (1 + np.exp(B - z))", "weight": "W[d]", "first": "pass", **changes}
    return (
        "import numpy as np\n"
        "def stride2_layer(L, W, B):\n"
        "    T, D = L.shape[1], len(W)\n"
        "    {first}\n"
        "    z = np.zeros((len(L), max({length}, 0), W.shape[2]))\n"
        "    for t in range(z.shape[1]):\n"
        "        for d in range(D):\n"
        "            z[:, t] += L[:, {index}].dot({weight})\n"
        "    return {out}\n"
    ).format(index=index, length=length, **filled)


def heads(alpha: str = "soft(s, 2)", out: str = "", **changes: str) -> str:
    filled = {"query": "WQ", "key": "WK", "mix": "a @ v", **changes}
    return SOFTMAX + (
        "def self_attention_layer(h, WQ, WK, WV):\n"
        "    q = np.einsum('kuj,tj->ktu', {query}, h)\n"
        "    k = np.einsum('kuj,tj->ktu', {key}, h)\n"
        "    v = np.einsum('kij,tj->kti', WV, h)\n"
        "    s = np.einsum('kau,kbu->kab', q, k)\n"
        "    a = {alpha}\n"
        "    o = {mix}\n"
        "    return {out}\n"
    ).format(alpha=alpha, out=out or "np.moveaxis(o, 0, 1).reshape(h.shape)", **filled)


def spatial(alpha: str = "soft(s, (3, 4))", out: str = "", **changes: str) -> str:
    filled = {"query": "WQ", "key": "WK", "mix": "kxyab,kabi->xyki", **changes}
    return SOFTMAX + (
        "def spatial_self_attention(h, WQ, WK, WV):\n"
        "    q = np.einsum('kuj,xyj->kxyu', {query}, h)\n"
        "    k = np.einsum('kuj,xyj->kxyu', {key}, h)\n"
        "    v = np.einsum('kij,xyj->kxyi', WV, h)\n"
        "    s = np.einsum('kxyu,kabu->kxyab', q, k)\n"
        "    a = {alpha}\n"
        "    o = np.einsum('{mix}', a, v)\n"
        "    return {out}\n"
    ).format(alpha=alpha, out=out or "o.reshape(h.shape)", **filled)


def fused(formula: str) -> str:
    return f"import numpy as np\ndef fuse_query_key(WQ, WK):\n    return {formula}\n"


EMBED = "import numpy as np\ndef embed(w, e):\n    return {}\n"
ONE_HOT = EMBED.format("np.eye(len(e))[w] @ e")
OWN_ROW = "soft(np.where(np.eye(len(h))[None, :, None, :, None] > 0, s, -np.inf), (3, 4))"
OWN_COLUMN = "soft(np.where(np.eye(h.shape[1])[None, None, :, None] > 0, s, -np.inf), (3, 4))"

MISTAKEN = (
    (BLANK, "code", "the states at the blank itself are used", blank("t", "t")),
    (BLANK, "code", "the forward state has already read the blank", blank("t", "t+1")),
    (BLANK, "code", "forward and backward states have changed neighbours", blank("t+1", "t-1")),
    (
        BLANK,
        "code",
        "forward and backward matrices have changed places",
        blank(left="W_backward @ forward[t-1]", right="W_forward @ backward[t+1]"),
    ),
    (BLANK, "code", "words are counted from 0", blank("t-2", "t")),
    (BLANK, "code", "only the words before the blank are used", blank(right="0")),
    (
        BLANK,
        "code",
        "each direction gets a softmax of its own and the two are averaged",
        blank(result="0.5 * soft(e @ a) + 0.5 * soft(e @ b)"),
    ),
    (BLANK, "code", "the scores are returned without a softmax", blank(result="e @ (a + b)")),
    (
        BLANK,
        "code",
        "the logarithm of the probabilities is returned",
        blank(result="e @ (a + b) - np.log(np.sum(np.exp(e @ (a + b))))"),
    ),
    (CAPTION, "code", "the softmax runs over y alone, once for each x", caption("soft(s, 1)")),
    (CAPTION, "code", "the softmax runs over x alone, once for each y", caption("soft(s, 0)")),
    (CAPTION, "code", "a softmax over x is followed by one over y", caption("soft(soft(s, 0), 1)")),
    (
        CAPTION,
        "code",
        "a softmax over x is multiplied by one over y",
        caption("soft(s, 0) * soft(s, 1)"),
    ),
    (
        CAPTION,
        "code",
        "the scores are scaled, though no scale is asked for",
        caption(s="s = s / M.shape[2] ** 0.5"),
    ),
    (
        CAPTION,
        "code",
        "the weighted vectors are averaged in place of added",
        caption(vector="np.mean(a[:, :, None] * M, (0, 1))"),
    ),
    (
        CAPTION,
        "code",
        "the vectors are added without their weights",
        caption(vector="M.sum((0, 1))"),
    ),
    (
        CAPTION,
        "code",
        "the sum runs over the features and not over the places",
        caption(vector="a * M.sum(2)"),
    ),
    (CAPTION, "code", "the scores are returned as weights", caption("s")),
    (
        CNN,
        "embedding",
        "the features come before the positions",
        EMBED.format("e.T[:, w].swapaxes(0, 1)"),
    ),
    (CNN, "embedding", "the positions come before the batch", EMBED.format("e[w].swapaxes(0, 1)")),
    (CNN, "embedding", "words are counted from 1", EMBED.format("np.roll(e, 1, 0)[w]")),
    (CNN, "layer", "the threshold is added", layer(out="1 / (1 + np.exp(-z - B))")),
    (CNN, "layer", "the threshold is left out", layer(out="1 / (1 + np.exp(-z))")),
    (
        CNN,
        "layer",
        "the threshold is subtracted after the sigmoid",
        layer(out="1 / (1 + np.exp(-z)) - B"),
    ),
    (CNN, "layer", "the sigmoid is missing", layer(out="z - B")),
    (CNN, "layer", "the ReLU stands in place of the sigmoid", layer(out="(z - B) * (z > B)")),
    (CNN, "layer", "the stride is 1", layer("t + d", "T - D + 1")),
    (
        CNN,
        "layer",
        "the window moves by 1 and skips every second word",
        layer("t + 2 * d", "T - 2 * D + 2"),
    ),
    (
        CNN,
        "layer",
        "every window begins one word too late",
        layer("2 * t + 1 + d", "(T - 1 - D) // 2 + 1"),
    ),
    (CNN, "layer", "the kernel is turned round", layer(weight="W[D - 1 - d]")),
    (
        CNN,
        "layer",
        "the sentence is padded with zeros at the end",
        layer(length="(T + 1) // 2", first="L = np.concatenate([L, 0 * L], 1)"),
    ),
    (
        HEADS,
        "code",
        "the scores are scaled, though no scale is asked for",
        heads("soft(s / q.shape[2] ** 0.5, 2)"),
    ),
    (HEADS, "code", "the softmax runs over the asking positions", heads("soft(s, 1)")),
    (HEADS, "code", "the softmax runs over the heads", heads("soft(s, 0)")),
    (HEADS, "code", "the softmax runs over all pairs of positions", heads("soft(s, (1, 2))")),
    (HEADS, "code", "query and key have changed places", heads(query="WK", key="WQ")),
    (
        HEADS,
        "code",
        "the values are added up by the transposed weights",
        heads(mix="np.einsum('kba,kbi->kai', a, v)"),
    ),
    (
        HEADS,
        "code",
        "the features of the heads alternate",
        heads(out="o.T.swapaxes(0, 1).reshape(h.shape)"),
    ),
    (
        HEADS,
        "code",
        "the heads are put together by a reshape without a transpose",
        heads(out="o.reshape(h.shape)"),
    ),
    (HEADS, "code", "the heads are added up in place of put side by side", heads(out="o.sum(0)")),
    (
        HEADS,
        "code",
        "the input is added up in place of the values",
        heads(mix="a @ h.reshape(len(h), len(a), -1).swapaxes(0, 1)"),
    ),
    (SPATIAL, "code", "each place attends to its own row only", spatial(OWN_ROW)),
    (SPATIAL, "code", "each place attends to its own column only", spatial(OWN_COLUMN)),
    (SPATIAL, "code", "the softmax runs over y alone, once for each x", spatial("soft(s, 4)")),
    (SPATIAL, "code", "the softmax runs over x alone, once for each y", spatial("soft(s, 3)")),
    (SPATIAL, "code", "the softmax runs over the asking places", spatial("soft(s, (1, 2))")),
    (
        SPATIAL,
        "code",
        "the scores are scaled, though no scale is asked for",
        spatial("soft(s / WQ.shape[1] ** 0.5, (3, 4))"),
    ),
    (SPATIAL, "code", "query and key have changed places", spatial(query="WK", key="WQ")),
    (SPATIAL, "code", "the features of the heads alternate", spatial(mix="kxyab,kabi->xyik")),
    (
        SPATIAL,
        "code",
        "the heads are put together by a reshape without a transpose",
        spatial(mix="kxyab,kabi->kxyi"),
    ),
    (
        SPATIAL,
        "code",
        "the heads are added up in place of put side by side",
        spatial(mix="kxyab,kabi->xyi", out="o"),
    ),
    (
        FUSED,
        "code",
        "the factor one over root I is missing",
        fused("np.array([q.T @ k for q, k in zip(WQ, WK)])"),
    ),
    (
        FUSED,
        "code",
        "query and key have changed places",
        fused("np.array([k.T @ q for q, k in zip(WQ, WK)]) / WQ.shape[1] ** 0.5"),
    ),
)

RIGHT = (
    (BLANK, "code", "a list of floats", blank(result="[float(p) for p in soft(e @ (a + b))]")),
    (BLANK, "code", "scores of each direction added", blank(result="soft(e @ a + e @ b)")),
    (
        BLANK,
        "code",
        "a product of softmaxes that is normalised",
        blank(result="soft(np.log(soft(e @ a) * soft(e @ b)))"),
    ),
    (BLANK, "code", "a row of shape (1, V)", blank(result="soft(e @ (a + b))[None]")),
    (
        CAPTION,
        "code",
        "places in one row",
        SOFTMAX + "def caption_attention(h, W_key, M):\n"
        "    rows = M.reshape(-1, M.shape[-1])\n"
        "    w = soft(rows @ W_key.T @ h)\n"
        "    print(w.sum())\n"
        "    return [w.reshape(M.shape[:2]).tolist(), list(w @ rows)]\n",
    ),
    (
        CAPTION,
        "code",
        "in place",
        caption(s="M *= 1; s -= s.max()", alpha="np.exp(s) / np.exp(s).sum()"),
    ),
    (CNN, "embedding", "one-hot vectors times the table", ONE_HOT),
    (CNN, "embedding", "lists", EMBED.format("[[list(e[i]) for i in row] for row in w]")),
    (CNN, "layer", "tanh for the sigmoid", layer(out="0.5 + 0.5 * np.tanh((z - B) / 2)")),
    (
        CNN,
        "layer",
        "float32 inside",
        layer(first="L, W, B = (a.astype('float32') for a in (L, W, B))"),
    ),
    (
        CNN,
        "layer",
        "every second output of stride 1",
        layer("t + d", "T - D + 1", out="(1 / (1 + np.exp(B - z)))[:, ::2]"),
    ),
    (
        HEADS,
        "code",
        "scores without a shift",
        heads("np.exp(s) / np.exp(s).sum(-1, keepdims=True)"),
    ),
    (HEADS, "code", "heads joined by a list", heads(out="np.concatenate([*o], -1)")),
    (
        HEADS,
        "code",
        "one matrix for query and key",
        SOFTMAX + "def self_attention_layer(h, WQ, WK, WV):\n"
        "    out = []\n"
        "    for Q, K, V in zip(WQ, WK, WV):\n"
        "        out.append(soft(h @ Q.T @ K @ h.T, 1) @ h @ V.T)\n"
        "    return np.hstack(out)\n",
    ),
    (
        SPATIAL,
        "code",
        "columns before rows",
        SOFTMAX + "def spatial_self_attention(h, WQ, WK, WV):\n"
        "    g = h.swapaxes(0, 1).reshape(-1, h.shape[2])\n"
        "    out = [soft(g @ Q.T @ (g @ K.T).T, 1) @ g @ V.T for Q, K, V in zip(WQ, WK, WV)]\n"
        "    return np.hstack(out).reshape(h.shape[1], h.shape[0], -1).swapaxes(0, 1)\n",
    ),
    (
        FUSED,
        "code",
        "both matrices scaled",
        fused("np.matmul((WQ / WQ.shape[1]**.25).swapaxes(1, 2), WK / WK.shape[1]**.25)"),
    ),
)
