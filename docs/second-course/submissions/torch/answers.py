"""The same in torch; the layer, too."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Adam:
    def __init__(self, lr):
        self.lr, self.t, self.state = lr, 0, None

    def step(self, w, g):
        if self.state is None:
            self.state = torch.zeros_like(w), torch.zeros_like(w)
        self.t += 1
        m, v = self.state
        m, v = m.lerp(g, 0.1), v.lerp(g**2, 0.001)
        self.state = m, v
        return w - self.lr * (m / (1 - 0.9**self.t)) / ((v / (1 - 0.999**self.t)).sqrt() + 1e-8)


def batch_norm(x, gamma, beta, state, training):
    return F.batch_norm(
        x,
        state["mean"],
        state["var"] if not training else _kept(x, state),
        gamma,
        beta,
        training=training,
        momentum=0.1 if training else 0.0,
    )


def _kept(x, state):
    """torch keeps the variance divided by n − 1: ours is kept here, and torch's thrown away."""
    state["var"] = 0.9 * state["var"] + 0.1 * x.var(0, unbiased=False)
    return state["var"].clone()


class BatchNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d))
        self.beta = nn.Parameter(torch.zeros(d))
        self.register_buffer("mean", torch.zeros(d))
        self.register_buffer("var", torch.ones(d))

    def forward(self, x):
        if not self.training:
            return (x - self.mean) / (self.var + 1e-5).sqrt() * self.gamma + self.beta
        mean = x.mean(0)
        var = ((x - mean) ** 2).mean(0)
        with torch.no_grad():
            self.mean.mul_(0.9).add_(0.1 * mean)
            self.var.mul_(0.9).add_(0.1 * var)
        return (x - mean) / (var + 1e-5).sqrt() * self.gamma + self.beta


def conv2d(x, w, stride, padding):
    return F.conv2d(x[None, None], w[None, None], stride=stride, padding=padding)[0, 0]


def cluster_centres(x, k):
    best = None
    for start in range(20):
        chosen = torch.randperm(len(x), generator=torch.Generator().manual_seed(start))[:k]
        centres = x[chosen]
        for _ in range(10):
            labels = torch.cdist(x, centres).argmin(1)
            means = [
                x[labels == i].mean(0) if (labels == i).any() else centres[i] for i in range(k)
            ]
            centres = torch.stack(means)
        cost = torch.cdist(x, centres).min(1).values.pow(2).sum()
        if best is None or cost < best[0]:
            best = cost, torch.cdist(x, centres).argmin(1), centres
    return best[1], best[2]


def cluster(x, k):
    return cluster_centres(x, k)[0]


def axes(x):
    return torch.pca_lowrank(x, q=3)[2]


def top_p(logits, p, rng):
    chances, tokens = torch.softmax(logits, -1).sort(descending=True)
    chances[chances.cumsum(-1) - chances >= p] = 0
    return tokens[torch.multinomial(chances, 1, generator=rng)]


def dropout(x, rate, rng):
    kept = torch.rand(x.shape, generator=rng, dtype=x.dtype) >= rate
    return x * kept / (1 - rate)


def he(n, m, rng):
    return torch.randn(n, m, generator=rng) * (2 / n) ** 0.5


def train(rows):
    torch.manual_seed(0)
    x, y = rows[:, :2].float(), rows[:, 2].float()
    net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1)).float()
    optimiser = torch.optim.Adam(net.parameters(), lr=0.05)
    for _ in range(200):
        optimiser.zero_grad()
        F.binary_cross_entropy_with_logits(net(x)[:, 0], y).backward()
        optimiser.step()
    return lambda z: (net(z.float())[:, 0] > 0).long()


def descend(rate, steps):
    rows = torch.from_numpy(np.load("points.npy"))
    x, y = torch.cat([rows[:, :2] ** 2, torch.ones(len(rows), 1)], 1), rows[:, 2]
    w = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = F.binary_cross_entropy_with_logits(x.double() @ w, y)
        losses.append(loss.item())
        (slope,) = torch.autograd.grad(loss, w)
        w = (w - rate * slope).detach().requires_grad_()
    return torch.tensor(losses)
