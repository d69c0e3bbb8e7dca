"""Batch normalisation as a layer: what is learnt is a parameter, what is kept is a buffer."""

import torch
from torch import nn


class BatchNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))
        self.keep(torch.zeros(d), torch.ones(d))

    def keep(self, mean, var):
        self.register_buffer("mean", mean)
        self.register_buffer("var", var)

    def forward(self, x):
        mean, var = self.mean, self.var
        if self.training:
            mean, var = x.mean(dim=0), x.var(dim=0, unbiased=False)
            self.mean = 0.9 * self.mean + 0.1 * mean
            self.var = 0.9 * self.var + 0.1 * var
        return self.gamma * (x - mean) / torch.sqrt(var + 1e-5) + self.beta


class NoBuffers(BatchNorm):
    def keep(self, mean, var):
        self.mean, self.var = mean, var
