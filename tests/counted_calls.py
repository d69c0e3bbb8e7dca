"""A limit for tests that counts calls: the same on every machine, and it ends what would hang."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fails the test where its body makes more calls and returns, those into C counted too."""
    left = calls

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise AssertionError(f"more than {calls} calls and returns")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
    assert left >= 0, f"more than {calls} calls and returns"
