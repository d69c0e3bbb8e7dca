"""A machine with too much to do makes nobody late; a function that waits or never ends is."""

import time

from grader.sandbox import Call, Died, Limits, Returned, Sandbox
from grader.sandbox.patience import MOST, Patience

SOURCE = b"""
import time

def work(seconds):
    while time.process_time() < seconds:
        pass
    return 1

def sleep(seconds):
    time.sleep(seconds)
    return 1
"""
LIMITS = Limits(wall_seconds=1, cpu_seconds=60)


def run(function: str, seconds: float) -> tuple[object, float]:
    with Sandbox() as sandbox, sandbox.open({"hw.py": SOURCE}) as cell:
        loaded = cell.load("hw.py", Limits(wall_seconds=60, cpu_seconds=60))
        started = time.monotonic()
        (seen,) = loaded.run([Call(function, (seconds,))], LIMITS)
        return seen, time.monotonic() - started


def test_work_that_fits_is_waited_for(crowded: None) -> None:
    seen, _ = run("work", 0.6)
    assert isinstance(seen, Returned)


def test_sleep_is_not_starvation(crowded: None) -> None:
    seen, seconds = run("sleep", 30)
    assert seen == Died("timed out")
    assert seconds < 10


def test_work_without_end_is_ended(crowded: None) -> None:
    seen, seconds = run("work", 1000)
    assert seen == Died("timed out")
    assert seconds < 3 * MOST


def test_a_process_that_cannot_be_seen_gets_no_more_time() -> None:
    patience = Patience(2**22 + 1)
    assert patience.until(5.0) == 5.0
    assert not patience.prolong()
    assert patience.until(5.0) == 5.0
