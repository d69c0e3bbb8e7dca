import torch
import torch.nn.functional as F


def blank_lm_probs(forward, backward, W_forward, W_backward, e, t):
    context = W_forward.mv(forward[t - 1]) + W_backward.mv(backward[t + 1])
    return F.softmax(F.linear(context, e), dim=0)


def caption_attention(h, W_key, M):
    scores = torch.einsum("j,jk,xyk->xy", h, W_key, M)
    alpha = scores.flatten().softmax(0).view_as(scores)
    return alpha, torch.tensordot(alpha, M, dims=2)


def embed(w, e):
    return F.embedding(w, e)


def stride2_layer(L, W, B):
    # conv1d wants (batch, channels, time) and (out, in, width), and adds its bias
    return F.conv1d(L.mT, W.permute(2, 1, 0), -B, stride=2).sigmoid().mT


def self_attention_layer(h, WQ, WK, WV):
    q, k, v = (torch.einsum("kuj,tj->ktu", W, h) for W in (WQ, WK, WV))
    out = F.scaled_dot_product_attention(q, k, v, scale=1.0)
    return out.transpose(0, 1).flatten(1)


def spatial_self_attention(h, WQ, WK, WV):
    query = torch.einsum("kuj,xyj->kxyu", WQ, h)
    key = torch.einsum("kuj,xyj->kxyu", WK, h)
    value = torch.einsum("kij,xyj->kxyi", WV, h)
    scores = torch.einsum("kxyu,kabu->kxyab", query, key)
    alpha = scores.sub(scores.amax((-1, -2), keepdim=True)).exp()
    alpha = alpha / alpha.sum((-1, -2), keepdim=True)
    return torch.einsum("kxyab,kabi->xyki", alpha, value).flatten(2)


def fuse_query_key(WQ, WK):
    return torch.einsum("kia,kib,->kab", WQ, WK, torch.tensor(WQ.shape[1] ** -0.5, dtype=WQ.dtype))
