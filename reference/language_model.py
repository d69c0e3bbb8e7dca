"""A transformer encoder as a language model and as a classifier. Time comes first: (T, B, …)."""

import math

import torch
from torch import Tensor, nn


class EncoderLayer(nn.Module):  # type: ignore[misc]
    """y = norm1(x + attention(x)); norm2(y + W2 relu(W1 y + b1) + b2) (Vaswani et al. 2017)."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, n_heads)
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.norm1(x + self.attended(x, mask))
        return self.norm2(x + self.linear2(torch.relu(self.linear1(x))))

    def attended(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """Self-attention over the first axis; `mask` is added to the scores."""
        return self.attention(x, x, x, attn_mask=mask, need_weights=False)[0]


def encoding(length: int, width: int) -> Tensor:
    """PE[pos, 2i] = sin(pos / 10000^(2i/width)), PE[pos, 2i+1] = cos of the same."""
    position = torch.arange(length, dtype=torch.float64)[:, None]
    angles = position * 10000.0 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


class Body(nn.Module):  # type: ignore[misc]
    """What both models share: √n_hid · embedding + positions, then the layers."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(n_tokens, n_hid)
        self.layers = nn.ModuleList(EncoderLayer(n_hid, n_heads, n_hid) for _ in range(n_layers))
        self.n_hid = n_hid

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        x = self.embedding(tokens) * math.sqrt(self.n_hid)
        x = x + encoding(len(tokens), self.n_hid)[:, None]
        for layer in self.layers:
            x = layer(x, mask)
        return x


class LanguageModel(nn.Module):  # type: ignore[misc]
    """Scores of the next token at every position, (T, B, n_tokens)."""

    def __init__(self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int) -> None:
        super().__init__()
        self.body = Body(n_tokens, n_heads, n_hid, n_layers)
        self.head = nn.Linear(n_hid, n_tokens)

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(tokens, mask))


class Classifier(nn.Module):  # type: ignore[misc]
    """Scores of the classes, one row a sequence, from its last position: (B, n_classes)."""

    def __init__(
        self, n_tokens: int, n_heads: int, n_hid: int, n_layers: int, n_classes: int
    ) -> None:
        super().__init__()
        self.body = Body(n_tokens, n_heads, n_hid, n_layers)
        self.head = nn.Linear(n_hid, n_classes)

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(tokens, mask)[-1])
