"""The sandbox without forks: a fresh process for every load and check, and the same words."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import (
    Call,
    Died,
    Limits,
    LoadedFile,
    Observation,
    Raised,
    Refused,
    Returned,
    Sandbox,
    fresh,
)
from grader.sandbox.branch import Lost, SandboxFault, explain

LIMITS = Limits(wall_seconds=1.5, cpu_seconds=1.5, memory_mb=512, printed_chars=20)

HOMEWORK = """
import ctypes, os, resource, subprocess, time
import numpy as np
state = []
broken = 1 / 0
def double(x): return 2 * x
def loop(x):
    while True:
        pass
def leave(x): os._exit(3)
def segfault(x): ctypes.string_at(0)
def abort(x): os.abort()
def raises(x): raise ValueError("no good")
def flood(x):
    for _ in range(100_000):
        print("x" * 9)
    return x
def eat(x): return np.ones(1 << 28) + 1
def big(x): return np.zeros(12 << 20)
def needs(x): return broken
def count(x):
    state.append(1)
    with open("left.txt", "a") as file:
        file.write("x")
    return len(state) + os.path.getsize("left.txt")
def limits(x):
    names = ("CPU", "FSIZE", "NOFILE", "CORE")
    return [resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1] for name in names]
def surroundings(x): return [sorted(os.environ), sorted(os.listdir()), os.getcwd()]
def leave_one_behind(x): return subprocess.Popen(["sleep", "60"]).pid
def hang_up(x):
    os.closerange(3, 100)
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(way="fresh") as opened:
        yield opened


@pytest.fixture(scope="module")
def homework(sandbox: Sandbox) -> Iterator[LoadedFile]:
    with sandbox.open({"homework.py": HOMEWORK.encode()}) as cell:
        yield cell.load("homework.py", LIMITS)


def value(seen: Observation) -> Any:
    assert isinstance(seen, Returned), seen
    return seen.value


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this system has one way only")
@pytest.mark.parametrize(
    ("module", "name"),
    [(os, "pidfd_open"), (signal, "pidfd_send_signal"), (socket, "SO_PASSCRED")],
)
def test_the_way_is_what_the_system_has(
    module: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Sandbox() as before:
        assert before.way == "fork"
    monkeypatch.delattr(module, name)
    with Sandbox() as after, Sandbox(way="fork") as forced:
        assert (after.way, forced.way) == ("fresh", "fork")


def test_a_kernel_that_refuses_pidfds_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int) -> int:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(os, "pidfd_open", refuse, raising=False)
    assert fresh.way_here() == "fresh"


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("double", 6),
        ("loop", Died("timed out")),
        ("leave", Died("exited", "exit code 3")),
        ("segfault", Died("killed", "segmentation fault")),
        ("abort", Died("killed", "abort")),
        ("hang_up", Died("killed")),
        ("flood", 3),
    ],
)
def test_calls(homework: LoadedFile, function: str, expected: object) -> None:
    seen = homework.run([Call("double", (2,)), Call(function, (3,)), Call("double", (4,))], LIMITS)
    assert value(seen[0]) == 4
    if isinstance(expected, Died):
        assert seen[1:] == [expected] * 2  # what was not answered shares the death
    else:
        assert (value(seen[1]), value(seen[2])) == (expected, 8)


@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is not limited on this system"
)
def test_memory(homework: LoadedFile) -> None:
    assert homework.run([Call("eat", (3,))], LIMITS) == [Died("out of memory")]


def test_an_exception_names_the_students_line(homework: LoadedFile) -> None:
    (seen,) = homework.run([Call("raises", (1,))], LIMITS)
    assert isinstance(seen, Raised)
    assert (seen.type_name, seen.message) == ("ValueError", "no good")
    (frame,) = seen.frames
    assert (frame.file, frame.line, frame.code) == (
        "homework.py", 13, 'def raises(x): raise ValueError("no good")',
    )  # fmt: skip


def test_prints_are_cut(homework: LoadedFile) -> None:
    (seen,) = homework.run([Call("flood", (1,))], LIMITS)
    assert isinstance(seen, Returned)
    assert seen.printed == "xxxxxxxxx\nxxxxxxxxx\n\n… 999,980 more characters"


def test_a_reply_above_its_limit_is_not_read(homework: LoadedFile) -> None:
    (seen,) = homework.run(
        [Call("big", (1,))], replace(LIMITS, output_bytes=1 << 20, wall_seconds=20)
    )
    assert seen == Refused("an array of shape (12582912,)")


def test_a_name_that_its_statement_failed_to_set(homework: LoadedFile) -> None:
    (seen,) = homework.run([Call("needs", (1,))], LIMITS)
    assert isinstance(seen, Raised)
    assert seen.note == (
        "`broken` is set in homework.py, line 5, which failed (ZeroDivisionError: division by zero)"
    )


@pytest.mark.parametrize(
    ("top", "notes", "death"),
    [
        ("x = 1", [], None),
        ("x = 1 / 0", [("failed", 1, "ZeroDivisionError: division by zero")], None),
        ("import os\nos._exit(1)", [], Died("exited", "exit code 1")),
        ("import os\nos.abort()", [], Died("killed", "abort")),
        ("y = 0\nwhile True:\n    y += 1", [("left out", 2, "")], Died("timed out")),
        ("def g(:\n    pass", [("unreadable", 1, "invalid syntax")], None),
    ],
)
def test_loading(
    sandbox: Sandbox, top: str, notes: list[tuple[str, int, str]], death: Died | None
) -> None:
    with sandbox.open({"a.py": f"{top}\ndef f(): return 1\n".encode()}) as cell:
        loaded = cell.load("a.py", LIMITS)
        assert [(note.what, note.line, note.message) for note in loaded.notes] == notes
        assert loaded.first_death == death
        for _ in range(2):  # in the process that loaded it, and in one that loads it again
            (seen,) = loaded.run([Call("f", ())], LIMITS)
            assert value(seen) == 1


def test_a_file_that_cannot_be_loaded_at_all(sandbox: Sandbox) -> None:
    source = b"class A:\n    import os\n    os._exit(4)\n"
    with sandbox.open({"a.py": source}) as cell, pytest.raises(Lost) as lost:
        cell.load("a.py", LIMITS)
    assert lost.value.died == Died("exited", "exit code 4")


def test_a_file_that_loads_only_once(sandbox: Sandbox) -> None:
    """The second process is asked the same; that it cannot do it is told, not hidden."""
    with sandbox.open({"a.py": b"import os, time\ndef f(): return 1\n"}) as cell:
        loaded = cell.load("a.py", LIMITS)
        loaded.run([Call("f", ())], LIMITS)
        branch: Any = loaded._branch
        past = branch._past
        past[0].request["files"]["a.py"] = b"import os\nos._exit(9)\n"
        assert loaded.run([Call("f", ())] * 2, LIMITS) == [Died("exited", "exit code 9")] * 2


def test_files_import_their_neighbours(sandbox: Sandbox) -> None:
    files = {
        "work/a.py": b"from helper import g\ndef f(): return g()",
        "work/helper.py": b"g = int",
    }
    with sandbox.open(files) as cell:
        (seen,) = cell.load("work/a.py", LIMITS).run([Call("f", ())], LIMITS)
    assert value(seen) == 0


def test_nothing_passes_from_one_check_to_the_next(homework: LoadedFile) -> None:
    for _ in range(3):
        seen = homework.run([Call("count", (1,))] * 2, LIMITS)
        assert [value(one) for one in seen] == [2, 4]


def test_limits_of_the_process(homework: LoadedFile) -> None:
    (seen,) = homework.run([Call("limits", (1,))], LIMITS)
    cpu, *others = value(seen)
    assert 4 <= cpu <= 10  # to load, to call, a second to say so, and what importing took
    assert others == [LIMITS.scratch_mb << 20, 256, 0]


def test_processor_time_ends_a_loop_before_the_clock(homework: LoadedFile) -> None:
    # By the clock it would go on for a day.
    limits = replace(LIMITS, wall_seconds=86_400, cpu_seconds=0.5)
    assert homework.run([Call("loop", (1,))], limits) == [Died("timed out")]


def test_it_knows_nothing_of_the_users_environment(
    homework: LoadedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADER_SECRET", "x")
    (seen,) = homework.run([Call("surroundings", (1,))], LIMITS)
    names, files, folder = value(seen)
    assert "GRADER_SECRET" not in names
    assert files == ["homework.py"]
    assert not Path(folder).exists(), "its folder went with it"


def test_what_a_check_leaves_running_ends_with_it(homework: LoadedFile) -> None:
    (seen,) = homework.run([Call("leave_one_behind", (1,))], LIMITS)
    assert ended(value(seen))


def test_leaving_the_sandbox_ends_what_is_left() -> None:
    with Sandbox(way="fresh") as opened:
        cell = opened.open({"a.py": b"import os\npid = os.getpid()\ndef f(): return pid\n"})
        cell.load("a.py", LIMITS)
        (process,) = opened._starter._living
        pid = process._child.pid
        assert not ended(pid, within=0)
    assert ended(pid)


def ended(pid: int, within: float = 60.0) -> bool:
    deadline = time.monotonic() + within
    while True:
        shown = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True
        )
        if shown.stdout.strip()[:1] in ("", "Z"):  # gone, or only nobody has collected it
            return True
        if time.monotonic() >= deadline:
            return False


@pytest.mark.parametrize(
    ("program", "error", "message"),
    [
        (
            "raise ImportError('no numpy here')",
            SandboxFault, "the sandbox did not start: ImportError: no numpy here",
        ),
        ("import os; os._exit(0)", SandboxFault, "the sandbox did not start: Gone()"),
        ("import os; os.kill(os.getpid(), 9)", Lost, "killed"),
    ],
)  # fmt: skip
def test_a_process_that_does_not_start(
    program: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh, "PROGRAM", ("-I", "-c", program))
    with Sandbox(way="fresh") as opened, opened.open({"a.py": b""}) as cell:
        with pytest.raises(error) as raised:
            cell.load("a.py", LIMITS)
        assert str(raised.value) == message


def test_statuses_in_words() -> None:
    assert explain(None) == Died("killed")
    assert explain(signal.SIGXCPU) == Died("timed out")
    assert explain(signal.SIGKILL) == Died("killed", "signal 9")
    assert explain(40) == Died("killed", "signal 40")  # one without a name
    assert explain(7 << 8) == Died("exited", "exit code 7")
