"""Processes of the sandbox end with the process that started them, at every level."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from process_tree import descendants, parents

from grader.sandbox import Call, Limits, Returned, Sandbox, SandboxFault, sandbox
from grader.sandbox.cell import Wanted
from grader.sandbox.channel import Channel
from grader.sandbox.inside.serve import serve
from grader.sandbox.inside.walls import Walls

HERE = Path(__file__).parent
# Long enough for any machine: what is waited for always comes.
PATIENCE = 600.0
LIMITS = Limits(wall_seconds=60, cpu_seconds=60)

# Loads a file and calls a function that never ends; says so when it has begun.
GRADER = """
import os, sys, threading
from grader.sandbox import Call, Limits, Sandbox
settings, source = eval(sys.argv[1]), sys.argv[2].encode()
limits = Limits(wall_seconds=600, cpu_seconds=600)
with Sandbox(**settings) as sandbox, sandbox.open({"homework.py": source}) as cell:
    threading.Thread(target=lambda: print(cell.level, flush=True)).start()
    cell.load("homework.py", limits).run([Call("loops", ())], limits)
"""
# With SIGTERM and the like ignored: only the kernel's word ends it.
LOOPS = "import signal\nfor n in (1, 2, 10, 15): signal.signal(n, signal.SIG_IGN)\n"
IN_A_CALL = LOOPS + "def loops():\n    while True: pass\n"
AT_LOAD = LOOPS + "while True: pass\n"
# A student's own fork, in the group that nothing in a cell can leave.
WITH_A_CHILD = "import os, time\nif os.fork() == 0:\n    time.sleep(600)\n" + IN_A_CALL

LEVELS = {
    "full": {},
    "strong": {"namespaces": False},
    "none": {"sealed": False},
    "fresh": {"way": "fresh"},
}


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def busy(pid: int) -> bool:
    """Whether it has run for a quarter of a second."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.25
    return False


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[[str, str], subprocess.Popen[str]]]:
    every: list[subprocess.Popen[str]] = []

    def start(level: str, source: str) -> subprocess.Popen[str]:
        every.append(
            subprocess.Popen(
                [sys.executable, "-c", GRADER, repr(LEVELS[level]), source],
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "TMPDIR": str(tmp_path)},
            )
        )
        assert every[0].stdout is not None
        said = every[0].stdout.readline().strip()
        if said != ("none" if level == "fresh" else level):
            pytest.skip(f"this machine gives level {said}")
        return every[0]

    yield start
    for process in every:
        process.kill()
        process.communicate()


@pytest.mark.in_turn("source")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("source", [IN_A_CALL, AT_LOAD, WITH_A_CHILD])
def test_a_loop_ends_with_a_grader_that_is_killed(
    level: str, source: str, started: Callable[[str, str], subprocess.Popen[str]]
) -> None:
    if (level, source) == ("fresh", WITH_A_CHILD):
        pytest.skip("nothing holds what a student forks there, and every report says so")
    grader = started(level, source)
    # A fork's time starts at zero, so what is busy below the warm interpreter is in the loop.
    until(
        lambda: any(
            busy(pid) and (level == "fresh" or parents().get(pid) != grader.pid)
            for pid in descendants(grader.pid)
        )
    )
    below = descendants(grader.pid)
    grader.kill()
    until(lambda: not any(map(alive, below)))


def test_a_signal_that_comes_amid_the_ending_does_not_end_it() -> None:
    """A killed grader's channel closes first; the kernel's word about it comes a moment later."""

    class Interrupted(Walls):
        def __init__(self) -> None:
            self.rounds = 0

        def end_all(self, children: Sequence[int]) -> None:
            self.rounds += 1
            if self.rounds == 1:
                raise SystemExit(1)

    channel, other = Channel.pair()
    other.close()
    channel._socket.setblocking(True)  # as inside, where a process waits for its next request
    walls = Interrupted()
    with pytest.raises(SystemExit):
        serve(channel, walls)
    channel.close()
    assert walls.rounds == 2


@pytest.mark.parametrize("level", ["full", "strong", "none"])
def test_cells_end_with_a_warm_interpreter_that_is_killed(level: str) -> None:
    with Sandbox(**LEVELS[level]) as opened:  # type: ignore[arg-type]
        cell = opened.open({"homework.py": b"def double(x): return 2 * x"})
        if cell.level != level:
            pytest.skip(f"this machine gives level {cell.level}")
        cell.load("homework.py", LIMITS)
        assert opened._process is not None
        below = descendants(opened._process.pid)
        assert len(below) >= 2
        os.kill(opened._process.pid, signal.SIGKILL)
        until(lambda: not any(map(alive, below)))
        cell.close()


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("level", ["full", "strong"])
def test_what_a_student_forked_is_gone_when_the_cell_is_closed(level: str, killed: bool) -> None:
    """Without namespaces too, where it belongs to another parent once its own is gone; and where
    the warm process, which would have ended it, was killed."""
    daemons = (
        b"import os, time\nfor _ in range(5):\n    if os.fork() == 0:\n        time.sleep(600)\n"
    )
    with Sandbox(**LEVELS[level]) as opened:  # type: ignore[arg-type]
        cell = opened.open({"homework.py": daemons})
        if cell.level != level:
            pytest.skip(f"this machine gives level {cell.level}")
        cell.load("homework.py", LIMITS)
        assert opened._process is not None
        below = descendants(opened._process.pid)
        assert len(below) >= 7
        if killed:
            os.kill(opened._process.pid, signal.SIGKILL)
        cell.close()
        if killed and level == "full":
            until(lambda: not any(map(alive, below)))  # the kernel ends them, in its own time
        spare = descendants(opened._process.pid)  # the next cell, which stands by
        assert not [pid for pid in below if alive(pid) and pid not in spare]
        if not killed:  # then nobody else has to collect them
            assert not [pid for pid in below if pid in parents() and pid not in spare]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("moment", ["at its start", "when it is warm", "between two submissions"])
def test_a_killed_warm_interpreter_is_started_again(number: signal.Signals, moment: str) -> None:
    with Sandbox() as opened:
        opened.warm()
        process = opened._process
        assert process is not None
        if moment == "when it is warm":
            opened._root = opened._wait_until_warm()
        if moment == "between two submissions":
            opened.open({}).close()
        process.send_signal(number)
        process.wait()
        with opened.open({"homework.py": b"def double(x): return 2 * x"}) as cell:
            (seen,) = cell.load("homework.py", LIMITS).run([Call("double", (2,))], LIMITS)
            assert isinstance(seen, Returned)
            assert seen.value == 4
        assert opened._process is not process


def test_one_that_is_killed_each_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    spawn = Sandbox._spawn

    def killed(self: Sandbox) -> None:
        spawn(self)
        assert self._process is not None
        self._process.kill()

    monkeypatch.setattr(Sandbox, "_spawn", killed)
    with Sandbox() as opened, pytest.raises(SandboxFault) as fault:
        opened.open({})
    assert str(fault.value) == "the sandbox was lost 3 times, the last one killed"
    assert sandbox.OPEN_ATTEMPTS == 3


def test_the_end_of_the_thread_that_started_it_is_not_the_end() -> None:
    """The kernel's promise is about a thread."""
    with Sandbox() as opened:
        thread = threading.Thread(target=lambda: opened.open({}).close())
        thread.start()
        thread.join()
        process = opened._process
        with opened.open({}) as cell:
            assert cell.scan([], Wanted(), LIMITS)["sources"] == []
        assert opened._process is process


def test_a_file_whose_process_is_killed_as_it_loads_is_loaded_again(tmp_path: Path) -> None:
    """Not with its definitions only, as one that ends by itself is."""
    marker = tmp_path / "begun"
    source = (
        "import os, pathlib, time\n"
        f"marker = pathlib.Path({str(marker)!r})\n"
        "if not marker.exists():\n"
        "    marker.write_text(str(os.getpid()))\n"
        "    time.sleep(600)\n"
        "computed = 3\n"
        "def answer(): return computed\n"
    )

    def kill() -> None:
        until(lambda: marker.exists() and marker.read_text())
        os.kill(int(marker.read_text()), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with Sandbox(sealed=False) as opened, opened.open({"homework.py": source.encode()}) as cell:
        loaded = cell.load("homework.py", LIMITS)
        killer.join()
        assert loaded.first_death is None
        (seen,) = loaded.run([Call("answer", ())], LIMITS)
        assert isinstance(seen, Returned)
        assert seen.value == 3


def test_a_sample_of_kills() -> None:
    """`python tests/sandbox/kills.py` does thirty, on larger submissions too."""
    done = subprocess.run(
        [sys.executable, HERE / "kills.py", "--kills", "2", "--small"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("2 kills, 0 ended badly or left something behind\n")
