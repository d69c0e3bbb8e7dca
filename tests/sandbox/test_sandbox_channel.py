"""A message that came in time is read, though its reader comes late; one that comes late is not."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from grader.sandbox.channel import READ_LATE_SECONDS, Channel, Late


@pytest.fixture
def both() -> Iterator[tuple[Channel, Channel]]:
    ours, raw = Channel.pair()
    theirs = Channel(raw)
    yield ours, theirs
    ours.close()
    theirs.close()


def test_what_came_in_time_is_read_late(both: tuple[Channel, Channel]) -> None:
    ours, theirs = both
    theirs.send({"kind": "there"})
    assert ours.receive(deadline=time.monotonic()) == {"kind": "there"}


def test_but_not_for_ever(both: tuple[Channel, Channel]) -> None:
    ours, theirs = both
    theirs.send({"kind": "there"})
    with pytest.raises(Late):
        ours.receive(deadline=time.monotonic() - READ_LATE_SECONDS)


def test_what_is_not_there_is_late(both: tuple[Channel, Channel]) -> None:
    with pytest.raises(Late):
        both[0].receive(deadline=time.monotonic())
