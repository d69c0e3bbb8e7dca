"""What a sealed cell costs, beside a fresh Python process and bubblewrap.

    python benchmarks/sandbox.py [--rounds N] [--fresh N] [--json]

Run it from the environment that grader is installed in, on a machine with nothing else to do; it
takes half a minute. Prints one table: medians, the least, and how many times longer the same takes
in a fresh `python -c "import numpy, torch"` (and in bubblewrap, where `bwrap` is on PATH). All
numbers come from one run, through `grader.sandbox` as grading uses it.

- "loaded cell": from asking for a cell to a file of the submission being loaded in it: fork, seal,
  send the files, fork, run the file's top level. Torch is warm, and the file imports it.
- "first check": fork from the loaded file, seal once more, call, end it; less the time that the
  function itself says it took, about 10 ms. The file has only just been loaded.
- "one more check": the same again. Its fork was made beside the check before it.
- "the same, nothing beside it": the function takes no time at all and one check follows another,
  so that there is nothing to make a fork beside.
- "round trip": an (8, 128, 64) float64 array to the function and back in a check that is open.
- "private memory": Private_Clean + Private_Dirty of /proc/PID/smaps_rollup of an idle cell.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.sandbox import Call, Limits, Returned, Sandbox
from grader.values import Array

SOURCE = b"""
import time
import numpy as np
import torch

def same(x):
    return x

def busy(seconds):
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        np.ones((50, 50)) @ np.ones((50, 50))
    return time.perf_counter() - start
"""
AIMS = {"loaded cell": 20.0, "one more check": 5.0}
LIMITS = Limits(wall_seconds=60, cpu_seconds=60)
FRESH = "import numpy, torch\ndef same(x):\n    return x\nprint(same(1))"


@dataclass
class Row:
    what: str
    unit: str
    values: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--fresh", type=int, default=5, help="fresh processes to start")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows: list[Row] = []
    with Sandbox(("numpy", "torch")) as sandbox:
        started = time.perf_counter()
        sandbox.open({"homework.py": SOURCE}).close()
        rows.append(Row("fork server, once", "ms", [_since(started)]))
        level = sandbox.level
        rows += _cells(sandbox, asked.rounds)
        rows.append(_memory(sandbox))
    fresh = [_timed(lambda: _process([sys.executable, "-c", FRESH])) for _ in range(asked.fresh)]
    rows.append(Row("fresh python, the same call", "ms", fresh))
    if bwrap := shutil.which("bwrap"):
        command = [bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--unshare-all"]
        command += [sys.executable, "-c", FRESH]
        walled = [_timed(lambda: _process(command)) for _ in range(asked.fresh)]
        rows.append(Row("bubblewrap, the same call", "ms", walled))
    if asked.json:
        print(json.dumps({"level": level, "rows": [asdict(row) for row in rows]}, indent=2))
    else:
        _print(rows, level, asked.rounds)


def _cells(sandbox: Sandbox, rounds: int) -> list[Row]:
    opening, loading, checks, bare, ends, trips = [], [], [], [], [], []
    first: list[float] = []
    array = Array(np.random.default_rng(0).normal(size=(8, 128, 64)), "numpy")
    for _ in range(rounds):
        started = time.perf_counter()
        cell = sandbox.open({"homework.py": SOURCE})
        opening.append(_since(started))
        loaded = cell.load("homework.py", LIMITS)
        loading.append(_since(started))
        for kept in (first, checks, checks, checks):
            started = time.perf_counter()
            (own,) = _run(loaded, [0.01], "busy")
            kept.append(_since(started) - own.value * 1e3)
        for _ in range(3):
            bare.append(_timed(lambda: _run(loaded, [1])))  # noqa: B023 - called at once
        # The first call in a fork touches pages for the first time; the others are the trip.
        seen = _run(loaded, [array] * 6)
        trips += [one.seconds * 1e3 for one in seen[1:]]
        ends.append(_timed(cell.close))
    return [
        Row("sealed cell, files in it", "ms", opening),
        Row("loaded cell", "ms", loading),
        Row("first check", "ms", first),
        Row("one more check", "ms", checks),
        Row("the same, nothing beside it", "ms", bare),
        Row("round trip, 0.5 MB array", "ms", trips),
        Row("end of a cell", "ms", ends),
    ]


def _run(loaded: Any, arguments: list[Any], function: str = "same") -> list[Returned]:
    seen = loaded.run([Call(function, (argument,)) for argument in arguments], LIMITS)
    assert all(isinstance(one, Returned) for one in seen), seen
    return list(seen)


def _memory(sandbox: Sandbox) -> Row:
    """Of cells that hold a submission and wait, found by their being new below this process."""
    before = _below(os.getpid())
    cells = [sandbox.open({"homework.py": SOURCE}) for _ in range(8)]
    found = [_private_mb(pid) for pid in sorted(_below(os.getpid()) - before)]
    for cell in cells:
        cell.close()
    return Row("private memory, idle cell", "MB", [mb for mb in found if mb is not None])


def _below(root: int) -> set[int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def _private_mb(pid: int) -> float | None:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # a plain user may not look into a sealed process
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def _process(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return _since(started)


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1e3


def _print(rows: list[Row], level: str, rounds: int) -> None:
    by_name = {row.what: row for row in rows}
    fresh = by_name["fresh python, the same call"].median
    print(f"protection: {level}; {rounds} rounds; load {os.getloadavg()[0]:.1f} on "
          f"{os.cpu_count()} cores\n")  # fmt: skip
    print(f"{'':30}{'median':>12}{'least':>12}{'aim':>10}{'fresh python takes':>22}")
    for row in rows:
        if not row.values:
            print(f"{row.what:30}{'cannot be read here':>24}")
            continue
        aim = AIMS.get(row.what)
        held = "" if aim is None else f"< {aim:g}"
        ratio = f"{fresh / row.median:,.0f} x as long" if row.unit == "ms" else ""
        print(f"{row.what:30}{row.median:9.2f} {row.unit}{min(row.values):9.2f} {row.unit}"
              f"{held:>10}{ratio:>22}")  # fmt: skip
    for name, aim in AIMS.items():
        verdict = "held" if by_name[name].median < aim else "missed"
        print(f"\naim {verdict}: {name} {by_name[name].median:.1f} ms, aim {aim:g} ms", end="")
    if "bubblewrap, the same call" not in by_name:
        print("\n\nbubblewrap is not installed here", end="")
    print()


if __name__ == "__main__":
    main()
