# ruff: noqa: E501
"""Ledgers in people's own words, and tables whose cells carry working."""

from __future__ import annotations

import pytest
from forms_course import judged, mark

from grader.checks.verdict import Verdict
from grader.course import Course
from grader.kinds.marker import Line

COUNTS = "counting/encoder-decoder", "counts"
RIGHT = {
    "embedding": "30720000", "attention": "3149056", "norm": "2048", "feed_forward": "1050112",
    "encoder": "50439168", "decoder": "58834944", "total": "139994112",
}  # fmt: skip


def lines(form: str = "{}: {}", **changes: str) -> str:
    kept = {**RIGHT, **changes}
    return "\n".join(form.format(name, value) for name, value in kept.items() if value)


LAYOUTS = {
    "sentences": lines("- the {} has {} parameters"),
    "headings": lines("### {}\n{}\n"),
    "nested working": lines("- {}\n  - 2 * 3 = 6 of one kind\n  - so {}"),
    "equations": lines("${} = {}$"),
    "text in equations": lines(r"$\text{{{}}} = {}$"),
    "bold and prose": lines("* **{}**, which is worked out as above; so there are {}"),
    "two bullets": lines("- {}\n- * of $n = 2 \\cdot 3$\n- * $n = {}$"),
    "numbered equations": lines(r"$${} = {} \quad (2)$$"),
    "arrows": lines("{} -> {}"),
    "blanks": lines("{}    {}"),
    "remarks": lines("{} ({} params)"),
    "comments": "```\n" + lines("{} = {}  # counted twice") + "\n```",
    "columns": f"| {' | '.join(RIGHT)} |\n|{'---|' * 7}\n| {' | '.join(RIGHT.values())} |",
    "commas": lines(norm="2,048", attention="3,149,056"),
    "points": lines(norm="2.048", attention="3.149.056"),
    "a head with a line's name": "| embedding | how many |\n|---|---|\n" + lines("| {} | {} |"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout: str, shipped: Course) -> None:
    assert judged(shipped, COUNTS, LAYOUTS[layout]) == ("correct", "", ())


LABELS = [
    # labels, verdict, words, notes
    ({"attention": "Multi-head self-attention"}, "correct", "", ("attention: `Multi-head self-attention` is taken for it",)),
    ({"attention": "MHA"}, "correct", "", ("attention: `MHA` is taken for it",)),
    ({"norm": "LayerNorm"}, "correct", "", ("norm: `LayerNorm` is taken for it",)),
    ({"feed_forward": "Position-wise feed forward network"}, "correct", "", ("feed_forward: `Position-wise feed forward network` is taken for it",)),
    ({"encoder": "Encoder stack (12 layers)"}, "correct", "", ("encoder: `Encoder stack (12 layers)` is taken for it",)),
    ({"attention": "encoder attention"}, "unread", "attention: cannot be read: `3149056` may be meant for it; write `attention: 3149056`", ()),
    ({"embedding": "first table"}, "unread", "embedding: cannot be read: `30720000` may be meant for it; write `embedding: 30720000`", ()),
]  # fmt: skip


@pytest.mark.parametrize("row", LABELS, ids=lambda row: next(iter(row[0].values())))
def test_labels(row: tuple, shipped: Course) -> None:  # type: ignore[type-arg]
    labels, *wanted = row
    text = "\n".join(f"{labels.get(name, name)}: {value}" for name, value in RIGHT.items())
    assert judged(shipped, COUNTS, text) == tuple(wanted)


FAULTY = [
    (lines(attention="3149056 or 3148032"), "unread", "attention: cannot be read: both `3149056` and `3148032` could be meant; write one alone"),
    (lines(attention="") + "\nself-attention: 3149056\ncross-attention: 3149055", "unread", "attention: cannot be read: written 2 times, with different values"),
    (lines(embedding="") + "\nembedding dimension: 1024", "partly", "embedding: this line is missing"),
    (lines(attention="") + "\nattention heads: 8", "partly", "attention: this line is missing; did you mean it by `attention heads`?"),
    (lines(total="") + "\nSo the whole thing has 139994112 parameters.", "unread", "total: cannot be read: `139994112` may be meant for it; write `total: 139994112`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verdict", "words"), FAULTY)
def test_faulty(text: str, verdict: str, words: str, shipped: Course) -> None:
    assert judged(shipped, COUNTS, text)[:2] == (verdict, words)


def test_an_unread_line_waits_and_the_others_keep_their_points(shipped: Course) -> None:
    marked = mark(shipped, *COUNTS, lines(attention="three million"))
    assert (marked.share, marked.waiting) == (7 / 8, 1 / 8)
    (passage,) = marked.unread
    assert (passage.text, passage.line) == ("three million", 1)
    assert passage.why == "attention: there is no number here; write one, such as 12 345"


def test_a_mistake_is_named_though_another_line_waits(shipped: Course) -> None:
    text = "norms: 400\nlm head: twenty thousand"
    marked = mark(shipped, "counting/language-model", "counts", text)
    assert (marked.verdict, marked.waiting) == (Verdict.UNREAD, 1 / 12)
    assert marked.mistake is not None
    assert marked.mistake.name == "one norm is counted, or two without their shifts"


TABLE = "language-model/positional-encoding", "table"
ROWS = ["0 | 1 | 0 | 1", "0.84 | 0.54 | 0.10 | 1.00", "0.91 | -0.42 | 0.20 | 0.98", "0.14 | -0.99 | 0.30 | 0.96"]  # fmt: skip
WORKING = r"$P_{10} = \sin(1/1)$ = 0.84 | $P_{11}=\cos(1)$ = 0.54 | $\sin\frac{1}{10} \approx 0.10$ | 1.00"
HEADS = "| word | k | the matrix for d=4, n=100 | | | |\n|---|---|---|---|---|---|\n| | | i=0 | i=0 | i=1 | i=1 |\n"
TABLES = {
    "working in cells": "|a|b|c|d|\n|-|-|-|-|\n" + "\n".join(f"| {row} |" for row in (ROWS[0], WORKING, *ROWS[2:])),
    "two heads and labels": HEADS + "\n".join(f"| w{i} | {i} | {row} |" for i, row in enumerate(ROWS)),
    "the head is the first row": f"| {ROWS[0]} |\n|-|-|-|-|\n" + "\n".join(f"| {row} |" for row in ROWS[1:]),
    "decimal commas": "\n".join(row.replace(".", ",").replace(" | ", ";") for row in ROWS),
    "tuples": "\n".join(f"$P_{i} = ({row.replace(' |', ',')})$" for i, row in enumerate(ROWS)),
    "in another order, by their numbers": "\n".join(f"pos {i}: {ROWS[i].replace(' |', ',')}" for i in (2, 0, 3, 1)),
    "tabular": r"\begin{tabular}{cccc} \hline " + r" \\ ".join(row.replace("|", "&") for row in ROWS) + r" \\ \hline \end{tabular}",
}  # fmt: skip


@pytest.mark.parametrize("layout", TABLES)
def test_tables(layout: str, shipped: Course) -> None:
    assert judged(shipped, TABLE, TABLES[layout]) == ("correct", "", ())


def test_an_unread_cell_waits_and_the_others_keep_their_points(shipped: Course) -> None:
    rows = ["0 | 1 | 0 | 1", "0.84 | ? | 0.10 | 1.00", "0.91 | 0.42 | ? | 0.98", ROWS[3]]
    marked = mark(shipped, *TABLE, "\n".join(f"| {row} |" for row in rows))
    assert (marked.verdict, marked.share, marked.waiting) == (Verdict.UNREAD, 13 / 16, 2 / 16)
    why = "there is no number here; write one, such as 0.25"
    assert marked.message == (
        f"row 2: column 2 cannot be read: {why}; "
        f"row 3: not right in column 2 (0.42); column 3 cannot be read: {why}"
    )
    assert [passage.why for passage in marked.unread] == [
        f"row 2, column 2: {why}",
        f"row 3, column 3: {why}",
    ]
    assert [line.verdict for line in marked.lines if isinstance(line, Line)] == [
        Verdict.CORRECT, Verdict.UNREAD, Verdict.UNREAD, Verdict.CORRECT,
    ]  # fmt: skip


def test_rows_that_change_places_by_their_labels_are_wrong(shipped: Course) -> None:
    text = "\n".join(f"pos {i}: {row.replace(' |', ',')}" for i, row in zip((1, 0, 2, 3), ROWS, strict=True))  # fmt: skip
    assert judged(shipped, TABLE, text)[0] == "partly"
