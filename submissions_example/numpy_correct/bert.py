import numpy as np


def bert_input(a, b):
    tokens = ["[CLS]"] + list(a) + ["[SEP]"]
    segments = [0] * len(tokens)
    if b is not None:
        tokens += list(b) + ["[SEP]"]
        segments += [1] * (len(b) + 1)
    return tokens, segments


def bert_embedding(tokens, segments, token_table, segment_table, position_table):
    rows = []
    for position, (token, segment) in enumerate(zip(tokens, segments)):
        rows.append(token_table[token] + segment_table[segment] + position_table[position])
    return np.array(rows)


def mask_tokens(tokens, mask, mask_id):
    shown = tokens.copy()
    shown[mask] = mask_id
    return shown


def mlm_loss(logits, targets, mask):
    total = 0.0
    for b, t in np.argwhere(mask):
        z = logits[b, t]
        top = z.max()
        total += top + np.log(np.exp(z - top).sum()) - z[targets[b, t]]
    return total / mask.sum()
