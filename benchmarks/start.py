"""How long grader takes before and around the work itself, beside importing torch and pytest.

    python benchmarks/start.py [--rounds N] [--json]

Run it from the environment that grader is installed in, on a machine with nothing else to do; it
takes a minute. Each command is run N times as a process of its own, all commands in turn, with a
cache folder of its own that a first round fills. Prints medians, and the ratios to
`python -c "import torch"` and to plain pytest on the same functions. All numbers come from one run;
the machine's load before and after stands above them: with a load they are good as ratios only.

- "check numpy", "check torch": `grader check` of one right function, `learning_rate`.
- "first line": from the start of `grader check` to the first thing on a terminal.
- "pytest numpy", "pytest torch": the same function, with four asserts.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRADER = (sys.executable, "-m", "grader")
PROBLEM = "attention/schedule"
ANSWER = """\
import {library}


def learning_rate(step, d_model, warmup):
    if step == 0:
        return 0.0
    return float(d_model) ** -0.5 * min(step**-0.5, step * warmup**-1.5)
"""
TEST = """\
from homework import learning_rate


def test_learning_rate():
    assert learning_rate(0, 512, 4000) == 0
    assert learning_rate(1, 1, 1) == 1
    assert abs(learning_rate(4000, 512, 4000) - (512 * 4000) ** -0.5) < 1e-12
    assert abs(learning_rate(16, 4, 4) - 0.125) < 1e-12
"""
# What a class should not wait for, in seconds on a quiet machine of two processors.
AIMS = {"list": 0.3, "show": 0.3, "check numpy": 0.6, "first line": 0.2}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        runs = commands(Path(folder))
        for run in runs.values():  # fills the cache, and the machine's own
            run()
        rounds = [{name: run() for name, run in runs.items()} for _ in range(asked.rounds)]
    medians = {name: statistics.median(one[name] for one in rounds) for name in runs}
    load = (before, os.getloadavg()[0])
    if asked.json:
        print(json.dumps({"load": load, "medians": medians}))
    else:
        show(medians, load)


def commands(folder: Path) -> Mapping[str, Callable[[], float]]:
    """Each gives the seconds that one run takes."""
    environment = {**os.environ, "GRADER_CACHE": str(folder / "cache"), "TERM": "xterm"}
    environment.pop("GRADER_SECRET", None)
    # Else grader alone would be compiled each time: what pip installs is compiled already.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found: dict[str, Callable[[], float]] = {
        "list": lambda: seconds([*GRADER, "list"], environment),
        "show": lambda: seconds([*GRADER, "show", PROBLEM], environment),
        "import torch": lambda: seconds([sys.executable, "-c", "import torch"], environment),
    }
    for library in ("numpy", "torch"):
        homework = folder / library
        homework.mkdir()
        (homework / "homework.py").write_text(ANSWER.format(library=library), encoding="utf-8")
        tests = folder / f"{library}-tests"
        tests.mkdir()
        (tests / "homework.py").write_text(ANSWER.format(library=library), encoding="utf-8")
        (tests / "test_homework.py").write_text(TEST, encoding="utf-8")
        check = [*GRADER, "check", str(homework), "--assignment", PROBLEM]
        plain = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
        plain += ["-c", os.devnull, str(tests)]
        found[f"check {library}"] = lambda check=check: seconds(check, environment)
        found[f"pytest {library}"] = lambda plain=plain: seconds(plain, environment)
    found["first line"] = lambda: first_line(
        [*GRADER, "check", str(folder / "numpy"), "--assignment", PROBLEM], environment
    )
    return found


def seconds(command: list[str], environment: Mapping[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return time.perf_counter() - started


def first_line(command: list[str], environment: Mapping[str, str]) -> float:
    """To the first byte on a terminal. Then the command is left to end."""
    ours, theirs = pty.openpty()
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    select.select([ours], [], [])
    taken = time.perf_counter() - started
    while process.poll() is None:
        if select.select([ours], [], [], 0.05)[0]:
            try:
                os.read(ours, 65536)
            except OSError:  # its end is closed
                break
    process.wait()
    os.close(ours)
    return taken


def show(medians: Mapping[str, float], load: tuple[float, float]) -> None:
    print(f"load {load[0]:.1f} before, {load[1]:.1f} after, {os.cpu_count()} processors\n")
    print(f"{'command':<14}{'median':>9}{'aim':>8}{'/ import torch':>16}{'/ pytest':>10}")
    for name, median in medians.items():
        aim = AIMS.get(name)
        library = name.split()[-1]
        plain = medians.get(f"pytest {library}") if name.startswith("check") else None
        print(
            f"{name:<14}{median:>7.2f} s"
            + (f"{aim:>6.1f} s" if aim else " " * 8)
            + f"{median / medians['import torch']:>16.2f}"
            + (f"{median / plain:>10.2f}" if plain else "")
        )


if __name__ == "__main__":
    main()
