"""One open session for each kind of wall: whatever one submission leaves, the next would meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from hostile_course import Arena, arena


@pytest.fixture(scope="session")
def arena_of() -> Iterator[Callable[[str], Arena]]:
    """full, strong or off to an arena, opened when first asked for."""
    made: dict[str, Arena] = {}
    with ExitStack() as stack:

        def find(mode: str) -> Arena:
            if mode not in made:
                made[mode] = stack.enter_context(arena(mode))
                made[mode].settle()
                level = made[mode].session.sandbox.level
                if level != {"off": "none"}.get(mode, mode):
                    pytest.skip(f"this machine gives {level} where {mode} is tested")
            return made[mode]

        yield find
