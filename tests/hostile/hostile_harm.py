"""What an attack does to a grader that nothing protects: runs one, watches it, and ends it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hostile_course import submitted
from hostile_table import Attack

GRADERS = {"naive": "hostile_naive.py", "trusting": "hostile_trusting.py"}

# From a grader that is ready to one that is held up; an honest file takes it milliseconds.
PATIENCE = 1.0
# For one that is not held up, on the busiest of machines.
AMPLE = 60.0
# What the course of these tests allows.
MEMORY_MB, OUTPUT_MB = 256, 4
_KEPT = 1 << 16


@dataclass(frozen=True)
class Seen:
    """What became of a grader.

    - `earned`: what the first report on its output says.
    - `finished`: it came to the end, and so to the next student.
    - `code`: how it ended, if it ended before that; None if it was still busy.
    - `deaf`: still busy, it went on in spite of SIGTERM.
    - `output`, `peak_mb`: the bytes that it was made to take or to print, and its memory.
    - `stranger`: how a process that it has nothing to do with ended; None if it lives.
    """

    earned: float | None
    finished: bool
    code: int | None
    deaf: bool
    output: int
    peak_mb: int
    stranger: int | None

    def harms(self) -> set[str]:
        """In the words of `Attack.harm`."""
        found = {
            "marks": self.earned is not None and self.earned >= 4.0,
            "held up": not self.finished and self.code is None,
            "deaf": self.deaf,
            "down": not self.finished and self.code is not None,
            "killed": self.code == self.stranger == -signal.SIGKILL,
            "flooded": self.output > OUTPUT_MB << 20,
            "swollen": self.peak_mb > MEMORY_MB,
        }
        return {name for name, true in found.items() if true}


def under_attack(attack: Attack, folder: Path) -> Seen:
    """The grader that the attack's control names, given the attack."""
    seconds = PATIENCE if attack.harm in ("held up", "deaf") else AMPLE
    return watch(GRADERS[attack.control], attack.files(), folder, seconds)


def watch(program: str, files: Mapping[str, str | bytes], folder: Path, seconds: float) -> Seen:
    """Have the program grade the submission, in an empty folder, for at most so long."""
    place = folder / "submission"
    place.mkdir()
    here = dict.fromkeys(("course", "cache", "temporary"), str(folder))
    with _ended_at_last(["sleep", "600"]) as stranger:
        code = submitted(files, {**here, "pid": str(stranger.pid)}).files["attack.py"]
        (place / "attack.py").write_bytes(code)
        command = [sys.executable, str(Path(__file__).with_name(program)), "attack.py"]
        with _ended_at_last(command, cwd=place) as grader:
            said, size = _hear(grader, seconds)
            reports = _reports(said)
            last = reports[-1] if reports else {}
            finished = "next" in last
            busy = not finished and grader.poll() is None
            deaf = busy and _goes_on(grader)
            # Who kills all that it may has killed both, and the last of them may take its time.
            killed = grader.poll() == -signal.SIGKILL
            with contextlib.suppress(subprocess.TimeoutExpired):
                stranger.wait(AMPLE if killed else 0.1)
            return Seen(
                earned=next((one["score"]["earned"] for one in reports if "score" in one), None),
                finished=finished,
                code=None if busy else grader.poll(),
                deaf=deaf,
                output=max(size, last.get("took", 0)),
                peak_mb=last.get("peak_mb", 0),
                stranger=stranger.returncode,
            )


@contextmanager
def _ended_at_last(
    command: list[str], cwd: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a session of its own, which ends here with all of that session."""
    process = subprocess.Popen(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _hear(grader: subprocess.Popen[bytes], seconds: float) -> tuple[bytes, int]:
    """The beginning and the end of what it says, and how much that was.

    Until it is finished, or ends, or the time is over; that runs from when it is ready.
    """
    assert grader.stdout is not None
    head, tail, size = b"", b"", 0
    deadline = time.monotonic() + AMPLE
    ready = False
    while b'"next"' not in head + tail:
        left = max(0.0, deadline - time.monotonic())
        if not select.select([grader.stdout], [], [], left)[0]:
            break
        part = os.read(grader.stdout.fileno(), _KEPT)
        if not part:
            grader.wait(AMPLE)
            break
        size += len(part)
        rest = part[max(0, _KEPT - len(head)) :]
        head += part[: len(part) - len(rest)]
        tail = (tail + rest)[-_KEPT:]
        if not ready and b"ready\n" in head:
            ready, deadline = True, time.monotonic() + seconds
    assert ready, head.decode()
    return head + b"\n" + tail, size


def _reports(said: bytes) -> list[dict[str, Any]]:
    """Of each line that begins with one, the first: others may follow without a break."""
    lines = said.decode("utf-8", "replace").splitlines()
    return [json.JSONDecoder().raw_decode(line)[0] for line in lines if line.startswith("{")]


def _goes_on(grader: subprocess.Popen[bytes]) -> bool:
    """Whether it does not end when it is told to. Who does nothing about it ends at last."""
    status = Path(f"/proc/{grader.pid}/status").read_text()
    masks = re.findall(r"^Sig(?:Blk|Ign|Cgt):\t(\w+)$", status, re.MULTILINE)
    heeds = any(int(mask, 16) >> (signal.SIGTERM - 1) & 1 for mask in masks)
    grader.terminate()
    try:
        grader.wait(1 if heeds else AMPLE)
    except subprocess.TimeoutExpired:
        return True
    return False
