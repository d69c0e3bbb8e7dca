import math

import torch
from torch import nn


class EncoderLayer(nn.TransformerEncoderLayer):
    def __init__(self, d_model, n_heads, d_ff, dropout=0.1):
        super().__init__(d_model, n_heads, dim_feedforward=d_ff, dropout=dropout)


class Positions(nn.Module):
    def __init__(self, width, dropout=0.1, max_len=500):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        pe = torch.zeros(max_len, 1, width)
        pe[:, 0, 0::2] = torch.sin(position * div_term)
        pe[:, 0, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return self.dropout(x + self.pe[: x.size(0)])


class Transformer(nn.Module):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers, n_outputs):
        super().__init__()
        self.embed = nn.Embedding(n_tokens, n_hid)
        self.positions = Positions(n_hid)
        layer = nn.TransformerEncoderLayer(n_hid, n_heads, n_hid)
        self.encoder = nn.TransformerEncoder(layer, n_layers, enable_nested_tensor=False)
        self.out = nn.Linear(n_hid, n_outputs)

    def features(self, tokens, mask):
        x = self.embed(tokens) * math.sqrt(self.embed.embedding_dim)
        return self.encoder(self.positions(x), mask)

    def forward(self, tokens, mask):
        return self.out(self.features(tokens, mask))


class LanguageModel(Transformer):
    def __init__(self, n_tokens, n_heads, n_hid, n_layers):
        super().__init__(n_tokens, n_heads, n_hid, n_layers, n_tokens)


class Classifier(Transformer):
    def forward(self, tokens, mask):
        return super().forward(tokens, mask)[-1]


def count_parameters(n_tokens, n_hid, n_layers, n_classes):
    models = LanguageModel(n_tokens, 1, n_hid, n_layers), Classifier(n_tokens, 1, n_hid, n_layers, n_classes)
    return tuple(sum(p.numel() for p in model.parameters() if p.requires_grad) for model in models)
