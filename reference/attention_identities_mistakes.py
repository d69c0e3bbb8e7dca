"""Wrong answers about orthogonal inputs, heads as a sum, the score tensor and permutations."""

import numpy as np
from attention import Floats, masked_softmax
from attention_identities import Order, score_tensor, self_attention

Pair = tuple[Floats, Floats]


def _with_outputs(A: Floats, X: Floats) -> Pair:
    return A, np.asarray(A @ X)


def exp_of_zero_is_zero(X: Floats) -> Pair:
    """exp(0) taken as 0: every input attends to itself alone, and Y is X."""
    return _with_outputs(np.eye(len(X)), X)


def exp_dropped_below(X: Floats) -> Pair:
    """The denominator adds up scores, not their exponentials."""
    scores = X @ X.T
    return _with_outputs(np.exp(scores) / scores.sum(axis=-1, keepdims=True), X)


def scores_in_place_of_weights(X: Floats) -> Pair:
    """No softmax at all."""
    return _with_outputs(X @ X.T, X)


def orthogonal_scaled(X: Floats) -> Pair:
    """Divides the scores by √D, out of habit."""
    return _with_outputs(masked_softmax(X @ X.T / np.sqrt(X.shape[1])), X)


def orthogonal_over_queries(X: Floats) -> Pair:
    """The softmax runs over n in place of m."""
    return _with_outputs(masked_softmax(X @ X.T).T, X)


def _terms(X: Floats, WQ: Floats, WK: Floats, WV: Floats, scale: float, blocks: Floats) -> Pair:
    weights = masked_softmax((X @ WQ) @ np.swapaxes(X @ WK, -1, -2) / scale)
    terms = weights @ X @ WV @ blocks
    return np.asarray(terms.sum(axis=0)), np.asarray(terms)


def _blocks(WV: Floats, WO: Floats) -> Floats:
    return WO.reshape(len(WV), WV.shape[2], WO.shape[1])


def sum_scaled_by_model_width(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats) -> Pair:
    """√D where the width of a key belongs."""
    return _terms(X, WQ, WK, WV, np.sqrt(X.shape[1]), _blocks(WV, WO))


def sum_scaled_by_value_width(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats) -> Pair:
    """√D_v where the width of a key belongs."""
    return _terms(X, WQ, WK, WV, np.sqrt(WV.shape[2]), _blocks(WV, WO))


def sum_unscaled(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats) -> Pair:
    """No scale."""
    return _terms(X, WQ, WK, WV, 1.0, _blocks(WV, WO))


def sum_with_interleaved_rows(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats) -> Pair:
    """Head h takes every H-th row of WO, beginning with row h."""
    heads, _, width = WV.shape
    blocks = WO.reshape(width, heads, WO.shape[1]).swapaxes(0, 1)
    return _terms(X, WQ, WK, WV, np.sqrt(WQ.shape[2]), blocks)


def sum_with_one_block(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats) -> Pair:
    """Every head is multiplied by the first block of WO."""
    first = np.broadcast_to(_blocks(WV, WO)[:1], _blocks(WV, WO).shape)
    return _terms(X, WQ, WK, WV, np.sqrt(WQ.shape[2]), first)


def sum_averaged(X: Floats, WQ: Floats, WK: Floats, WV: Floats, WO: Floats) -> Pair:
    """The mean of the terms."""
    _, terms = _terms(X, WQ, WK, WV, np.sqrt(WQ.shape[2]), _blocks(WV, WO))
    return np.asarray(terms.mean(axis=0)), terms


def tensor_of_the_transposed_scores(A: Floats, N: int) -> Floats:
    """n and m exchanged."""
    return np.swapaxes(score_tensor(A, N), 2, 3)


def tensor_column_by_column(A: Floats, N: int) -> Floats:
    """X flattened column by column: p = a·N + i."""
    D, row = len(A), np.eye(N)
    M = np.einsum("in,jm,ab->aibjnm", row, row, A)
    return np.asarray(M.reshape(N * D, N * D, N, N))


def tensor_full(A: Floats, N: int) -> Floats:
    """A in every block: each score adds up the scores of all pairs."""
    block = np.kron(np.ones((N, N)), A)
    return np.broadcast_to(block[:, :, None, None], (*block.shape, N, N)).copy()


def tensor_on_the_diagonal(A: Floats, N: int) -> Floats:
    """Only the scores of a row with itself."""
    return score_tensor(A, N) * np.eye(N)


def attention_unscaled(X: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """No division by √d_k."""
    return np.asarray(masked_softmax((X @ WQ) @ (X @ WK).T) @ (X @ WV))


def attention_over_queries(X: Floats, WQ: Floats, WK: Floats, WV: Floats) -> Floats:
    """The softmax runs over the queries."""
    scores = (X @ WQ) @ (X @ WK).T / np.sqrt(WQ.shape[1])
    return np.asarray(masked_softmax(scores.T).T @ (X @ WV))


def gap_to_the_output_in_place(
    X: Floats, E: Floats, order: Order, WQ: Floats, WK: Floats, WV: Floats
) -> float:
    """|f(X[order]) - f(X)|: what invariance would ask for."""
    moved, still = (self_attention(rows + E, WQ, WK, WV) for rows in (X[order], X))
    return float(np.abs(moved - still).max())


def gap_with_moved_encodings(
    X: Floats, E: Floats, order: Order, WQ: Floats, WK: Floats, WV: Floats
) -> float:
    """The encodings are permuted with the rows, so that nothing is broken."""
    moved = self_attention((X + E)[order], WQ, WK, WV)
    return float(np.abs(moved - self_attention(X + E, WQ, WK, WV)[order]).max())


def gap_with_the_inverse_order(
    X: Floats, E: Floats, order: Order, WQ: Floats, WK: Floats, WV: Floats
) -> float:
    """The output is put back in order in place of being permuted."""
    moved = self_attention(X[order] + E, WQ, WK, WV)
    still = self_attention(X + E, WQ, WK, WV)
    return float(np.abs(moved - still[np.argsort(order)]).max())
