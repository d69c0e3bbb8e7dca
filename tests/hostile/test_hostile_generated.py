"""No report depends on what hidden inputs were, whatever a submission does with them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hostile_course import Arena
from hostile_generated import reports

# `python tests/hostile/hostile_generated.py 100` tries more, at both levels.
# With these, locks or pages of shared files once told what the inputs were.
SEEDS = (102, 118, 124, 130, 132, 141, 143, 145, 151, 156, 159)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_does_not_depend_on_hidden_inputs(
    seed: int, arena_of: Callable[[str], Arena]
) -> None:
    one, other = reports(arena_of("full"), seed)
    assert one == other


def test_without_a_secret_it_does(arena_of: Callable[[str], Arena]) -> None:
    """The control: where nothing is to be hidden, all calls share a cell, and words differ."""
    arena = arena_of("full")
    course = arena.session.course
    arena.session.course = type(course)(**{**vars(course), "secret": ""})
    try:
        differing = [seed for seed in SEEDS if (seen := reports(arena, seed))[0] != seen[1]]
    finally:
        arena.session.course = course
    assert len(differing) > 3
