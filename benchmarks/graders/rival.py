"""What the benchmark needs of a grader, and the environment that each has to itself."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
import venv
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from homework import NAMES

# For one submission, the loopers too: what has not ended by then is ended.
PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class Made:
    """What a grader made of one submission: how many of its functions were found right, or in words
    why there is no such number, and how long that took."""

    seconds: float
    right: int | None
    said: str = ""

    def __str__(self) -> str:
        found = self.said or "no result"
        return found if self.right is None else f"{self.right} of {len(NAMES)} right"


class NotThere(Exception):
    """The grader cannot be installed or does not run here; the message says why."""


class Rival(ABC):
    """One grader. A subclass says what to install, writes its tests once and runs them."""

    name: ClassVar[str]
    packages: ClassVar[tuple[str, ...]]

    def __init__(self, environment: Path, folder: Path) -> None:
        self.bin = environment / "bin"
        self.folder = folder  # for its tests and whatever it writes
        folder.mkdir(parents=True, exist_ok=True)

    @abstractmethod
    def prepare(self) -> None:
        """Write its tests of the six functions."""

    @abstractmethod
    def grade(self, submission: Path) -> Made:
        """Grade the one file in a student's folder, as its own documentation says to."""

    def run(self, command: Sequence[str | Path], folder: Path) -> tuple[float, str]:
        """Seconds that it took, and what was said of its end if it was ended here."""
        environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}"}
        environment.pop("PYTHONPATH", None)
        started = time.perf_counter()
        with subprocess.Popen(
            list(map(str, command)),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            said = ""
            try:
                process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                said = f"never ended: was ended after {PATIENCE_SECONDS} s"
            finally:
                end_group(process.pid)
        return time.perf_counter() - started, said


def processor_seconds() -> float:
    """Of all processes that were started here and have ended, with those below them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def end_group(leader: int) -> None:
    """What a grader leaves running would be a burden to the next."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return


def environment_for(packages: Sequence[str], cache: Path) -> Path:
    """An environment with these packages, made once. Raises NotThere."""
    place = cache / packages[0]
    done = place / "installed.txt"
    wanted = "\n".join(packages)
    if not done.exists() or done.read_text() != wanted:
        print(f"installing {', '.join(packages)} into {place}", file=sys.stderr)
        venv.create(place, with_pip=True, clear=True)
        command = [place / "bin" / "python", "-m", "pip", "install", "-q", *packages]
        found = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if found.returncode:
            last = found.stderr.strip().rpartition("\n")[2]
            raise NotThere(f"could not be installed: {last[:200]}")
        done.write_text(wanted)
    return place


def all_right(passed: Mapping[str, bool]) -> int:
    """How many functions are right, by what was found of each."""
    return sum(passed.get(name, False) for name in NAMES)
