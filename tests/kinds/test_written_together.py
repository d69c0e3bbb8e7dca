"""Letters explained together, `n and d are the length and the depth`, and grids in letters of their
own."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course
from grader.kinds.one_by_one import one_by_one

WORK = "structured/cost", "attention_work"
GRID = "translation/captioning", "weights"

ROWS = [
    (WORK, "O(L^2 E), where L and E are the sequence length and the hidden size", "correct"),
    (WORK, "O(L^2 E), where L and E are the hidden size and the sequence length", "wrong"),
    (WORK, "O(L^2 D) where L, D are sequence length and dimension, respectively", "correct"),
    (WORK, "O(D L^2) where D and L are sequence length and dimension, respectively", "wrong"),
    (WORK, "O(L^2 D), donde L y D son la longitud de la secuencia y la dimensión", "correct"),
    (WORK, "O(L^2 D)，其中 L 和 D 分别是序列长度和维度", "correct"),
    (WORK, "O(L^2 D)，其中 L 和 D 分别是维度和序列长度", "wrong"),
    (WORK, "O(n^2 d), where n and d are the sequence length and the hidden size", "correct"),
    (WORK, "O(n^2 d), where n and d are the hidden size and the sequence length", "unread"),
    (GRID, "the weights are an $H\\times W$ map", "correct"),
    (GRID, "(H, W), where H and W are height and width of the feature grid", "correct"),
    (GRID, "Die Gewichte sind ein H×W-Gitter", "correct"),
    (GRID, "重みは H×W のグリッド", "correct"),
    (GRID, "an $H\\times W\\times C$ map", "wrong"),
    (GRID, "(W, H), where H and W are height and width of the feature grid", "unread"),
    (GRID, "an N×N-sized grid", "unread"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), ROWS)
def test_an_answer(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("n and d are the length and the depth", "n is length, d is the depth"),
        ("$H$, $W$ denote height, width, respectively", "$H$ is height, $W$ is width"),
        ("B, N and d are the batch, the length and heads and depth", ""),
        ("n and m are lengths", "n and m are lengths"),
        ("n is the length and d the depth", "n is the length and d the depth"),
    ],
)
def test_letters_one_by_one(text: str, told: str) -> None:
    assert one_by_one(text).strip() == told
