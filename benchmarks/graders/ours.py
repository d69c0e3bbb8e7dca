"""`grader batch`, sealed and warm: what each further submission of a class takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from homework import loops, write_course, write_submission

from graders.rival import Made, processor_seconds


@dataclass(frozen=True)
class Ours:
    """`jobs` processes; the first line of each submission may import something heavy."""

    folder: Path
    jobs: int
    first_line: str = ""

    def batch(self, name: str, numbers: list[int]) -> float:
        """Seconds of a class that has not been graded yet."""
        root = self.folder / name
        write_course(self.folder / "course")
        for number in numbers:
            write_submission(root / "in" / f"s{number:05d}", number, self.first_line)
        command = [sys.executable, "-m", "grader", "batch", "in", "--jobs", str(self.jobs)]
        started = time.perf_counter()
        subprocess.run(
            command, cwd=root, env=self._environment(), check=True, stdout=subprocess.DEVNULL
        )
        return time.perf_counter() - started

    def prepare(self) -> None:
        """Compute the truth, which is kept from then on."""
        self.batch("first", [0])

    def each(self, students: int, turn: str) -> dict[str, float]:
        """The start, a class of one for each process, which has then imported what it needs; and
        what each further submission but loopers adds to it, on a clock and of processors."""
        calm = [number for number in range(students) if not loops(number)]
        at = [processor_seconds()]
        start = self.batch(f"start {turn}", calm[: self.jobs])
        at.append(processor_seconds())
        whole = self.batch(f"calm {turn}", calm)
        at.append(processor_seconds())
        more = len(calm) - self.jobs
        processor = (at[2] - at[1]) - (at[1] - at[0])
        return {"start": start, "seconds": (whole - start) / more, "processor": processor / more}

    def made_of(self, number: int) -> Made:
        """What `grader check` says of one submission."""
        folder = write_submission(self.folder / "single" / f"s{number:05d}", number)
        started = time.perf_counter()
        command = [sys.executable, "-m", "grader", "check", str(folder), "--format", "json"]
        said = subprocess.run(command, env=self._environment(), capture_output=True, text=True)
        seconds = time.perf_counter() - started
        try:
            report = json.loads(said.stdout)
        except ValueError:
            return Made(seconds, None, f"ended with {said.returncode}")
        parts = [part for problem in report["problems"] for part in problem["parts"]]
        return Made(seconds, sum(part["verdict"] == "correct" for part in parts))

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "GRADER_CACHE": str(self.folder / "cache"),
            "GRADER_COURSE": str(self.folder / "course"),
        }
