"""How `grader` ends: by a signal, on a full disk, before a closed pipe. Each with its exit code."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from signalled import listen_to_signals
from typed import ROOT, command, run

from grader.cli.commands import COMMANDS, cli
from grader.cli.exit_codes import MEANINGS, ExitCode

EXAMPLE = ROOT / "submissions_example" / "notebook"  # numpy only: no torch to warm up
CHECK = ("check", EXAMPLE, "-a", "attention/masked-softmax")
SCORE = "4 / 6"
# Long enough for any machine: what is waited for always comes.
PATIENCE = 600.0

PROBLEM = """\
id: topic/loops
title: It loops
prompt: Double it.
parts:
  code:
    asks: function
    call: double(x)
    reference: topic.loops
    inputs: {n: 2..6, x: "normal[n]"}
    points: 4
    checks:
      - equals: {cases: 3}
"""
REFERENCE = """\
import pathlib


def loops(x):
    pathlib.Path(FILE).write_text("looping")
    while True:
        pass
"""


def start(*arguments: str | Path, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, **more},
        preexec_fn=listen_to_signals,
    )


def running_with(variable: str) -> list[int]:
    """The processes that have this in their environment: a run's own, whoever their parent is."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if variable.encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


def until(condition: object) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Looping:
    """`grader lint` of a course whose reference loops, started and looping."""

    def __init__(self, folder: Path) -> None:
        self.temporary = folder / "tmp"
        marker = folder / "looping"
        course = folder / "course"
        for path, text in {
            "problems/loops.yaml": PROBLEM,
            "reference/topic.py": REFERENCE.replace("FILE", repr(str(marker))),
        }.items():
            (course / path).parent.mkdir(parents=True)
            (course / path).write_text(text, encoding="utf-8")
        self.temporary.mkdir()
        self.process = start(
            "lint", "--course", course, TMPDIR=str(self.temporary), GRADER_CACHE=str(folder / "c")
        )
        until(marker.exists)
        folders = list(self.temporary.iterdir())
        # Its sandboxes' processes know their folders as their own temporary ones.
        self.variables = [f"TMPDIR={one}" for one in folders]
        assert self.processes(), "the reference runs"

    def processes(self) -> list[int]:
        return [pid for variable in self.variables for pid in running_with(variable)]


@pytest.fixture
def looping(tmp_path: Path) -> Iterator[Looping]:
    made = Looping(tmp_path)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "interrupted\n"),
        (signal.SIGTERM, 143, "ended by SIGTERM\n"),
        (signal.SIGHUP, 129, "ended by SIGHUP\n"),
    ],
)
def test_a_signal_ends_it_cleanly(
    number: signal.Signals, code: int, said: str, looping: Looping
) -> None:
    looping.process.send_signal(number)
    out, err = looping.process.communicate(timeout=PATIENCE)
    assert (looping.process.returncode, out, err) == (code, "", said)
    assert list(looping.temporary.iterdir()) == []
    until(lambda: not looping.processes())


# What code that a signal interrupts can make of the exception. Each in place of a command, in a
# process that has sent itself the signal NUMBER by `stop()`.
LOSES = {
    "takes any exception and goes on": """
        with contextlib.suppress(BaseException):
            stop()
        while True:
            time.sleep(0.01)
        """,
    "takes any exception and comes to its end": """
        with contextlib.suppress(BaseException):
            stop()
        """,
    "says something else": """
        class Named:
            def __set_name__(self, owner, name):
                stop()
        class Owner:
            named = Named()
        """,
    "exits": """
        with contextlib.suppress(BaseException):
            stop()
        sys.exit(1)
        """,
    "cleans up for longer than that": """
        try:
            stop()
        finally:
            until = time.monotonic() + 0.5
            while time.monotonic() < until:
                pass
            print("cleaned up", flush=True)
        """,
}
LOSING = """
import contextlib, os, signal, sys, time
from grader.cli import commands, main

def stop():
    os.kill(os.getpid(), signal.NUMBER)
    time.sleep(60)

def command(**_):
BODY

commands.cli.main = command
main()
"""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("SIGINT", 130, "interrupted\n"),
        ("SIGTERM", 143, "ended by SIGTERM\n"),
        ("SIGHUP", 129, "ended by SIGHUP\n"),
    ],
)
@pytest.mark.parametrize("what", LOSES)
def test_no_signal_is_lost_on_its_way(what: str, name: str, code: int, said: str) -> None:
    body = textwrap.indent(textwrap.dedent(LOSES[what]), "    ")
    program = LOSING.replace("NUMBER", name).replace("BODY", body)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=listen_to_signals,
    )
    cleaned = "cleaned up\n" if "cleaned up" in body else ""
    assert (done.returncode, done.stdout, done.stderr) == (code, cleaned, said)


EARLY = """
import os, signal, sys
from grader.cli import main

class Finder:
    def find_spec(self, name, *rest):
        if name == "click":
            os.kill(os.getpid(), signal.SIGNAL)

assert "click" not in sys.modules
sys.meta_path.insert(0, Finder())
main()
"""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [("SIGINT", 130, "interrupted\n"), ("SIGTERM", 143, "ended by SIGTERM\n")],
)
def test_it_listens_before_it_imports_what_takes_time(name: str, code: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EARLY.replace("SIGNAL", name)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=listen_to_signals,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", said)


@pytest.mark.parametrize("closed", ["0", "1", "2", "0 1 2"])
def test_closed_descriptors_change_nothing(closed: str) -> None:
    """As by `2>&-` in a shell."""

    def close() -> None:
        for number in map(int, closed.split()):
            os.close(number)

    done = subprocess.run(
        [sys.executable, "-m", "grader", *map(str, CHECK), "--fail-under", "99"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=ROOT,
        preexec_fn=close,
    )
    assert done.returncode == 1
    assert (SCORE in done.stdout) == ("1" not in closed)
    assert done.stderr == ("" if "2" in closed else "66.67 % is below --fail-under 99\n")


def test_a_killed_run_leaves_no_process_and_the_next_removes_its_folders(looping: Looping) -> None:
    looping.process.kill()
    until(lambda: not looping.processes())
    assert len(list(looping.temporary.iterdir())) == 2  # the submission's sandbox, the reference's
    assert run(*CHECK, TMPDIR=str(looping.temporary)).returncode == 0
    assert list(looping.temporary.iterdir()) == []


def test_what_was_told_to_ignore_a_hangup_does(tmp_path: Path) -> None:
    """As under nohup."""
    fifo = tmp_path / "fifo.json"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, CHECK), "--output", fifo],
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    process.send_signal(signal.SIGHUP)
    assert json.loads(fifo.read_text())["schema"] == "grader/report/1"
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert SCORE in out


CANNOT = {
    "a folder": ("json:{0}", "--output {0}: this is a folder; name a file in it"),
    "below a file": (
        "{0}/file/report.json",
        "--output {0}/file/report.json: the folder {0}/file cannot be made: File exists",
    ),
    "further below a file": (
        "{0}/file/deep/report.json",
        "--output {0}/file/deep/report.json: the folder {0}/file/deep cannot be made: Not a "
        "directory",
    ),
    "where nothing can be made": (
        "/proc/report.json",
        "--output /proc/report.json: cannot be written: No such file or directory",
    ),
    "a name that is too long": (
        "{0}/" + "x" * 300 + ".json",
        "--output {0}/" + "x" * 300 + ".json: cannot be written: File name too long",
    ),
}


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize("name", CANNOT)
def test_an_impossible_output_is_refused_before_the_work(
    name: str, command: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    output, message = (text.replace("{0}", str(tmp_path)) for text in CANNOT[name])
    asked = CHECK if command == "check" else ("show", "attention/masked-softmax")
    if command == "show":
        output, message = (re.sub(r"\bjson\b", "html", text) for text in (output, message))
    done = CliRunner().invoke(cli, [*map(str, asked), "--course", str(ROOT), "--output", output])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(f"\n\nError: {message}\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_no_permission_is_found_out_before_the_work(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = run(*CHECK, "--output", tmp_path / "report.json")
    assert done.returncode == 2
    assert "report.json: cannot be written: Permission denied\n" in done.stderr


def test_a_full_disk_costs_the_file_and_not_the_report(tmp_path: Path) -> None:
    link = tmp_path / "report.json"
    link.symlink_to("/dev/full")
    fine = tmp_path / "report.md"
    done = run(*CHECK, "--output", link, "--output", fine, "--fail-under", "99")
    assert SCORE in done.stdout
    assert SCORE in fine.read_text()
    assert done.stderr == f"{link} could not be written: No space left on device\n"
    assert done.returncode == 2


def test_a_pipe_that_nobody_reads_costs_the_file_and_not_the_report(tmp_path: Path) -> None:
    pipe = tmp_path / "report.json"
    os.mkfifo(pipe)
    done = run(*CHECK, "--output", pipe)
    assert SCORE in done.stdout
    assert (done.returncode, done.stderr) == (
        2,
        f"{pipe} could not be written: nobody reads from this pipe\n",
    )


def test_a_step_summary_that_cannot_be_written_is_said() -> None:
    done = run(*CHECK, "-f", "github", GITHUB_STEP_SUMMARY="/dev/full")
    assert done.stdout.startswith("::")
    assert (done.returncode, done.stderr) == (
        2,
        "/dev/full could not be written: No space left on device\n",
    )


def test_show_says_that_its_page_could_not_be_written() -> None:
    done = run("show", "attention/masked-softmax", "--output", "html:/dev/full")
    assert (done.returncode, done.stdout, done.stderr) == (
        2, "", "/dev/full could not be written: No space left on device\n",
    )  # fmt: skip


def test_an_output_replaces_a_file_at_once_and_keeps_its_mode_and_links(tmp_path: Path) -> None:
    file, link, beside = (tmp_path / name for name in ("real.json", "report.json", "beside.json"))
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file.name)
    beside.hardlink_to(file)
    assert run(*CHECK, "--output", link).returncode == 0
    assert link.is_symlink()
    assert json.loads(file.read_text())["schema"] == "grader/report/1"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert beside.read_text() == "before"  # another file took the name; this one was not touched
    assert {one.name for one in tmp_path.iterdir()} == {file.name, link.name, beside.name}


def test_an_output_may_be_standard_output_in_a_file(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as out:
        subprocess.run(
            [command(), *map(str, CHECK), "--output", "json:/dev/stdout"],
            stdout=out,
            check=True,
            cwd=ROOT,
        )
    text = (tmp_path / "out").read_text()
    assert text.startswith("{")
    assert SCORE in text.rpartition("\n}\n")[2]


@pytest.mark.parametrize("arguments", [CHECK, ("list",), ("schema",), ("--help",), ("lint", "-h")])
def test_a_full_standard_output_is_one_sentence(arguments: tuple[str | Path, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [command(), *map(str, arguments)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
    assert done.stderr == "standard output could not be written: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize(("percent", "code"), [("0", 0), ("99", 1)])
def test_a_closed_pipe_changes_nothing(percent: str, code: int, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [
            *(str(command()), *map(str, CHECK)),
            *("--fail-under", percent, "--output", str(tmp_path / "report.json")),
        ],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    os.close(writing)
    said = f"66.67 % is below --fail-under {percent}\n" if code else ""
    assert (done.returncode, done.stderr) == (code, said)
    assert (tmp_path / "report.json").exists()


def test_a_full_standard_error_changes_nothing() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([command(), "chekc"], stderr=full, cwd=ROOT)
    assert done.returncode == 2


def test_the_documentation_has_every_exit_code_and_no_other() -> None:
    page = (ROOT / "docs" / "course-repository.md").read_text()
    section = page.partition("\n## Exit codes\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", section, re.MULTILINE)
    assert {int(code): re.split("[:;]", meaning)[0] for code, meaning in rows} == {
        int(code): re.split("[:;]", meaning.replace("--fail-under", "`--fail-under`"))[0]
        for code, meaning in MEANINGS.items()
    }


def test_every_code_has_a_meaning() -> None:
    assert list(MEANINGS) == list(ExitCode)


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS)])
def test_every_help_text_has_every_exit_code(arguments: list[str]) -> None:
    shown = CliRunner().invoke(cli, [*arguments, "--help"]).output
    table = shown.partition("\n  Exit codes:\n")[2]
    assert {int(line.split()[0]): line.split(None, 1)[1] for line in table.splitlines()} == {
        int(code): meaning for code, meaning in MEANINGS.items()
    }
