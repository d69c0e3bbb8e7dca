"""A sample of changed answers; `python tests/maths/bends_mutated.py` runs twenty thousand."""

from __future__ import annotations

from bends_mutated import run

ANSWERS = 3000


def test_no_fault_and_nothing_wrongly_right() -> None:
    counts, bad = run(ANSWERS, 10**6)
    assert bad == []
    # Else the sample would say nothing.
    assert min(counts[kind] for kind in ("not read", "wrong", "equal, checked")) > 100
