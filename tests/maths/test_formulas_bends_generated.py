"""A sample of the generated pairs with bends; `python tests/maths/bends_generated.py` runs all."""

from __future__ import annotations

from collections import Counter

from bends_generated import decided

PAIRS = 120


def test_no_verdict_is_false_and_few_are_open() -> None:
    said = {seed: decided(seed) for seed in range(10**6, 10**6 + PAIRS)}
    assert [words for kind, words in said.values() if kind == "false"] == []
    counts = Counter(kind for kind, _ in said.values())
    assert counts["right"] >= 0.95 * PAIRS
