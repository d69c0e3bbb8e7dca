"""A machine with too much to do makes nobody late; a function that waits or never ends is."""

import subprocess
import time

from grader.sandbox import Call, Died, Limits, Returned, Sandbox
from grader.sandbox.patience import Patience
from grader.sandbox.processor import own_seconds

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


def run(function: str, seconds: float) -> object:
    with Sandbox() as sandbox, sandbox.open({"hw.py": SOURCE}) as cell:
        loaded = cell.load("hw.py", Limits(wall_seconds=60, cpu_seconds=60))
        (seen,) = loaded.run([Call(function, (seconds,))], LIMITS)
        return seen


def test_work_that_fits_is_waited_for(crowded: None) -> None:
    assert isinstance(run("work", 0.6), Returned)


def test_sleep_is_late(crowded: None) -> None:
    assert run("sleep", 3600) == Died("timed out")


def test_work_without_end_is_ended(crowded: None) -> None:
    assert run("work", 1000) == Died("timed out")


def test_sleep_is_not_starvation() -> None:
    with subprocess.Popen(["sleep", "600"]) as asleep:
        while (own := own_seconds(asleep.pid)) is None or own[0] != "S":
            time.sleep(0.01)
        patience = Patience(asleep.pid)
        assert patience.until(time.monotonic() + 5.0)
        assert not patience.prolong()
        asleep.kill()


def test_a_process_that_cannot_be_seen_gets_no_more_time() -> None:
    patience = Patience(2**22 + 1)
    assert patience.until(5.0) == 5.0
    assert not patience.prolong()
    assert patience.until(5.0) == 5.0
