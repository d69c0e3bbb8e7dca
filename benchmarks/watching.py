"""How long after a file is saved `grader watch` has a new report, beside checking the folder anew.

    python benchmarks/watching.py [--saves N]

Run it from the environment that grader is installed in. A file with one right function is saved N
times while `grader watch` looks on; each time it is waited for the report, which that command
writes to a file as its last step. Then `grader check` of the same folder is run as often, each time
as a process of its own. Prints medians, the longest, and the ratio; the load stands above them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GRADER = (sys.executable, "-m", "grader")
ASKED = ("--assignment", "attention/schedule")
ANSWER = """\
import numpy as np


def learning_rate(step, d_model, warmup):
    if step == 0:
        return 0.0
    return float(np.float64(d_model) ** -0.5 * min(step**-0.5, step * warmup**-1.5))
"""
AIM = 0.5  # seconds: whoever saves and looks up finds it there
LOOKS = 0.001  # seconds between two looks at the report's file
PATIENCE = 60.0  # seconds: then it is not slow but gone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--saves", type=int, default=10)
    saves = parser.parse_args().saves
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        homework = Path(folder) / "homework"
        homework.mkdir()
        (homework / "homework.py").write_text(ANSWER, encoding="utf-8")
        environment = {**os.environ, "GRADER_CACHE": f"{folder}/cache"}
        environment.pop("GRADER_SECRET", None)
        watched = watch(homework, Path(folder) / "report.json", saves, environment)
        anew = [check(homework, environment) for _ in range(saves)]
    usual = statistics.median(watched)
    print(f"load {load:.1f} to {os.getloadavg()[0]:.1f}, {saves} saves")
    print(f"saved to reported   {usual:.3f} s, the longest {max(watched):.3f} s (aim {AIM} s)")
    print(f"grader check anew   {statistics.median(anew):.3f} s")
    print(f"ratio               {usual / statistics.median(anew):.2f}")


def watch(homework: Path, report: Path, saves: int, environment: dict[str, str]) -> list[float]:
    """Seconds from each save to its report. The first, which makes all ready, is not counted."""
    command = [*GRADER, "watch", str(homework), *ASKED, "--output", str(report)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=environment, **quiet) as process:
        try:
            changed(report, 0)
            time.sleep(1)  # it says that it watches a moment before it does
            return [save(homework, report, number) for number in range(saves)]
        finally:
            process.terminate()


def save(homework: Path, report: Path, number: int) -> float:
    before = report.stat().st_mtime_ns
    begun = time.perf_counter()
    (homework / "homework.py").write_text(f"{ANSWER}\n# {number}\n", encoding="utf-8")
    changed(report, before)
    return time.perf_counter() - begun


def changed(report: Path, before: int) -> None:
    """Wait until the report is newer. It is replaced whole, so there is no half of one."""
    end = time.monotonic() + PATIENCE
    while not report.exists() or report.stat().st_mtime_ns == before:
        if time.monotonic() > end:
            raise SystemExit("there is no report: does `grader check` work here?")
        time.sleep(LOOKS)


def check(homework: Path, environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    command = [*GRADER, "check", str(homework), *ASKED]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
