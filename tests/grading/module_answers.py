"""Answers to language-model/modules, built from linear layers by hand: (part, the mistake's name,
source)."""

from __future__ import annotations

LAYER = """
import torch
from torch import nn
import torch.nn.functional as F
class Heads(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h = h
        {projections}
    def forward(self, x, mask):
        {swap}
        T, B, d = x.shape
        qkv = (f(x).view(T, B, self.h, -1) for f in (self.q, self.k, self.v))
        q, k, v = (z.permute(1, 2, 0, 3) for z in qkv)
        w = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5{mask}, -1)
        o = {output}((w @ v).permute(2, 0, 1, 3).flatten(2))
        return o{swap_back}
class EncoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff):
        super().__init__()
        {norms}
        self.heads = Heads(d_model, n_heads)
        self.up, self.down = {linear}
    def forward(self, x, mask):
        {first}
        {second}
"""
RIGHT_LAYER = {
    "projections": "self.q, self.k, self.v, self.o = (nn.Linear(d, d) for _ in range(4))",
    "swap": "pass", "swap_back": "", "mask": " + mask", "output": "self.o",
    "norms": "self.n1, self.n2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)",
    "linear": "nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)",
    "first": "x = self.n1(x + self.heads(x, mask))",
    "second": "return self.n2(x + self.down(F.relu(self.up(x))))",
}  # fmt: skip

MODEL = """
def table(n, d):
    t = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, d, 2) / d)
    return torch.stack([t.sin(), t.cos()], -1).view(n, 1, d)
class Model(nn.Module):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers, n_out):
        super().__init__()
        self.d = n_hid
        self.last = {head}
        self.blocks = {layers}
        self.words = nn.Embedding(n_tokens, n_hid)
        {more}
    def body(self, tokens, mask):
        {mask}
        x = {embedded}
        for block in self.blocks:
            x = block(x, mask)
        return x
class LanguageModel(Model):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers):
        super().__init__(n_tokens, n_heads, n_hid, n_layers, n_tokens)
    def forward(self, tokens, mask):
        return {scores}
class Classifier(Model):
    def forward(self, tokens, mask):
        return {classes}
"""
RIGHT_MODEL = {
    "head": "nn.Linear(n_hid, n_out)", "more": "pass", "mask": "pass",
    "layers": "nn.ModuleList(EncoderLayer(n_hid, n_heads, n_hid) for _ in range(n_layers))",
    "embedded": "self.words(tokens) * self.d ** 0.5 + table(len(tokens), self.d)",
    "scores": "self.last(self.body(tokens, mask))",
    "classes": "self.last(self.body(tokens, mask)[-1])",
}  # fmt: skip


def layer(**changes: str) -> str:
    return LAYER.format(**{**RIGHT_LAYER, **changes})


def model(**changes: str) -> str:
    return layer() + MODEL.format(**{**RIGHT_MODEL, **changes})


NO_BIAS = "self.q, self.k, self.v, self.o = (nn.Linear(d, d, bias=False) for _ in range(4))"

MISTAKEN = (
    ("layer", "the layer has no norms", layer(norms="self.n1 = self.n2 = lambda x: x")),
    ("layer", "both places use the same norm",
     layer(norms="self.n1 = self.n2 = nn.LayerNorm(d_model)")),
    ("layer", "no linear map has a bias", layer(
        projections=NO_BIAS,
        linear="nn.Linear(d_model, d_ff, bias=False), nn.Linear(d_ff, d_model, bias=False)")),
    ("layer", "the attention has no biases", layer(projections=NO_BIAS)),
    ("layer", "the output projection of the attention is missing", layer(
        projections="self.q, self.k, self.v = (nn.Linear(d, d) for _ in range(3))", output="")),
    ("layer", "the inputs of the two blocks are not added to their outputs", layer(
        first="x = self.n1(self.heads(x, mask))",
        second="return self.n2(self.down(F.relu(self.up(x))))")),
    ("layer", "the norms come before the two blocks", layer(
        first="x = x + self.heads(self.n1(x), mask)",
        second="return x + self.down(F.relu(self.up(self.n2(x))))")),
    ("layer", "the ReLU is missing", layer(second="return self.n2(x + self.down(self.up(x)))")),
    ("layer", "a GELU takes the place of the ReLU",
     layer(second="return self.n2(x + self.down(F.gelu(self.up(x))))")),
    ("layer", "the norms have the epsilon 1e-6",
     layer(norms="self.n1, self.n2 = (nn.LayerNorm(d_model, eps=1e-6) for _ in range(2))")),
    ("layer", "the mask is not used", layer(mask="")),
    ("layer", "the attention runs over the batch",
     layer(swap="x = x.transpose(0, 1)", swap_back=".transpose(0, 1)", mask="")),
    ("language_model", "all layers are one and the same",
     model(layers="nn.ModuleList([EncoderLayer(n_hid, n_heads, n_hid)] * n_layers)")),
    ("language_model", "the parameters of the layers are not registered",
     model(layers="[EncoderLayer(n_hid, n_heads, n_hid) for _ in range(n_layers)]")),
    ("language_model", "the positions are learned",
     model(more="self.places = nn.Embedding(512, n_hid)")),
    ("language_model", "the head shares its weight with the embedding",
     model(more="self.last.weight = self.words.weight")),
    ("language_model", "the head has no bias", model(head="nn.Linear(n_hid, n_out, bias=False)")),
    ("language_model", "the embedding is not scaled",
     model(embedded="self.words(tokens) + table(len(tokens), self.d)")),
    ("language_model", "the positions are left out",
     model(embedded="self.words(tokens) * self.d ** 0.5")),
    ("language_model", "the positions are scaled as well",
     model(embedded="(self.words(tokens) + table(len(tokens), self.d)) * self.d ** 0.5")),
    ("language_model", "a softmax is taken at the end",
     model(scores="self.last(self.body(tokens, mask)).softmax(-1)")),
    ("language_model", "the logarithm of a softmax is taken at the end",
     model(scores="F.log_softmax(self.last(self.body(tokens, mask)), dim=-1)")),
    ("language_model", "only the last position is given to the head",
     model(scores="self.last(self.body(tokens, mask)[-1])")),
    ("language_model", "the mask is not used", model(mask="mask = 0")),
    ("classifier", "the head of the language model is kept below that of the classifier",
     model(head="nn.Sequential(nn.Linear(n_hid, n_tokens), nn.Linear(n_tokens, n_out))")),
    ("classifier", "every token gets a class", model(classes="self.last(self.body(tokens, mask))")),
    ("classifier", "the mean over the positions is taken, not the last one",
     model(classes="self.last(self.body(tokens, mask).mean(0))")),
    ("classifier", "the first position is taken, not the last one",
     model(classes="self.last(self.body(tokens, mask)[0])")),
    ("classifier", "the last sequence of the batch is taken, not the last position",
     model(classes="self.last(self.body(tokens, mask)[:, -1])")),
    ("classifier", "a softmax is taken at the end",
     model(classes="torch.softmax(self.last(self.body(tokens, mask)[-1]), -1)")),
)  # fmt: skip

PROBLEM = "language-model/modules"
RIGHT = tuple(
    (PROBLEM, part, "by hand", model()) for part in ("layer", "language_model", "classifier")
)
