"""A file that cannot be read costs only itself: which is it, what is said, and what is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import pytest

from grader.grading import scanning
from grader.grading.scanning import scanned
from grader.sandbox import Cell, Died, Limits, Sandbox
from grader.sandbox.branch import Lost
from grader.sandbox.cell import Wanted
from grader.sandbox.inside.definitions import scan
from grader.sandbox.replies import InsideFault

DEF = b"def f(x):\n    return x\n"


class FakeCell:
    """Reads as a cell does, and dies on some files."""

    def __init__(self, files: dict[str, bytes], deadly: dict[str, Exception]) -> None:
        self._files = files
        self._deadly = deadly
        self.asked: list[list[str]] = []

    def scan(self, paths: Iterable[str], wanted: Wanted, limits: Limits) -> dict[str, Any]:
        self.asked.append(sorted(paths))
        for path in self.asked[-1]:
            if path in self._deadly:
                raise self._deadly[path]
        return scan({path: self._files[path] for path in self.asked[-1]}, wanted.tables)


FILES = {"bad.py": b"x = 1\n" * 9, "right.py": DEF, "picture.png": b""}

DEATHS = [
    (Lost(Died("timed out")), "it takes too long to read"),
    (Lost(Died("out of memory")), "it takes too much memory to read"),
    (Lost(Died("killed", "segmentation fault")), "reading it ends Python itself"),
    (Lost(Died("exited", "exit code 1")), "reading it ends Python itself"),
    (Lost(Died("garbled", "it holds too much")), "reading it ends Python itself"),
    (InsideFault("RecursionError: x"), "it cannot be read (RecursionError in the process that "
     "runs the code)"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "words"), DEATHS)
def test_the_file_at_fault_is_found(error: Exception, words: str) -> None:
    cell = FakeCell(FILES, {"bad.py": error})
    found = scanned(cast(Cell, cell), FILES, Wanted())
    assert found.left_out == {"bad.py": words}
    assert [fault.sentence() for fault in found.contents.faults] == [f"bad.py: left out, {words}"]
    assert found.contents.find("f") is not None
    assert cell.asked == [
        ["bad.py", "picture.png", "right.py"],
        ["right.py"],  # alone, the smallest first; nothing reads a picture
        ["bad.py"],
        ["picture.png", "right.py"],
    ]


def test_nothing_is_tried_where_nothing_is_wrong() -> None:
    cell = FakeCell(FILES, {})
    assert scanned(cast(Cell, cell), FILES, Wanted()).left_out == {}
    assert len(cell.asked) == 1


@pytest.mark.parametrize("detail", ["", "signal 9"])
def test_a_kill_from_outside_blames_nobody(detail: str) -> None:
    cell = FakeCell(FILES, {"bad.py": Lost(Died("killed", detail))})
    with pytest.raises(Lost):
        scanned(cast(Cell, cell), FILES, Wanted())
    assert len(cell.asked) == 1


def test_trials_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many files are slow; the small ones have been tried by then."""
    monkeypatch.setattr(scanning, "TRIALS_SECONDS", 0.0)
    cell = FakeCell(FILES, {"bad.py": Lost(Died("timed out"))})
    assert scanned(cast(Cell, cell), FILES, Wanted()).left_out == {
        "bad.py": "the files before it take too long to read"
    }
    assert ["bad.py"] not in cell.asked


def test_data_and_answers_are_tried_too() -> None:
    files = {**FILES, "d/Loss.csv": b"1,2\n", "answers.yaml": b"a: b\n", "notes.dat": b""}
    deadly: dict[str, Exception] = {"d/Loss.csv": Lost(Died("timed out"))}
    cell = FakeCell(files, deadly)
    assert set(scanned(cast(Cell, cell), files, Wanted(tables=("loss.csv",))).left_out) == {
        "d/Loss.csv"
    }
    assert ["answers.yaml"] in cell.asked
    assert ["notes.dat"] not in cell.asked


def test_more_python_than_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "MAX_PYTHON_BYTES", 1 << 20)
    files = {
        "large.py": b"# \n" * 150_000,
        "larger.py": b"# \n" * 160_000,
        "largest.py": b"# \n" * 170_000,  # too long by itself
        "right.py": DEF,
        "first.py": b"# \n" * 140_000,
    }
    found = scanned(cast(Cell, FakeCell(files, {})), files, Wanted())
    assert found.left_out == {"larger.py": "there are 1 MB of Python in smaller files"}
    assert [fault.sentence() for fault in found.contents.faults] == [
        "largest.py: it has 510,000 characters of code; only files of up to 500,000 are read",
        "larger.py: left out, there are 1 MB of Python in smaller files",
    ]


def test_in_a_real_cell() -> None:
    """A path that the cell does not hold makes its own code fail, whenever it is asked for."""
    files = {"right.py": DEF}
    with Sandbox(preload=()) as sandbox, sandbox.open(files) as cell:
        found = scanned(cell, {**files, "ghost.py": DEF * 2}, Wanted())
    assert set(found.left_out) == {"ghost.py"}
    assert found.left_out["ghost.py"].startswith(
        "it cannot be read (KeyError at grader/sandbox/inside/serve.py, line "
    )
    assert found.contents.find("f") is not None
