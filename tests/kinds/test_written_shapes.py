# ruff: noqa: E501
"""Shapes in equations, code and sentences, with arithmetic in them."""

from __future__ import annotations

import pytest
from forms_course import judged, open_course, write_course

from grader.course import Course

LOGITS = "costs/attention", "logits"
FLAT = "costs/attention", "flat"

RIGHT = {
    LOGITS: [
        "logits[b, t, v]", r"$Y \in \mathbb{R}^{B×T×V}$", "out: (B, T, V)", "torch.Size([B, T, V])",
        "The output has shape (B, T, V).", "not (T, B, V) but (B, T, V)", "`x.shape == (B, T, V)`",
        "(batch_size, seq_len, vocab_size)", r"$\boxed{(B, T, V)}$", "(B, T, 2V - V)", "R^{B x T x V}",
        "(B,T,V) where B is the batch size and T the time", "$(B, T, V)$, where $V$ is the vocabulary",
        "Output:\n    a tensor of size [B, T, V]",
    ],
    FLAT: ["(B·T) × V", "(T B, V)", "B*T x V", "((B*T), V)", r"$\mathbb{R}^{BT \times V}$"],
}  # fmt: skip


@pytest.mark.parametrize(("place", "text"), [(place, it) for place in RIGHT for it in RIGHT[place]])
def test_right(place: tuple[str, str], text: str, costs: Course) -> None:
    assert judged(costs, place, text) == ("correct", "", ())


BOTH = "both `{}` and `{}` could be meant; write one alone"
FAULTY = [
    (LOGITS, "(B, T, V) or (T, B, V)", "unread", BOTH.format("(B, T, vocab)", "(T, B, vocab)")),
    (LOGITS, "input (B, T), output (B, T, V)", "unread", BOTH.format("(B, T)", "(B, T, vocab)")),
    (LOGITS, "(B, T, V) before, so (B, T, X) after", "unread", "`X` is not a dimension of this problem; known are `B`, `N`, `T`, `V`, `batch`, `d`, `d_model`, `n_tok`, `n_tokens`, `seq_len`, `time`, `vocab`"),
    (LOGITS, "Output:\n    a tensor of size [T, B, V]", "partly", "(T, B, vocab) has the right dimensions in another order"),
    (LOGITS, "Output:", "unread", "there is no shape here; write one, such as (B, T)"),
    (LOGITS, "B T V", "unread", "`B T V` can be one dimension or more; put commas in it"),
    (LOGITS, "(B, , V)", "unread", "a dimension is missing between two signs"),
    (LOGITS, "$(B, T, V)$ where $V = d$", "unread", "`V = d` is said here, and V is vocab in this problem; write the shape in its names"),
    (LOGITS, "(B, T, V, 1)", "wrong", "(B, T, vocab, 1) has 4 dimensions, not 3"),
    (LOGITS, "(B, T, V/2)", "wrong", "dimension 3 of (B, T, vocab/2) is not right"),
    (FLAT, "(B+T, V)", "wrong", "dimension 1 of (B + T, vocab) is not right"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict", "words"), FAULTY)
def test_faulty(place: tuple[str, str], text: str, verdict: str, words: str, costs: Course) -> None:
    assert judged(costs, place, text) == (verdict, words, ())


POOLED = """
id: pool/shape
title: A pooled image
prompt: An image of height $H$ and width $W$ with $C = 3$ channels is pooled by two, then cut by two.
parts:
  count: {asks: ledger, points: 1, values: {C: 3}, lines: {channels: {answer: C}}}
  pooled:
    asks: shape
    points: 1
    aliases: {H: [height], W: [], C: [channels]}
    answer: (C, H/2, W - 2)
    mistakes: [{name: the edge is kept, answer: "(C, H/2, W)"}]
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return open_course(write_course(tmp_path_factory.mktemp("pool") / "c", {"pool": POOLED}))


@pytest.mark.parametrize(
    ("text", "verdict", "words", "notes"),
    [
        ("(C, H/2, W-2)", "correct", "", ()),
        (r"$C \times \frac{H}{2} \times (W - 2)$", "correct", "", ()),
        ("(C, 0.5*height, -2 + W)", "correct", "", ()),
        ("(3, H/2, W - 2)", "correct", "", ("with its numbers for the names this is (C, H/2, W - 2)",)),
        ("(C, H/2, W)", "wrong", "dimension 3 of (C, H/2, W) is not right", ()),
        ("(C, H/2, W - 1)", "wrong", "dimension 3 of (C, H/2, W - 1) is not right", ()),
        ("(C, W - 2, H/2)", "wrong", "(C, W - 2, H/2) has the right dimensions in another order", ()),
        ("(4, H/2, W - 2)", "wrong", "dimension 1 of (4, H/2, W - 2) is not right", ()),
    ],
)  # fmt: skip
def test_arithmetic(
    text: str, verdict: str, words: str, notes: tuple[str, ...], pool: Course
) -> None:
    assert judged(pool, ("pool/shape", "pooled"), text) == (verdict, words, notes)
