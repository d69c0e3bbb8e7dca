"""What a submission leaves behind: notes for the next, processes, one that never answers."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_course import PROBLEM, RIGHT_BESIDE, RIGHT_SHOWN, Arena, part_of, submitted
from hostile_harm import AMPLE
from hostile_table import answer, cheat

from grader.grading import grade
from grader.report import Report
from grader.sandbox import Died
from grader.sandbox.branch import Branch
from grader.sandbox.channel import Late

RIGHT = RIGHT_BESIDE + RIGHT_SHOWN
NOTE = f"grader-hostile-note-{os.getpid()}"
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "..", ".", "@scratch@", "@course@", "@cache@")

LEAVES = f"""
import os
def _leave():
    for folder in {PLACES!r}:
        try:
            with open(os.path.join(folder, {NOTE!r}), "w") as file:
                file.write("for the next")
        except OSError:
            pass
_leave()
""" + answer("_leave()\nreturn right")
FINDS = cheat(
    f"return any(os.path.exists(os.path.join(folder, {NOTE!r})) for folder in {PLACES!r})",
    "import os",
)


@pytest.mark.parametrize(
    ("mode", "verdict"), [("full", "wrong"), ("strong", "wrong"), ("off", "correct")]
)
def test_no_note_reaches_the_next_submission(
    mode: str, verdict: str, arena_of: Callable[[str], Arena]
) -> None:
    arena = arena_of(mode)
    try:
        arena.grade({"attack.py": LEAVES})
        assert part_of(arena.grade({"attack.py": FINDS}), "attacked").verdict.value == verdict
    finally:
        roots = ["/tmp", "/var/tmp", "/dev/shm", *arena.facts().values()]
        for folder in roots:
            with contextlib.suppress(OSError):
                Path(folder, NOTE).unlink()


def named(comm: str) -> list[int]:
    """The living processes that call themselves so."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if (entry / "comm").read_text().strip() == comm and state != "Z":
                    found.append(int(entry.name))
    return found


def daemon(comm: str) -> str:
    """At load: two forks away, in a session of its own if it may, deaf to signals, for a minute."""
    return f"""
import ctypes, os, signal, time
there, says = os.pipe()
if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork() == 0:
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
        ctypes.CDLL(None).prctl(15, b"{comm}", 0, 0, 0)
        os.write(says, b"!")
        time.sleep(60)
    os._exit(0)
os.read(there, 1)
"""


# Without walls one stays behind for each of the two cells, for open and for hidden cases.
@pytest.mark.parametrize(("mode", "left"), [("full", 0), ("strong", 0), ("off", 2)])
def test_a_daemon_is_gone_with_its_cell(
    mode: str, left: int, arena_of: Callable[[str], Arena]
) -> None:
    arena = arena_of(mode)
    comm = f"hostile{os.getpid() % 10_000}{mode[:1]}"
    seen: list[int] = []
    files = {"attack.py": daemon(comm) + answer("return right"), "right.py": RIGHT}

    def look(problem: str, part: str, report: object) -> None:
        if report is not None:
            seen.extend(named(comm))

    report = grade(arena.session, submitted(files, arena.facts()), [PROBLEM], progress=look)
    try:
        assert seen, "it lived while its submission was graded"
        assert part_of(report, "beside").score.earned == 2.0
        deadline = time.monotonic() + AMPLE
        while len(named(comm)) != left and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(named(comm)) == left
    finally:
        for pid in named(comm):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("mode", ["full", "strong"])
def test_a_process_that_never_reads_costs_one_wait(
    mode: str, arena_of: Callable[[str], Arena], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loaded, and deaf from then on: it is given up once, not once for every check."""
    monkeypatch.setattr("grader.sandbox.branch.FORK_SECONDS", 2.0)
    waits = []
    why_no_copy = Branch.why_no_copy

    def noted(self: Branch, number: int, error: Exception) -> Died:
        waits.append(type(error))
        return why_no_copy(self, number, error)

    monkeypatch.setattr(Branch, "why_no_copy", noted)
    code = (
        "from grader.sandbox.channel import Channel\nimport time\n"
        "def deaf(self, **more):\n    time.sleep(60)\n"
        "Channel.receive_with_descriptor = deaf\n" + answer("return right") + RIGHT_BESIDE
    )
    report = arena_of(mode).grade({"homework.py": code, "right.py": RIGHT_SHOWN})
    assert [part_of(report, name).verdict.value for name in ("attacked", "shown")] == [
        "timed out", "correct",
    ]  # fmt: skip
    assert waits == [Late]


def outcome(report: Report) -> object:
    """Everything but the clocks."""
    plain = report.model_dump(exclude={"seconds", "created"})
    for problem in plain["problems"]:
        for part in problem["parts"]:
            part["seconds"] = 0
    return plain


@pytest.mark.parametrize("mode", ["full", "strong"])
def test_side_by_side_is_as_one_after_the_other(
    mode: str, arena_of: Callable[[str], Arena]
) -> None:
    arena = arena_of(mode)
    pair = [
        {"homework.py": answer("return right") + RIGHT},
        {"homework.py": answer("while True: pass") + RIGHT, "x.py": "import os\nos._exit(0)"},
    ]
    alone = [outcome(arena.grade(files)) for files in pair]
    together: dict[int, object] = {}

    def work(number: int) -> None:
        together[number] = outcome(arena.grade(pair[number]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [together[0], together[1]] == alone
