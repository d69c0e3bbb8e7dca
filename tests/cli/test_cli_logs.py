"""What `grader` prints on a runner's log when names, prints and paths are commands."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest
from typed import ROOT, command, run

from grader.cli import main

PROBLEM = "language-model/subsequent-mask"
ANSWER = """\
def subsequent_mask(size):
    print("::add-mask::8")
    print("see ##[group]x ##vso[task.setvariable variable=a]b")
    raise ValueError("no\\n::error::x\\n--- group")
"""


def _submission(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    (made / "homework.py").write_text(ANSWER, encoding="utf-8")
    (made / "::error::.py").write_text("def broken(:\n", encoding="utf-8")
    (made / "##[error]link").symlink_to("homework.py")
    return made


def _obeyed(text: str) -> list[str]:
    lines = [line.lstrip() for line in text.replace("\r", "\n").split("\n")]
    return [
        line
        for line in lines
        if line.startswith(("::", "--- ", "+++ ")) or "##[" in line or "##vso[" in line
    ]


@pytest.mark.parametrize("form", ["text", "json", "markdown", "junit", "github"])
def test_a_submission_gives_the_runner_no_order(form: str, tmp_path: Path) -> None:
    folder = _submission(tmp_path, "::stop-commands::x\n::add-mask::8")
    done = run("check", folder, "-a", PROBLEM, "-f", form)
    assert done.returncode == 0, done.stderr
    if form == "github":
        ours = [line for line in done.stdout.splitlines() if line.startswith("::")]
        assert [line.partition(" ")[0] for line in ours] == ["::error", "::notice"]
        assert ours == done.stdout.splitlines()
        assert "##[" not in done.stdout
    else:
        assert _obeyed(done.stdout) == []
    assert _obeyed(done.stderr) == []
    assert "stop-commands" in done.stdout


def test_a_terminal_is_a_log_too(tmp_path: Path) -> None:
    """Buildkite runs jobs on a terminal, and there the report has colours."""
    folder = _submission(tmp_path, "--- hidden")
    typed = [str(command()), "check", str(folder), "-a", PROBLEM]
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "60"}
    with subprocess.Popen(typed, stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT, env=env):
        os.close(theirs)
        read = b""
        while chunk := _chunk(ours):
            read += chunk
    os.close(ours)
    text = read.decode()
    assert "\x1b[1m" in text
    assert "m--- hidden" not in text
    assert "m\\--- hidden" in text


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["check", "::add-mask::8"], 2, "\\::add-mask::8: no such folder or file; "),
        (["check", "a\n::add-mask::8"], 2, "a\n\\::add-mask::8: no such folder or file; "),
        (["check", "x\x1b[2J"], 2, "x\\x1b[2J: no such folder or file; "),
        (["check", "x", "-o", "##[error]"], 2, "Error: --output ##\\[error]: the format cannot"),
        (["check", "x", "--fail-under", "a\n::x::"], 2, "\\n::x::' is not a valid float"),
        (["check", "x", "--course", "\n::x::"], 2, "--course: \n\\::x:: has no problems/ folder"),
        (["::error::"], 2, "Error: No such command '::error::'."),
        (["list", "--course", "##vso[a]"], 2, "--course: ##vso\\[a] has no problems/ folder"),
    ],
)
def test_errors_that_quote_a_path_give_no_order(arguments: list[str], code: int, said: str) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert _obeyed(done.stderr) == []


def test_a_trace_gives_no_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("::add-mask::8\n::error::x\n##[group]y\x1b[2J")

    monkeypatch.setattr("grader.cli.commands.cli.main", broken)
    for name in ("listen", "ignore"):  # what they do to this process would outlast the test
        monkeypatch.setattr(f"grader.cli.signals.{name}", lambda: None)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 70
    told = capsys.readouterr().err
    assert "RuntimeError: ::add-mask::8\n\\::error::x\n##\\[group]y\\x1b[2J" in told
    assert told.endswith("\nthis is a defect of grader, not of the submission or the course\n")


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["list", "-h"], 0), ([], 2)])
def test_help_and_version_end_as_before(arguments: list[str], code: int) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert "grader" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
