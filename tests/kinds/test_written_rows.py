"""Rows of a table in sentences, shapes with names made of two words, and ledgers in one line."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

TABLE = "language-model/positional-encoding", "table"
KEY = "translation/captioning", "key"
WEIGHTS = "translation/spatial", "weights"
SIGNALS = "counting/encoder-decoder", "inside"
COUNTS = "counting/encoder-decoder", "counts"

WORKED = """Zeile 0: (0, 1, 0, 1)
Zeile 1: $\\sin 1 = {}$, $\\cos 1 = 0.540$, $\\sin 0.1 = 0.100$ und $\\cos 0.1 = 0.995$
Zeile 3: $\\sin 3 = 0.141$, $\\cos 3 = -0.990$, $\\sin 0.3 = 0.296$ und $\\cos 0.3 = 0.955$
Zeile 2: $\\sin 2 = 0.909$, $\\cos 2 = -0.416$, $\\sin 0.2 = 0.199$ und $\\cos 0.2 = 0.980$"""
SPOKEN = (
    "{} 0 gets (0, 1, 0, 1), position 1 gets ({}), position 2 gets (0.91, -0.42, 0.20, 0.98) and "
    "position 3 gets (0.14, -0.99, 0.30, 0.96).{}"
)
ONE = "0.84, 0.54, 0.10, 1.00"
ROWS = [
    (WORKED.format("0.841"), "correct"),
    (WORKED.format("0.481"), "partly"),
    (SPOKEN.format("Position", ONE, ""), "correct"),
    (SPOKEN.format("Position", "0.54, 0.84, 1.00, 0.10", ""), "partly"),
    (SPOKEN.format("It is not so that position", ONE, ""), "unread"),
    (SPOKEN.format("My friend says that position", ONE, ""), "unread"),
    (SPOKEN.format("Position", ONE, " Is that so?"), "unread"),
    (SPOKEN.format("Position", ONE, " Row 4 is (0.1, 0.2, 0.3, 0.4)."), "unread"),
]


@pytest.mark.parametrize(("text", "verdict"), ROWS)
def test_rows_in_sentences(text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, TABLE, text)[0] == verdict


SHAPES = [
    (KEY, r"$W \in \mathbb{R}^{d_{state} \times d_{image}}$", "correct"),
    (KEY, r"$W \in \mathbb{R}^{d_{image} \times d_{state}}$", "partly"),
    (KEY, "`(dec_size, enc_size)`", "correct"),
    (KEY, "`(dec_size, attn_size)`", "unread"),
    (WEIGHTS, "`(num_heads, h, w, h, w)`", "correct"),
    (WEIGHTS, "`(num_heads, h, h, w, w)`", "partly"),
    (WEIGHTS, "(K, X, Y, X, Y): a map (X, Y) for each place and head", "correct"),
    (WEIGHTS, "(K, X, Y): a map (X, Y, X, Y) for each head", "partly"),
    (SIGNALS, "(batch, seq, d), i.e. one vector for each token", "correct"),
    (SIGNALS, "(批次大小, 序列长度, d)", "correct"),
    (SIGNALS, "(序列长度, 批次大小, d)", "wrong"),
]


@pytest.mark.parametrize(("place", "text", "verdict"), SHAPES)
def test_shapes(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict


LEDGER = (
    "嵌入：30720000；注意力：3149056；层归一化：2048；前馈网络：1050112；编码器：{}；解码器：{}；"
    "总计：139994112"
)


def test_a_ledger_in_one_line(shipped: Course) -> None:
    right = LEDGER.format(50439168, 58834944)
    assert judged(shipped, COUNTS, right)[0] == "correct"
    assert judged(shipped, COUNTS, LEDGER.format(58834944, 50439168))[0] == "partly"
