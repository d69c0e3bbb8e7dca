"""Kills grader, or a process of its, at a random moment, and looks at what comes of it.

    python tests/sandbox/kills.py [--kills N] [--first N]

Runs `grader check` and `grader lint` again and again and kills one process of each run: grader
itself (SIGKILL, SIGTERM, SIGINT, SIGHUP), the warm interpreter of the submission or that of the
reference, a cell, a process of the reference, the prover. Which and when is drawn from the number
of the run. After each it starts grader once more and asks:

- Was the result that of a quiet run, or the end one that docs/course-repository.md lists, with a
  sentence and without a trace?
- Is a process, a mount or a folder left?

Prints a line a run and a table, and exits with 1 if an answer is no. Linux only.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import ctypes
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from process_tree import descendants

ROOT = Path(__file__).resolve().parents[2]
PR_SET_CHILD_SUBREAPER = 36
# Long enough for any machine: what is waited for always comes, or is the fault looked for.
PATIENCE = 120.0
ATTEMPTS = 5
WARM = "grader.sandbox.inside.warm"
PROVER = "grader.maths.equality.prove"
NEXT_START = "from grader.sandbox import Sandbox\nwith Sandbox(): pass"
ENDS = {
    signal.SIGTERM: (143, "ended by SIGTERM\n"),
    signal.SIGINT: (130, "interrupted\n"),
    signal.SIGHUP: (129, "ended by SIGHUP\n"),
}

REFERENCE = """
def double(x):
    return 2 * x


def square(x):
    return x**2
"""
PROBLEM = """
id: topic/double
title: Double it
prompt: Double it.
parts:
  code:
    asks: function
    call: double(x)
    reference: topic.double
    inputs: {n: 2..6, x: "normal[n]"}
    points: 2
    checks:
      - equals: {cases: 8}
      - equals: {name: large, inputs: {x: "1000 * normal[n]"}}
    mistakes:
      - {name: squared, reference: topic.square}
  formula:
    asks: formula
    symbols: {x: real}
    points: 1
    answer: "sin(x)^2 - cos(x)^2"
    mistakes:
      - {name: the sign, answer: "cos(2*x)"}
"""
ANSWERS = """
## topic/double

formula: `-cos(2*x)`
"""


@dataclass(frozen=True)
class Victim:
    role: str
    number: signal.Signals


VICTIMS = (
    Victim("grader", signal.SIGKILL),
    Victim("warm", signal.SIGKILL),
    Victim("cell", signal.SIGKILL),
    Victim("grader", signal.SIGTERM),
    Victim("reference", signal.SIGKILL),
    Victim("prover", signal.SIGKILL),
    Victim("grader", signal.SIGINT),
    Victim("warm", signal.SIGTERM),
    Victim("reference's warm", signal.SIGKILL),
    Victim("grader", signal.SIGHUP),
)


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


class Place:
    """Folders of its own for all that the runs write, and the commands to run."""

    def __init__(self, folder: Path, *, small: bool) -> None:
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self._caches = folder / "caches"
        course = folder / "course"
        for path, text in {
            "problems/double.yaml": PROBLEM,
            "reference/topic.py": REFERENCE,
            "answer/answer.py": REFERENCE,
            "answer/answers.md": ANSWERS,
        }.items():
            (course / path).parent.mkdir(parents=True, exist_ok=True)
            (course / path).write_text(text, encoding="utf-8")
        check = ["check", "--format", "json"]
        self.commands = [
            [*check, str(course / "answer"), "--course", str(course)],
            ["lint", "--course", str(course)],
        ]
        self.proving = self.commands[0]
        if not small:
            examples = ROOT / "submissions_example"
            self.commands += [
                [*check, str(examples / "half_right"), "--course", str(ROOT)],
                [*check, str(examples / "numpy_correct"), "--course", str(ROOT)],
            ]
        self._runs = 0

    def start(self, arguments: list[str]) -> subprocess.Popen[str]:
        self._runs += 1
        return subprocess.Popen(
            [sys.executable, "-m", *arguments],
            env=self._environment(),
            cwd=self.temporary,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A shell has what it runs in the background ignore Ctrl-C, and that is passed on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def run(self, arguments: list[str]) -> Ended:
        process = self.start(arguments)
        out, err = process.communicate(timeout=PATIENCE)
        return Ended(process.returncode, out, err)

    def next_start(self) -> None:
        subprocess.run(
            [sys.executable, "-c", NEXT_START], env=self._environment(), check=True, cwd=ROOT
        )

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "TMPDIR": str(self.temporary),
            "GRADER_CACHE": str(self._caches / str(self._runs)),  # so that the reference runs
            "GRADER_SECRET": "",
        }


def roles(grader: int) -> dict[str, list[int]]:
    """What there is below a grader's process, by role."""
    found: dict[str, list[int]] = collections.defaultdict(list)
    found["grader"] = [grader]
    warm = []
    for pid in descendants(grader):
        line = _command_line(pid)
        if PROVER in line:
            found["prover"].append(pid)
        elif WARM in line and _parent(pid) == grader:
            warm.append(pid)
    # The submission's is started first; the reference's when there is something to compute.
    for role, cells, pid in zip(
        ("warm", "reference's warm"), ("cell", "reference"), sorted(warm, key=_born), strict=False
    ):
        found[role].append(pid)
        found[cells] += descendants(pid)
    return found


def _command_line(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def _field(pid: int, number: int) -> int:
    """Of /proc/PID/stat, counted as proc(5) does; 0 of a process that has ended."""
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text()
        return int(stat.rpartition(")")[2].split()[number - 3])
    return 0


def _parent(pid: int) -> int:
    return _field(pid, 4)


def _born(pid: int) -> int:
    return _field(pid, 22)


def kill_one(
    grader: subprocess.Popen[str], victim: Victim, draw: random.Random, attempt: int
) -> bool:
    """Wait for such a process, then a random moment, and kill one. Whether there was one.

    After many attempts at it the moment is as early as can be.
    """
    moment = draw.choice((0.0, draw.uniform(0.0, 0.2), draw.uniform(0.0, 2.0))) / 4**attempt
    while grader.poll() is None and not roles(grader.pid)[victim.role]:
        time.sleep(0.005)
    if victim.role == "grader":  # before it listens there is nothing to clean up, nor a sentence
        while grader.poll() is None and len(roles(grader.pid)) < 2:
            time.sleep(0.005)
    with contextlib.suppress(subprocess.TimeoutExpired):
        grader.wait(moment)
    # Those that are there now: another may have taken the place of the one that was waited for.
    for pid in draw.sample(there := roles(grader.pid)[victim.role], len(there)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, victim.number)
            return grader.poll() is None
    return False


def faults_of(ended: Ended, quiet: Ended, victim: Victim, hit: bool) -> Iterator[str]:
    """What is wrong with the way a run ended."""
    if "Traceback" in ended.err:
        yield f"a trace: {ended.err[-2000:]}"
    if ended.code == quiet.code and _result(ended.out) == _result(quiet.out):
        return
    if victim.role != "grader" or not hit:
        yield f"exit code {ended.code}, not the quiet run's result: {ended.err}{ended.out[-2000:]}"
    elif victim.number == signal.SIGKILL:
        if ended.code != -signal.SIGKILL:
            yield f"exit code {ended.code} after SIGKILL"
    elif (ended.code, ended.err) != ENDS[victim.number]:
        yield f"exit code {ended.code} after {victim.number.name}, saying {ended.err!r}"


def _result(out: str) -> object:
    """Everything that was printed but the clocks."""
    if not out.startswith("{"):
        return out
    report = json.loads(out)
    del report["seconds"], report["created"]
    for problem in report["problems"]:
        for part in problem["parts"]:
            del part["seconds"]
    return report


def left_behind(place: Place) -> Iterator[str]:
    """Processes, before and after the next start; folders and mounts after it."""
    deadline = time.monotonic() + PATIENCE
    while (left := _living_below()) and time.monotonic() < deadline:
        time.sleep(0.01)
    for pid in left:
        yield f"process {pid}: {_command_line(pid)}"
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    place.next_start()
    for path in place.temporary.iterdir():
        yield f"folder {path.name}: {sorted(one.name for one in path.rglob('*'))}"
    mounts = Path("/proc/self/mounts").read_text()
    if str(place.temporary) in mounts:
        yield f"a mount: {mounts}"


def _living_below() -> list[int]:
    """This process adopts what loses its parent: nothing of a run can hide from it."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return descendants(os.getpid())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--small", action="store_true", help="a course of one problem only")
    asked = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    bad = 0
    table: collections.Counter[tuple[str, str, str]] = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        place = Place(Path(folder), small=asked.small)
        quiet = {tuple(command): place.run(["grader", *command]) for command in place.commands}
        for number in range(asked.first, asked.first + asked.kills):
            draw = random.Random(number)
            victim = VICTIMS[number % len(VICTIMS)]
            # What proves a formula is known; the others are everywhere.
            command = place.proving if victim.role == "prover" else draw.choice(place.commands)
            for attempt in range(ATTEMPTS):  # a process may have ended before its moment came
                process = place.start(["grader", *command])
                hit = kill_one(process, victim, draw, attempt)
                out, err = process.communicate(timeout=PATIENCE)
                ended = Ended(process.returncode, out, err)
                if hit:
                    break
            faults = [
                *faults_of(ended, quiet[tuple(command)], victim, hit),
                *left_behind(place),
            ]
            bad += bool(faults)
            same = ended.code == quiet[tuple(command)].code
            how = ("as a quiet run" if same else f"exit code {ended.code}") if hit else "not hit"
            name = f"{command[0]} {Path(command[-3 if command[0] == 'check' else -1]).name}"
            table[victim.role, victim.number.name, how] += 1
            print(f"{number}: {name}: {victim.role} {victim.number.name}: {how}", flush=True)
            for fault in faults:
                print(f"    {fault}", flush=True)
    for (role, what, how), count in sorted(table.items()):
        print(f"{count:4} × {role} {what}: {how}")
    print(f"{asked.kills} kills, {bad} ended badly or left something behind")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
