"""Copies that stand by: nothing passes between them, and losing one costs nothing."""

import os
import signal
import time

import pytest
from process_tree import descendants, parents

from grader.sandbox import Call, Died, Limits, Returned, Sandbox
from grader.sandbox.cell import MAX_LOADED

SOURCE = b"""
import os

calls = []

def count(x):
    calls.append(x)
    open("left.txt", "w").write("for the next one")
    return len(calls) + 10 * len(os.listdir("."))
"""
CROWD = b"""
import os, time

for _ in range(100):
    try:
        if os.fork() == 0:
            time.sleep(600)
    except OSError:
        break

def same(x):
    return x
"""


def test_a_copy_made_during_a_check_knows_nothing_of_it() -> None:
    with Sandbox() as sandbox, sandbox.open({"hw.py": SOURCE}) as cell:
        loaded = cell.load("hw.py", Limits())
        seen = [loaded.run([Call("count", (1,))], Limits())[0] for _ in range(4)]
    assert [one.value for one in seen if isinstance(one, Returned)] == [21, 21, 21, 21]


def test_a_copy_with_other_limits_is_not_used() -> None:
    source = b"import resource\ndef cpu(x):\n    return resource.getrlimit(resource.RLIMIT_CPU)[0]"
    with Sandbox() as sandbox, sandbox.open({"hw.py": source}) as cell:
        loaded = cell.load("hw.py", Limits(cpu_seconds=5))
        values = []
        for seconds in (5, 5, 3, 3, 5):
            (seen,) = loaded.run([Call("cpu", (1,))], Limits(cpu_seconds=seconds))
            assert isinstance(seen, Returned)
            values.append(seen.value)
    assert values[0] == values[1] == values[4]
    assert values[2] == values[3]
    assert values[0] == values[2] + 2


def test_a_copy_that_was_killed_is_made_again() -> None:
    with Sandbox() as sandbox, sandbox.open({"hw.py": SOURCE}) as cell:
        loaded = cell.load("hw.py", Limits())
        for _ in range(3):
            assert sandbox._process is not None
            # The next leaf, later the next cell, and who was killed before; made beside us. Until
            # they are made it is the loaded file itself that has no child: so twenty looks alike.
            copies, alike = set[int](), 0
            while alike < 20 or not copies:
                seen_now = set(descendants(sandbox._process.pid)) - set(parents().values())
                alike = alike + 1 if seen_now == copies else 0
                copies = seen_now
                time.sleep(0.01)
            for pid in copies:
                os.kill(pid, signal.SIGKILL)
            (seen,) = loaded.run([Call("count", (1,))], Limits())
            assert isinstance(seen, Returned)
            sandbox.open({"hw.py": SOURCE}).close()


def test_more_files_than_are_kept_loaded() -> None:
    names = [f"f{number}" for number in range(MAX_LOADED + 20)]
    files = {f"{name}.py": f"def {name}(x):\n    return x\n".encode() for name in names}
    with Sandbox() as sandbox, sandbox.open(files) as cell:
        loaded = []
        for name in names:
            file = cell.load(f"{name}.py", Limits())
            loaded.append(file)
            (seen,) = file.run([Call(name, (7,))], Limits())
            assert isinstance(seen, Returned), name
            assert seen.value == 7
    assert [file.open for file in loaded[:-MAX_LOADED]] == [False] * 20


@pytest.mark.parametrize("namespaces", [True, False])
def test_a_crowd_left_by_a_file_is_said(namespaces: bool) -> None:
    with (
        Sandbox(namespaces=namespaces) as sandbox,
        sandbox.open({"crowd.py": CROWD}) as cell,
    ):
        loaded = cell.load("crowd.py", Limits())
        loaded.run([Call("same", (1,))], Limits())  # may find a copy that stood by
        (seen,) = loaded.run([Call("same", (1,))], Limits())
    assert seen == Died("crowded")


def test_a_cell_that_gets_no_namespaces_for_once_has_a_folder_all_the_same() -> None:
    """With namespaces a cell has its own in memory, and none is made for it on the disk."""
    with Sandbox(namespaces=False) as sandbox:
        sandbox.level = "full"  # of the cells before
        with sandbox.open({"hw.py": b"def same(x):\n    return x\n"}) as cell:
            assert cell.level == sandbox.level == "strong"
            (seen,) = cell.load("hw.py", Limits()).run([Call("same", (0,))], Limits())
            assert isinstance(seen, Returned)


def test_a_cell_with_namespaces_leaves_the_disk_alone() -> None:
    with Sandbox() as sandbox:
        for _ in range(3):
            with sandbox.open({"hw.py": SOURCE}) as cell:
                if cell.level != "full":
                    pytest.skip("there are no namespaces here")
        assert not list(sandbox._scratch.path.glob("cell*"))
