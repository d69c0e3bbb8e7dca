"""Every pair of the tables is decided, and decided right."""

from __future__ import annotations

import pytest
from formulas_pairs import TABLES

from grader.maths import Decided, Symbols, compare, read

ROWS = [
    pytest.param(symbols, answer, truth, right, id=f"{topic}: {answer} vs {truth}"[:90])
    for topic, (symbols, rows) in TABLES.items()
    for answer, truth, right in rows
]


@pytest.mark.parametrize(("symbols", "answer", "truth", "right"), ROWS)
@pytest.mark.parametrize("seed", [0, 7])
def test_pair(symbols: Symbols, answer: str, truth: str, right: bool, seed: int) -> None:
    found = compare(read(answer, symbols), read(truth, symbols), symbols, seed=seed, proof=False)
    expected = (Decided.PROVED, Decided.EQUAL_NUMERIC) if right else (Decided.REFUTED,)
    assert found.verdict in expected, found.reason


def test_tables_are_large_and_balanced() -> None:
    rights = [right for _, rows in TABLES.values() for _, _, right in rows]
    assert len(rights) >= 150
    assert 0.4 <= sum(rights) / len(rights) <= 0.6
