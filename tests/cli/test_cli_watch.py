"""`grader watch`: a new report for each saved file, with the sandbox kept."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from pathlib import Path

from signalled import listen_to_signals
from typed import run

MASK = "language-model/subsequent-mask"
RIGHT = (
    "import numpy as np\ndef subsequent_mask(n): return np.triu(np.full((n, n), -np.inf), k=1)\n"
)
WRONG = RIGHT.replace("k=1", "k=2")


def test_a_saved_file_is_graded_again(tmp_path: Path) -> None:
    folder = tmp_path / "homework"
    folder.mkdir()
    (folder / "homework.py").write_text(WRONG)
    report = tmp_path / "report.json"
    asked = [str(folder), "-a", MASK, "--times", "2", "-o", str(report)]
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "watch", *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _follow(process, folder, report)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0
    assert _earned(report) == 2


def _earned(report: Path) -> float:
    return float(json.loads(report.read_text())["score"]["earned"])


def _follow(process: subprocess.Popen[str], folder: Path, report: Path) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stderr.readline().startswith("graded in ")
    assert process.stderr.readline() == f"watching {folder}; Ctrl-C ends it\n"
    assert _earned(report) < 2
    # It says that it watches a moment before it does.
    while process.poll() is None:
        (folder / "homework.py").write_text(RIGHT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.5)
    assert "✓ code: correct" in process.stdout.read()


def test_one_interrupt_ends_it_and_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "homework.py").write_text(RIGHT)
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "watch", str(tmp_path), "-a", MASK],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_signals,
    )
    try:
        assert process.stderr is not None
        while not process.stderr.readline().startswith("watching "):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()  # a line that it was writing may come twice
        assert said.split()[-1:] == ["interrupted"]
        assert said.count("interrupted") == 1
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130


def test_a_report_in_the_watched_folder_is_refused(tmp_path: Path) -> None:
    ran = run("watch", tmp_path, "-o", tmp_path / "r.html")
    assert ran.returncode == 2
    assert f"--output {tmp_path / 'r.html'}: it lies in the folder that is watched" in ran.stderr
