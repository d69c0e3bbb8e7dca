import torch


def rotation_matrix(k, d_model):
    angle = k * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    turns = torch.stack([angle.cos(), angle.sin(), -angle.sin(), angle.cos()], -1)
    return torch.block_diag(*turns.view(-1, 2, 2))


def get_subsequent_mask(seq):
    batch, length = seq.size()
    hidden = torch.triu(torch.ones(length, length, dtype=torch.uint8), diagonal=1)
    return hidden.unsqueeze(0).expand(batch, -1, -1)


def compute_alibi(num_heads, seq_len):
    slopes = (2 ** (-8 / num_heads)) ** torch.arange(1, num_heads + 1)
    return torch.einsum("h,j->hj", slopes, torch.arange(seq_len).float())[:, None].expand(
        num_heads, seq_len, seq_len
    )


class RotaryPositionalEmbedding(torch.nn.Module):
    def __init__(self, theta, d_k, max_seq_len):
        super().__init__()
        frequency = 1.0 / theta ** (torch.arange(0, d_k, 2).float() / d_k)
        angle = torch.outer(torch.arange(max_seq_len).float(), frequency)
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())

    def forward(self, x, token_positions):
        cos, sin = self.cos[token_positions], self.sin[token_positions]
        even, odd = x[..., 0::2], x[..., 1::2]
        return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


def rotary_scores(q, k, positions, base):
    rope = RotaryPositionalEmbedding(base, q.shape[-1], int(positions.max()) + 1)
    return torch.einsum("md,nd->mn", rope(q, positions), rope(k, positions))
