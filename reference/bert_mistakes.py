"""Wrong answers to the problems on BERT, as students really give them."""

from collections.abc import Sequence

import numpy as np
from bert import Floats, Ids, Marked, bert_embedding, bert_input, cross_entropy

Joined = tuple[list[str], list[int]]


def last_separator_missing(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """[CLS] a [SEP] b: the separator stands between the sentences only."""
    tokens, segments = bert_input(a, b)
    return (tokens, segments) if b is None else (tokens[:-1], segments[:-1])


def start_missing(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """a [SEP] b [SEP]: nothing to classify the pair with."""
    tokens, segments = bert_input(a, b)
    return tokens[1:], segments[1:]


def separator_between_missing(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """[CLS] a b [SEP]: only the segments tell the sentences apart."""
    return ["[CLS]", *a, *(b or []), "[SEP]"], [0] * (len(a) + 1) + [1] * (len(b or []) + 1)


def first_separator_in_second_segment(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """The first [SEP] is counted to the sentence that follows."""
    tokens, segments = bert_input(a, b)
    segments[len(a) + 1] = 1
    return tokens, segments


def last_separator_in_first_segment(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """All special tokens are in segment 0."""
    tokens, segments = bert_input(a, b)
    segments[-1] = 0
    return tokens, segments


def start_in_a_segment_of_its_own(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """[CLS] is put into segment 1."""
    tokens, segments = bert_input(a, b)
    return tokens, [1, *segments[1:]]


def segments_from_one(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """1 and 2 in place of 0 and 1."""
    tokens, segments = bert_input(a, b)
    return tokens, [segment + 1 for segment in segments]


def segments_without_special_tokens(a: Sequence[str], b: Sequence[str] | None) -> Joined:
    """A segment for each word only: shorter than the tokens."""
    return bert_input(a, b)[0], [0] * len(a) + [1] * len(b or [])


def positions_left_out(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """Token and segment only: the order of the words is lost."""
    return np.asarray(token_table[tokens] + segment_table[segments])


def segments_left_out(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """Token and position only: the sentences are not told apart."""
    return np.asarray(token_table[tokens] + position_table[: len(tokens)])


def embeddings_concatenated(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """Side by side in place of added: three times as wide."""
    pieces = (token_table[tokens], segment_table[segments], position_table[: len(tokens)])
    return np.concatenate(pieces, axis=-1)


def embeddings_averaged(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """The mean of the three."""
    return bert_embedding(tokens, segments, token_table, segment_table, position_table) / 3


def positions_from_one(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """The first token is given position 1."""
    return bert_embedding(tokens, segments, token_table, segment_table, position_table[1:])


def positions_start_again(
    tokens: Ids, segments: Ids, token_table: Floats, segment_table: Floats, position_table: Floats
) -> Floats:
    """Positions begin at 0 again in the second sentence."""
    positions = np.arange(len(tokens))
    positions[segments == 1] -= int((segments == 0).sum())
    return np.asarray(token_table[tokens] + segment_table[segments] + position_table[positions])


def tokens_left_visible(tokens: Ids, mask: Marked, mask_id: int) -> Ids:
    """The model is shown what it is asked for."""
    return tokens


def rest_is_masked(tokens: Ids, mask: Marked, mask_id: int) -> Ids:
    """True is taken to mean "keep"."""
    return np.where(mask, tokens, mask_id)


def masked_tokens_removed(tokens: Ids, mask: Marked, mask_id: int) -> Ids:
    """What is left when the masked tokens are taken out, in one row."""
    return tokens[~mask]


def mean_over_all_positions(logits: Floats, targets: Ids, mask: Marked) -> float:
    """The sum over the masked positions, divided by the number of all."""
    return float((cross_entropy(logits, targets) * mask).mean())


def mask_ignored(logits: Floats, targets: Ids, mask: Marked) -> float:
    """The loss of every position."""
    return float(cross_entropy(logits, targets).mean())


def mean_over_masked_and_a_little(logits: Floats, targets: Ids, mask: Marked) -> float:
    """1e-5 more in the denominator, against a division by zero."""
    return float(cross_entropy(logits, targets)[mask].sum() / (mask.sum() + 1e-5))


def sum_over_masked(logits: Floats, targets: Ids, mask: Marked) -> float:
    """Not divided at all."""
    return float(cross_entropy(logits, targets)[mask].sum())


def unmasked_positions(logits: Floats, targets: Ids, mask: Marked) -> float:
    """The mean over the positions that the model could see."""
    return float(cross_entropy(logits, targets)[~mask].mean())


def softmax_before_cross_entropy(logits: Floats, targets: Ids, mask: Marked) -> float:
    """Probabilities handed to a cross-entropy that takes logits."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities = shifted / shifted.sum(axis=-1, keepdims=True)
    return float(cross_entropy(probabilities, targets)[mask].mean())


def mean_of_sequence_means(logits: Floats, targets: Ids, mask: Marked) -> float:
    """Every sequence counts the same, however many positions are masked in it."""
    losses = cross_entropy(logits, targets)
    return float(np.mean([loss[row].mean() for loss, row in zip(losses, mask, strict=True)]))


def sign_turned(logits: Floats, targets: Ids, mask: Marked) -> float:
    """The mean logarithm of the probabilities, which is negative."""
    return -float(cross_entropy(logits, targets)[mask].mean())


def logits_of_masked_that_overflow(logits: Floats, targets: Ids, mask: Marked) -> float:
    """ln(exp(z) / Σ exp(z)) as it stands: infinite exponentials, or the logarithm of 0."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        exponentials = np.exp(logits)
        probabilities = exponentials / exponentials.sum(axis=-1, keepdims=True)
        chosen = np.take_along_axis(probabilities, targets[..., None], axis=-1)[..., 0]
        return float(-np.log(chosen[mask]).mean())
