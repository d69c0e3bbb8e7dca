"""Many checks' calls in one process: what is returned there, and what is left of the rest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.sandbox import Call, Died, Limits, Returned, Sandbox
from grader.sandbox.branch import Branch, Forking, Kind, Lost
from grader.sandbox.cell import Cell, Wanted
from grader.sandbox.trying import Seen, Trial

SOURCE = b"""
import os

calls = []

def same(x):
    return x

def raises(x):
    raise ValueError(x)

def loops(x):
    while True:
        pass

def ends(x):
    os._exit(0)

def forks(x):
    return os.fork()

def count(x):
    calls.append(x)
    open("left.txt", "w").write("for the next one")
    return len(calls) + 10 * len(os.listdir("."))
"""
LIMITS = Limits()
READ = Limits(wall_seconds=20, cpu_seconds=15, memory_mb=1024)
PLENTY = 60.0  # seconds, for what ends by itself


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as one:
        yield one


@pytest.fixture
def cell(sandbox: Sandbox) -> Iterator[Cell]:
    with sandbox.open({"hw.py": SOURCE}) as one:
        one.scan(["hw.py"], Wanted(), READ)
        yield one


def trials(*names: str) -> list[Trial]:
    return [Trial.of([Call(name, (1,)), Call(name, (2,))], LIMITS) for name in names]


def values(seen: Seen) -> list[object] | None:
    return None if seen is None else [one.value for one in seen.observations]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (["same", "same"], [[1, 2], [1, 2]]),
        (["same", "raises", "same"], [[1, 2], None, [1, 2]]),
        (["same", "absent", "same"], [[1, 2], None, [1, 2]]),
        (["forks", "same"], [None, [1, 2]]),
        # Those that come after the end of the process have seen nothing.
        (["same", "ends", "same"], [[1, 2], None, None]),
    ],
)
def test_what_each_has_seen(names: list[str], wanted: list[object], cell: Cell) -> None:
    found = cell.try_out("hw.py", trials(*names), LIMITS, PLENTY)
    assert found is not None
    assert list(map(values, found[1])) == wanted


def test_the_same_reply_is_read_once(sandbox: Sandbox) -> None:
    """Whoever gives it; what was made of another one is never taken for it."""
    asked = trials("same", "count")
    found = []
    another, other = SOURCE + b"# another\n", SOURCE.replace(b"return x", b"return -x")
    for source in (SOURCE, another, other):
        with sandbox.open({"hw.py": source}) as cell:
            cell.scan(["hw.py"], Wanted(), READ)
            tried = cell.try_out("hw.py", asked, LIMITS, PLENTY)
            assert tried is not None
            found.append(tried[1])
    assert [[*map(values, seen)] for seen in found] == [
        [[1, 2], [21, 22]],
        [[1, 2], [21, 22]],
        [[-1, -2], [21, 22]],
    ]
    assert found[0][0] is found[1][0]
    assert found[0][1] is found[2][1]


def test_a_loop_costs_the_seconds_that_all_have(cell: Cell) -> None:
    found = cell.try_out("hw.py", trials("same", "loops", "same"), LIMITS, 0.3)
    assert found is not None
    assert list(map(values, found[1])) == [[1, 2], None, None]
    (seen,) = cell.load("hw.py", LIMITS).run([Call("same", (1,))], LIMITS)
    assert isinstance(seen, Returned)


def test_the_process_has_to_have_read_the_files_and_is_used_once(
    sandbox: Sandbox, cell: Cell
) -> None:
    assert cell.try_out("hw.py", trials("same"), LIMITS, PLENTY) is not None
    assert cell.try_out("hw.py", trials("same"), LIMITS, PLENTY) is None
    with sandbox.open({"hw.py": SOURCE}) as another:
        assert another.try_out("hw.py", trials("same"), LIMITS, PLENTY) is None


def test_what_is_loaded_next_finds_nothing_of_it(cell: Cell) -> None:
    found = cell.try_out("hw.py", trials("count"), LIMITS, PLENTY)
    assert found is not None
    assert list(map(values, found[1])) == [[21, 22]]
    assert not found[0].open
    (seen,) = cell.load("hw.py", LIMITS).run([Call("count", (1,))], LIMITS)
    assert isinstance(seen, Returned)
    assert seen.value == 21


@pytest.mark.parametrize(
    ("files", "forks"),
    [
        (["hw.py"], ["leaf"]),
        (["hw.py", "notes.txt"], ["leaf"]),
        # Another file may be loaded beside it, and must not find what this one has done.
        (["hw.py", "helper.py"], ["branch", "leaf"]),
    ],
)
def test_a_file_that_runs_well_and_is_the_only_one_is_loaded_without_a_fork(
    files: list[str], forks: list[str], sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    begin = Branch.begin

    def noted(self: Branch, kind: Kind, limits: Limits | None, folder: str = "") -> Forking:
        made.append(kind)
        return begin(self, kind, limits, folder)

    with sandbox.open(dict.fromkeys(files, SOURCE)) as cell:
        cell.scan(["hw.py"], Wanted(), READ)
        assert cell.try_out("hw.py", trials("count"), LIMITS, PLENTY) is not None
        monkeypatch.setattr(Branch, "begin", noted)
        for _ in range(2):  # each call in a fork, and the file as it was before the trial
            loaded = cell.load("hw.py", LIMITS)
            (seen,) = loaded.run([Call("count", (1,))], LIMITS)
            assert isinstance(seen, Returned)
            assert seen.value == 11 + 10 * len(files)
            loaded.close()
        assert [kind for kind in made if kind != "cell"] == 2 * forks


def test_one_that_does_not_load_again_is_loaded_as_if_it_had_not_been_tried(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(self: Cell, path: str, limits: Limits) -> None:
        self._branch.kill()
        raise Lost(Died("killed"))

    assert cell.try_out("hw.py", trials("same"), LIMITS, PLENTY) is not None
    monkeypatch.setattr(Cell, "_loaded_here", dies)
    (seen,) = cell.load("hw.py", LIMITS).run([Call("same", (1,))], LIMITS)
    assert isinstance(seen, Returned)
    assert seen.value == 1
