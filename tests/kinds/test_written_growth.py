"""Growth classes beside those of other things: each is taken for what the words say it is of."""

from __future__ import annotations

import pytest
from forms_course import judged

from grader.course import Course

STEPS = "structured/cost", "attention_steps"
RECURRENT = "structured/cost", "recurrent_steps"
WORK = "structured/cost", "attention_work"

CONTRASTS = [
    (STEPS, "**Attention does a fixed number of sequential operations, while an RNN needs $O(n)$**",
     "correct"),
    (RECURRENT, "Attention has a fixed number of sequential operations, while an RNN needs $O(n)$",
     "correct"),
    (STEPS, "An RNN does a fixed number of sequential operations, but attention needs $O(n)$",
     "wrong"),
    (RECURRENT, "**Attention needs $O(n)$ sequential operations, an RNN a fixed number of them**",
     "wrong"),
    (STEPS, "Attention needs $O(n)$ sequential operations, whereas recurrence needs $O(1)$",
     "wrong"),
    (WORK, "O(n d^2) for self-attention, but O(n^2 d) for the recurrence", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), CONTRASTS)
def test_a_contrast(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict


LAYERS = """How layers compare:

| Layer | Memory | Multiplications | Serial steps |
|---|---|---|---|
| Pooling (width w) | O(w); O(w n) for all | O(w n d) | O(1) |
| {first} | O(n) | {work} | {steps} |
| Dense | O(1) | {other} | O(n^3) |

n = sequence length"""
TABLES = [
    (WORK, LAYERS.format(first="Self-attention", work="O(n^2 d)", steps="O(1)", other="O(n d^2)"),
     "correct"),
    (WORK, LAYERS.format(first="Self-attention", work="O(n d^2)", steps="O(1)", other="O(n^2 d)"),
     "wrong"),
    (WORK, LAYERS.format(first="Attention", work="not O(n^2 d)", steps="O(1)", other="O(n d)"),
     "unread"),
    (WORK, LAYERS.format(first="Attention", work="O(n d) or O(n^2 d)?", steps="1", other="O(n)"),
     "unread"),
    (RECURRENT, LAYERS.format(first="RNN layer", work="O(n d^2)", steps="O(n)", other="O(d)"),
     "correct"),
    (RECURRENT, LAYERS.format(first="RNN layer", work="O(n)", steps="O(1)", other="O(n)"),
     "wrong"),
    (WORK, "| Piece | Cost |\n|---|---|\n| Attention | O(n^2) |\n| Total | O(n^2 d) |", "correct"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "text", "verdict"), TABLES)
def test_a_table(place: tuple[str, str], text: str, verdict: str, shipped: Course) -> None:
    assert judged(shipped, place, text)[0] == verdict


@pytest.mark.parametrize(
    ("place", "text", "verdict"),
    [
        (RECURRENT, "n", "correct"),
        (RECURRENT, "It takes n steps.", "correct"),
        (RECURRENT, "$n$ operations one after another", "correct"),
        (RECURRENT, "n, one for each word", "correct"),
        (RECURRENT, "It grows only with n", "correct"),
        (RECURRENT, "It takes d steps.", "wrong"),
        (RECURRENT, "One cannot skip anything in a sentence of length n.", "unread"),
        (RECURRENT, "All of it depends on n.", "unread"),
        (WORK, "Think of the length $n$ of a text.", "unread"),
        (WORK, "With d numbers each word is richer.", "unread"),
        (RECURRENT, "We go over a sentence of n words.", "unread"),
        (WORK, "Attention (with vectors $d$) would give $O(n^2 d)$ work", "correct"),
    ],
)
def test_a_size_that_is_spoken_of(
    place: tuple[str, str], text: str, verdict: str, shipped: Course
) -> None:
    found, message, _ = judged(shipped, place, text)
    assert found == verdict
    if verdict == "unread":
        assert message.endswith("is only spoken of here; write the growth class itself: O(…)")
