import torch
from torch import nn
import torch.nn.functional as F

CLS, SEP = "[CLS]", "[SEP]"


def bert_input(a, b=None):
    tokens, segments = [CLS], [0]
    for number, sentence in enumerate([a] if b is None else [a, b]):
        for word in [*sentence, SEP]:
            tokens.append(word)
            segments.append(number)
    return tokens, torch.tensor(segments)


def bert_embedding(tokens, segments, token_table, segment_table, position_table):
    positions = torch.arange(tokens.numel())
    return (
        F.embedding(tokens, token_table)
        + F.embedding(segments, segment_table)
        + F.embedding(positions, position_table)
    )


def mask_tokens(tokens, mask, mask_id):
    return tokens.masked_fill(mask, mask_id)


def mlm_loss(logits, targets, mask):
    ignored = targets.masked_fill(~mask, -100)
    return nn.CrossEntropyLoss()(logits.flatten(0, 1), ignored.flatten())
