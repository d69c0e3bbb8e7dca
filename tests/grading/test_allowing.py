"""How large a reply may be, by what the course holds for the same check."""

from __future__ import annotations

import numpy as np
import pytest

from grader.grading.allowing import LEAST_BYTES, SPARE_BYTES, TIMES, allowed
from grader.sandbox import Call
from grader.values import Array, Value, encode

SMALL = Call("f", (1.0,))
WIDE = Call("f", ({"W": Array(np.zeros((100, 100)))}, ["text", None]))


@pytest.mark.parametrize(
    ("calls", "truth", "bytes_each"),
    [
        ([SMALL], [], [SPARE_BYTES + TIMES * 8]),
        ([SMALL] * 4, [], [SPARE_BYTES // 4 + TIMES * 8] * 4),
        ([SMALL] * 1000, [], [LEAST_BYTES + TIMES * 8] * 1000),
        ([WIDE], [], [SPARE_BYTES + TIMES * (80_000 + 4 + 8)]),
        ([SMALL], [[Array(np.zeros(50)), {"a": Array(np.zeros(50))}], 1.0],
         [SPARE_BYTES + TIMES * (800 + 8)]),
        ([], [], []),
    ],
    ids=["one", "four", "many", "large inputs", "the largest truth", "none"],
)  # fmt: skip
def test_it_is_a_share_and_a_multiple(
    calls: list[Call], truth: list[Value], bytes_each: list[int]
) -> None:
    assert [call.reply_bytes for call in allowed(calls, truth)] == bytes_each


def test_a_right_answer_in_lists_fits_however_many_cases_there_are() -> None:
    truth = Array(np.random.default_rng(0).normal(size=(100, 100)))
    (one, *_) = allowed([SMALL] * 1000, [truth] * 1000)
    assert one.reply_bytes is not None
    reply = {"kind": "returned", "value": truth.data.tolist(), "printed": "x" * 4000}
    assert encode(reply, one.reply_bytes)
