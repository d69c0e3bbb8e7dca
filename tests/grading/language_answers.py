"""Answers to the shipped problems on BERT, masked language models, counts and modules, as students
write them: (part, the mistake's name or what is right about it, source)."""

from __future__ import annotations

JOIN = """
def bert_input(a, b):
    t = {start} + a + {between}
    s = {first}
    if b is not None:
        t = t + b + {end}
        s = s + {second}
    return t, {segments}
"""
RIGHT_JOIN = {
    "start": "['[CLS]']", "between": "['[SEP]']", "end": "['[SEP]']", "first": "[0] * len(t)",
    "second": "[1] * (len(t) - len(s))", "segments": "s",
}  # fmt: skip


def join(**changes: str) -> str:
    return JOIN.format(**{**RIGHT_JOIN, **changes})


def added(expression: str) -> str:
    return (
        "import numpy as np\n"
        "def bert_embedding(tokens, segments, token_table, segment_table, position_table):\n"
        "    n = len(tokens)\n"
        "    t, s, p = token_table[tokens], segment_table[segments], position_table[:n]\n"
        f"    return {expression}\n"
    )


BERT_INPUT = (
    ("input", "the last [SEP] is missing", join(end="[]")),
    ("input", "[CLS] is missing", join(start="[]")),
    ("input", "there is no [SEP] between the sentences",
     "def bert_input(a, b):\n    b = b or []\n"
     "    return ['[CLS]', *a, *b, '[SEP]'], [0] * (1 + len(a)) + [1] * (1 + len(b))\n"),
    ("input", "the first [SEP] is in segment 1", join(first="[0] * (len(a) + 1) + [1]")),
    ("input", "the last [SEP] is in segment 0",
     join(second="[1] * len(b) + [0]")),
    ("input", "[CLS] is in segment 1", join(segments="[1] + s[1:]")),
    ("input", "segments are numbered 1 and 2", join(segments="[i + 1 for i in s]")),
    ("input", "the special tokens have no segment",
     join(segments="[0] * len(a) + [1] * len(b or [])")),
    ("embedding", "the position is left out", added("t + s")),
    ("embedding", "the segment is left out", added("t + p")),
    ("embedding", "the three embeddings are put side by side", added("np.hstack([t, s, p])")),
    ("embedding", "the mean is taken, not the sum", added("np.mean([t, s, p], axis=0)")),
    ("embedding", "positions are counted from 1", added("t + s + position_table[1:n + 1]")),
    ("embedding", "positions start again in the second sentence",
     added("t + s + position_table[np.r_[:np.sum(segments == 0), :np.sum(segments == 1)]]")),
)  # fmt: skip

LOSS = """
import torch
import torch.nn.functional as F
def mlm_loss(logits, targets, mask):
    loss = F.cross_entropy({logits}.transpose(1, 2), targets, reduction='none')
    return {result}
"""


def loss(result: str = "loss[mask].mean()", logits: str = "logits") -> str:
    return LOSS.format(result=result, logits=logits)


MASKED = (
    ("hide", "hidden tokens are left visible",
     "def mask_tokens(tokens, mask, mask_id):\n    out = tokens.copy()\n    return out\n"),
    ("hide", "True is taken to mean visible",
     "def mask_tokens(tokens, mask, mask_id):\n    tokens[~mask] = mask_id\n    return tokens\n"),
    ("hide", "hidden tokens are taken out of the text",
     "def mask_tokens(tokens, mask, mask_id):\n"
     "    return [t for r, m in zip(tokens, mask) for t, h in zip(r, m) if not h]\n"),
    ("loss", "the sum is divided by the number of all places", loss("(loss * mask).mean()")),
    ("loss", "every place counts, hidden or not", loss("loss.mean()")),
    ("loss", "a small number is added to the denominator",
     loss("(loss * mask).sum() / (mask.sum() + 1e-5)")),
    ("loss", "the sum is taken, not the mean", loss("loss[mask].sum()")),
    ("loss", "the places that were not hidden are counted", loss("loss[~mask].mean()")),
    ("loss", "a softmax is taken before a cross-entropy that takes one itself",
     loss(logits="logits.softmax(-1)")),
    ("loss", "the mean of every sequence is taken first",
     loss("((loss * mask).sum(1) / mask.sum(1)).mean()")),
    ("loss", "the sign is missing", loss("-loss[mask].mean()")),
    ("loss", "probabilities overflow or vanish before the logarithm is taken",
     "import numpy as np\ndef mlm_loss(logits, targets, mask):\n"
     "    e = np.exp(logits)\n    p = e / e.sum(-1)[..., None]\n"
     "    i, j = np.nonzero(mask)\n    return -np.log(p[i, j, targets[i, j]]).mean()\n"),
)  # fmt: skip

COUNT = """
def count_parameters(n_tokens, n_hid, n_layers, n_classes):
    attention = {attention}
    ff = {ff}
    body = {embedding} + n_layers * (attention + ff + {norms})
    lm = body + n_hid * n_tokens + {lm_bias}
    cls = body + n_hid * n_classes + {cls_bias}
    return {result}
"""
RIGHT_COUNT = {
    "attention": "4 * (n_hid ** 2 + n_hid)", "ff": "2 * (n_hid ** 2 + n_hid)",
    "embedding": "n_tokens * n_hid", "norms": "4 * n_hid", "lm_bias": "n_tokens",
    "cls_bias": "n_classes", "result": "lm, cls",
}  # fmt: skip


def count(**changes: str) -> str:
    return COUNT.format(**{**RIGHT_COUNT, **changes})


COUNTS = (
    ("code", "one norm is counted, or two without their shifts", count(norms="2 * n_hid")),
    ("code", "the norms are left out", count(norms="0")),
    ("code", "the output projection is left out", count(attention="3 * (n_hid ** 2 + n_hid)")),
    ("code", "the biases are left out",
     count(attention="4 * n_hid ** 2", ff="2 * n_hid ** 2", lm_bias="0", cls_bias="0")),
    ("code", "the biases of the heads are left out", count(lm_bias="0", cls_bias="0")),
    ("code", "the feed-forward block is taken to be four times as wide",
     count(ff="8 * n_hid ** 2 + 5 * n_hid")),
    ("code", "only one layer is counted", count().replace("n_layers * (", "(")),
    ("code", "the embedding is left out", count(embedding="0")),
    ("code", "the two totals have changed places", count(result="[cls, lm]")),
)  # fmt: skip

RIGHT = (
    ("language-model/bert-input", "input", "tuples", join(segments="tuple(s)")),
    ("language-model/bert-input", "input", "an array of segments",
     "import numpy as np\n" + join(segments="np.array(s, dtype=float)")),
    ("language-model/bert-input", "embedding", "in another order", added("p + s + t")),
    ("language-model/masked-modelling", "loss", "a tensor", loss()),
    ("language-model/masked-modelling", "loss", "a weighted sum in float32",
     loss("((loss * mask).sum() / mask.sum()).float()")),
    ("language-model/masked-modelling", "loss", "log-softmax in numpy",
     "import numpy as np\ndef mlm_loss(logits, targets, mask):\n"
     "    z = logits[mask]\n    z = z - z.max(1, keepdims=True)\n"
     "    logp = z - np.log(np.exp(z).sum(1, keepdims=True))\n"
     "    return -logp[np.arange(len(z)), targets[mask]].mean()\n"),
    ("language-model/masked-modelling", "hide", "in place",
     "def mask_tokens(tokens, mask, mask_id):\n    tokens[mask] = mask_id\n    return tokens\n"),
    ("counting/language-model", "code", "a formula", count()),
    ("counting/language-model", "code", "floats in a list", count(result="[lm / 1, cls / 1]")),
)  # fmt: skip
