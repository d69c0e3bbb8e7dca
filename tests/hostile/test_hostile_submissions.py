"""Every hostile submission gets what it must, and costs nobody else anything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hostile_course import RIGHT_BESIDE, RIGHT_SHOWN, UNKNOWN, Arena, part_of, rendered
from hostile_exhaustion import EXHAUSTION
from hostile_forgery import FORGERY
from hostile_table import Attack
from hostile_theft import THEFT

ATTACKS = (*THEFT, *FORGERY, *EXHAUSTION)
POINTS = {"correct": 4.0}


def test_there_are_enough_of_them() -> None:
    assert len(ATTACKS) >= 24
    assert len({attack.what for attack in ATTACKS}) == len(ATTACKS)


@pytest.mark.one_in(3)
@pytest.mark.in_turn("mode")
@pytest.mark.parametrize("mode", ["full", "strong"])
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.what)
def test_it_gets_what_it_must(attack: Attack, mode: str, arena_of: Callable[[str], Arena]) -> None:
    arena = arena_of(mode)
    before = arena.footprint()
    report = arena.grade(attack.files())
    attacked = part_of(report, "attacked")
    expected = attack.expected(mode)
    got = attacked.verdict.value, attacked.score.earned
    assert got == (expected, POINTS.get(expected, 0.0)), (attacked.message, report.notes)
    if attack.message:
        assert attacked.message == attack.message
    if attack.alone:
        report = arena.grade({"right.py": RIGHT_BESIDE + RIGHT_SHOWN})
    beside = [part_of(report, name) for name in ("beside", "shown")]
    assert [(part.verdict.value, part.score.earned) for part in beside] == [
        ("correct", 2.0),
        ("correct", 1.0),
    ], [part.message for part in beside]
    for form, text in rendered(report).items():
        assert UNKNOWN not in text, form
    assert arena.footprint() == before, "the course and the truth are as they were"
