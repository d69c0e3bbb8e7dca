import torch
import torch.nn.functional as F


def document_attention(H, parameters):
    p = parameters
    u = torch.tanh(F.linear(H, p["Ww"], p["bw"]))
    alpha = torch.einsum("sta,a->st", u, p["cw"]).softmax(dim=1)
    s = torch.bmm(alpha.unsqueeze(1), H).squeeze(1)
    v = torch.tanh(F.linear(s, p["Ws"], p["bs"]))
    # log-softmax, for a change
    beta = torch.exp(F.log_softmax(v.matmul(p["cs"]), dim=0))
    return alpha, beta.unsqueeze(-1)
