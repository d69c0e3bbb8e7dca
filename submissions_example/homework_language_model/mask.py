import torch


def subsequent_mask(n):
    """Minus infinity wherever a token would look at one that comes later."""
    return torch.triu(torch.full((n, n), float("-inf")), diagonal=1)
