"""Modules are torch's; here they are built from linear layers and norms only."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.key = nn.Linear(width, width)
        self.query = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.output = nn.Linear(width, width)

    def forward(self, x, mask):
        T, B, d = x.shape
        # (T, B, d) -> (B, H, T, d / H)
        q, k, v = (
            f(x).reshape(T, B, self.heads, d // self.heads).permute(1, 2, 0, 3)
            for f in (self.query, self.key, self.value)
        )
        weights = torch.softmax(q @ k.transpose(2, 3) / (d // self.heads) ** 0.5 + mask, dim=-1)
        return self.output((weights @ v).permute(2, 0, 1, 3).reshape(T, B, d))


class EncoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff):
        super().__init__()
        self.after_attention = nn.LayerNorm(d_model)
        self.after_feed_forward = nn.LayerNorm(d_model)
        self.attention = Attention(d_model, n_heads)
        self.feed_forward = nn.Sequential(
            nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model)
        )

    def forward(self, x, mask):
        x = self.after_attention(x + self.attention(x, mask))
        return self.after_feed_forward(x + self.feed_forward(x))


class Body(nn.Module):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers):
        super().__init__()
        self.embedding = nn.Embedding(n_tokens, n_hid)
        self.layers = nn.ModuleList()
        for _ in range(n_layers):
            self.layers.append(EncoderLayer(n_hid, n_heads, n_hid))

    def forward(self, tokens, mask):
        x = self.embedding(tokens)
        T, _, d = x.shape
        x = x * d**0.5
        for p in range(T):
            for i in range(0, d, 2):
                angle = torch.tensor(p / 10000 ** (i / d))
                x[p, :, i] += torch.sin(angle)
                x[p, :, i + 1] += torch.cos(angle)
        for layer in self.layers:
            x = layer(x, mask)
        return x


class LanguageModel(nn.Module):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers):
        super().__init__()
        self.body = Body(n_tokens, n_heads, n_hid, n_layers)
        self.decoder = nn.Linear(n_hid, n_tokens)

    def forward(self, tokens, mask):
        return self.decoder(self.body(tokens, mask))


class Classifier(nn.Module):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers, n_classes):
        super().__init__()
        self.body = Body(n_tokens, n_heads, n_hid, n_layers)
        self.decoder = nn.Linear(n_hid, n_classes)

    def forward(self, tokens, mask):
        return self.decoder(self.body(tokens, mask)[-1])
