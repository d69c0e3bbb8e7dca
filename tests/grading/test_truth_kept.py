"""The truth cache: whatever happens to its files, no right answer becomes wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from small_course import (
    PROBLEM,
    REFERENCE,
    RIGHT_GRAM,
    RIGHT_SOFTMAX,
    SETTINGS,
    graded,
    open_session,
    write_course,
)

RIGHT = {"homework.py": RIGHT_SOFTMAX + RIGHT_GRAM}


def flip_bits(files: list[Path]) -> None:
    """One bit in the numbers of each entry: the last bytes are the arrays."""
    chance = random.Random(3)
    for file in files:
        data = bytearray(file.read_bytes())
        data[-1 - chance.randrange(40)] ^= 1 << chance.randrange(8)
        file.write_bytes(data)


def exchange(files: list[Path]) -> None:
    first, second = (file.read_bytes() for file in files[:2])
    files[0].write_bytes(second)
    files[1].write_bytes(first)


def cut(files: list[Path]) -> None:
    for file in files:
        file.write_bytes(file.read_bytes()[:-8])


def empty(files: list[Path]) -> None:
    for file in files:
        file.write_bytes(b"")


@pytest.mark.parametrize("spoil", [flip_bits, exchange, cut, empty])
def test_spoilt_truth_is_computed_again(
    spoil: Callable[[list[Path]], None], tmp_path: Path
) -> None:
    root = write_course(tmp_path / "course", {"rows": PROBLEM}, {"rows": REFERENCE}, SETTINGS)
    cache = tmp_path / "truth"

    def points() -> tuple[float, int]:
        with open_session(root, cache, ("numpy",)) as session:
            return graded(session, RIGHT).score.earned, session.truth.computed

    assert points() == (6.0, 2)
    assert points() == (6.0, 0)
    files = sorted(file for file in cache.rglob("*") if file.is_file())
    assert len(files) == 2
    spoil(files)
    assert points() == (6.0, 2)
    assert points() == (6.0, 0)
