"""What a call takes, as on a quiet machine: by the kernel's word, and without what is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from grader.sandbox import (
    Call,
    Died,
    Limits,
    Observation,
    Raised,
    Refused,
    Returned,
    Sandbox,
    Spent,
)
from grader.sandbox import meter as meters
from grader.sandbox.calls import Step, Use
from grader.sandbox.loaded import LoadedFile
from grader.sandbox.meter import Lap, Meter
from grader.sandbox.processor import scheduled, state_of
from grader.sandbox.timing import timed
from grader.values import Array

# Times are those of the processor, which are the same on a fast and on a slow machine.
SOURCE = """
import os, sys, time
calls = []
def spend(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
def work(seconds):
    print("at work")
    spend(seconds)
    return 1
def sleep(seconds):
    time.sleep(seconds)
    return 2
def later(seconds):
    # Does its work when the result is fetched, by taking over the process.
    kind = sys.modules["grader.sandbox.inside.timed"].TimedCall
    show = kind.show
    def late(self):
        spend(seconds)
        return show(self)
    kind.show = late
    return 3
def count(x):
    calls.append(x)
    return len(calls)
def total(x): return float(x.sum())
def double(x): return 2 * x
def raises(x): raise ValueError("no good")
def leave(x): os._exit(3)
def loop(x):
    while True:
        pass
def big(x): return list(range(10**7))
class Times:
    def __init__(self, factor):
        self.factor = factor
    def __call__(self, x):
        return self.factor * x
"""
LIMITS = Limits(wall_seconds=30, cpu_seconds=30)
SHORT = Limits(wall_seconds=1, cpu_seconds=1)


@pytest.fixture(scope="module")
def loaded() -> Iterator[LoadedFile]:
    with Sandbox() as sandbox, sandbox.open({"hw.py": SOURCE.encode()}) as cell:
        yield cell.load("hw.py", LIMITS)


def observed(
    loaded: LoadedFile, calls: Sequence[Call], limits: Limits = LIMITS
) -> list[Observation]:
    with timed(loaded, limits) as leaf:
        return [leaf.run(call) for call in calls]


def spent(loaded: LoadedFile, function: str, seconds: float) -> Spent:
    """Of the second call: the first one warms up."""
    _, seen = observed(loaded, [Call(function, (0.0,)), Call(function, (seconds,))])
    assert isinstance(seen, Returned)
    assert seen.spent is not None
    return seen.spent


@pytest.mark.parametrize("function", ["work", "sleep"])
def test_work_and_sleep_both_count(loaded: LoadedFile, function: str) -> None:
    took = spent(loaded, function, 0.3)
    assert took.sure
    assert 0.25 < took.call <= took.whole < 0.6


def test_waiting_for_a_processor_does_not_count(crowded: None, loaded: LoadedFile) -> None:
    """With twice as many busy processes as processors the wall clock shows a second or more."""
    assert 0.25 < spent(loaded, "work", 0.4).call < 0.8
    assert 0.25 < spent(loaded, "sleep", 0.4).call < 0.8


def test_work_that_is_put_off_until_the_result_is_fetched_is_in_the_whole(
    loaded: LoadedFile,
) -> None:
    took = spent(loaded, "later", 0.3)
    assert took.call < 0.15
    assert took.whole > 0.25


def test_what_is_sent_is_not_part_of_the_call(loaded: LoadedFile) -> None:
    """4 million numbers: to add them up takes a tenth of the time that sending them does."""
    array = Array(np.ones(4_000_000), "numpy")
    seen = observed(loaded, [Call("total", (array,))] * 3)[-1]
    assert isinstance(seen, Returned)
    assert seen.value == 4e6
    assert seen.spent is not None
    assert seen.spent.call < seen.spent.whole / 2


def test_one_fork_for_all_calls_and_another_for_the_next(loaded: LoadedFile) -> None:
    for _ in range(2):
        seen = observed(loaded, [Call("count", (1,))] * 2)
        assert [one.value for one in seen if isinstance(one, Returned)] == [1, 2]


def test_steps_and_objects_come_before_the_call(loaded: LoadedFile) -> None:
    step = Step("double", (4,))
    seen = observed(
        loaded,
        [
            Call("double", (Use(0),), steps=(step,)),
            Call("Times", (5,), built_with=(3,)),
            Call("work", (0.0,)),
        ],
    )
    assert [one.value for one in seen if isinstance(one, Returned)] == [16, 15, 1]
    assert isinstance(seen[2], Returned)
    assert seen[2].printed == "at work\n"


def test_what_goes_wrong_is_told_as_of_any_call(loaded: LoadedFile) -> None:
    calls = [
        Call("raises", (1,)),
        Call("absent", (1,)),
        Call("double", (1, 2)),
        Call("double", (Use(0),), steps=(Step("raises", (1,)),)),
        Call("big", (1,)),
        Call("double", (1,)),
    ]
    seen = observed(loaded, calls)
    assert [one.type_name for one in seen if isinstance(one, Raised)] == [
        "ValueError",
        "NotThere",
        "WrongArity",
        "ValueError",
    ]
    assert isinstance(seen[4], Refused)
    assert isinstance(seen[5], Returned), "an error costs its own call only"
    assert [type(one) for one in loaded.run(calls, LIMITS)] == [type(one) for one in seen]


@pytest.mark.parametrize(
    ("function", "died"),
    [("leave", Died("exited", "exit code 3")), ("loop", Died("timed out"))],
)
def test_the_calls_after_a_death_share_it(loaded: LoadedFile, function: str, died: Died) -> None:
    seen = observed(loaded, [Call(name, (1,)) for name in ("double", function, "double")], SHORT)
    assert [type(seen[0]), *seen[1:]] == [Returned, died, died]


def test_a_fresh_process_is_timed_too() -> None:
    with Sandbox(way="fresh") as sandbox, sandbox.open({"hw.py": SOURCE.encode()}) as cell:
        took = spent(cell.load("hw.py", LIMITS), "sleep", 0.3)
    assert 0.25 < took.call < 0.6


def read(clock: float, own: float, ran: float, waited: float, sure: bool = True) -> meters._Reading:
    return meters._Reading(clock, own, ran, waited, sure)


# Clock, what the grader ran and waited, what the process ran, what it waited: before the request,
# at the reply, and once the process has settled.
LAPS = {
    "it runs": ((0, 0, 0, 0), (10, 0, 10, 0), (10, 0, 10, 0), 10),
    "it sleeps": ((0, 0, 5, 1), (10, 0, 5, 1), (10, 0, 5, 1), 10),
    "it waits for a processor": ((0, 0, 0, 0), (10, 0, 2, 8), (10, 0, 2, 8), 2),
    "it waits for the grader": ((0, 3, 0, 0), (10, 11, 2, 0), (10, 11, 2, 0), 2),
    "some of each": ((0, 0, 0, 0), (10, 1, 2, 3), (10, 1, 2, 3), 6),
    "what it runs after the reply counts": ((0, 0, 0, 0), (10, 0, 4, 6), (30, 20, 5, 25), 5),
    "both at once is not subtracted below zero": ((0, 0, 0, 0), (10, 8, 9, 0), (10, 8, 9, 0), 9),
}


@pytest.mark.parametrize(("before", "replied", "settled", "seconds"), LAPS.values(), ids=LAPS)
def test_of_what_was_read_this_is_counted(
    before: tuple[float, float, float, float],
    replied: tuple[float, float, float, float],
    settled: tuple[float, float, float, float],
    seconds: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readings = iter([read(*before), read(*before), read(*replied), read(*settled)])
    monkeypatch.setattr(Meter, "_read", lambda self: next(readings))
    monkeypatch.setattr(Meter, "_settle", lambda self: None)
    meter = Meter(1)
    meter.start()
    assert meter.stop() == Lap(seconds, sure=True)


def test_what_it_runs_between_two_requests_counts_to_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readings = iter([read(0, 0, 0, 0), read(50, 0, 40, 0), read(60, 0, 50, 0), read(60, 0, 50, 0)])
    monkeypatch.setattr(Meter, "_read", lambda self: next(readings))
    monkeypatch.setattr(Meter, "_settle", lambda self: None)
    meter = Meter(1)
    meter.start()
    assert meter.stop() == Lap(50, sure=True)


def test_without_the_kernels_word_it_is_the_wall_clock_and_not_sure(
    loaded: LoadedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meters, "scheduled", lambda process: None)
    took = spent(loaded, "sleep", 0.3)
    assert not took.sure
    assert took.call > 0.25


def test_of_several_threads_it_is_not_sure(
    loaded: LoadedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meters, "state_of", lambda pid: ("S", 2))
    assert not spent(loaded, "sleep", 0.0).sure


def test_a_process_that_cannot_be_seen() -> None:
    assert scheduled(2**22 + 1) is None
    assert state_of(2**22 + 1) == ("", 0)
    meter = Meter(None)
    meter.start()
    assert not meter.stop().sure
