import torch


class BatchNorm(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gamma = torch.nn.Parameter(torch.ones(width))
        self.beta = torch.nn.Parameter(torch.zeros(width))
        for name, start in ("mean", torch.zeros(width)), ("var", torch.ones(width)):
            self.register_buffer(name, start)

    def forward(self, x):
        if self.training:
            mean, var = x.mean(0), x.var(0, correction=0)
            self.mean = torch.lerp(self.mean, mean, 0.1).detach()
            self.var = torch.lerp(self.var, var, 0.1).detach()
        else:
            mean, var = self.mean, self.var
        return torch.nn.functional.batch_norm(x, mean, var, self.gamma, self.beta)
