"""A kit and a notebook are checked alike without what only Linux has, and without torch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kits import ROOT, unpacked
from other_system import interpreter
from students_way import PROBLEM, RIGHT, WRITTEN, WRONG

HERE = Path(__file__).parent
ANSWERS = {
    "right": RIGHT,
    "crashed": RIGHT.replace("scores / scores", "scores / missing"),
    "ended": RIGHT.replace("    scores = np.exp", "    raise SystemExit(3)\n    scores = np.exp"),
}


def run(python: Path | str, arguments: list[str], folder: Path) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": str(HERE), "GRADER_CACHE": str(folder.parent / "c")}
    done = subprocess.run(
        [str(python), "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def said(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    parts = [part for problem in report["problems"] for part in problem["parts"]]
    return [(part["verdict"], part["message"], part["read_as"]) for part in parts]


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = unpacked(PROBLEM, tmp_path / "kit")
    (folder / "answers.md").write_text(WRITTEN, encoding="utf-8")
    return folder


CHECK = ["grader", "check", ".", "--format", "json"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("answer", list(ANSWERS))
def test_a_kit_is_checked_alike(answer: str, kit: Path) -> None:
    (kit / "homework.py").write_text(ANSWERS[answer], encoding="utf-8")
    elsewhere = run(interpreter(kit.parent), CHECK, kit)
    here = run(sys.executable, CHECK, kit)
    assert said(elsewhere) == said(here)
    assert here["environment"]["protection"].startswith("sealed")
    assert elsewhere["environment"]["protection"] == (
        "not sealed: separate process with limits only, for code you trust (this system has no way "
        "to seal a process; a fresh process with limits)"
    )


def test_a_notebook_is_checked_alike(kit: Path) -> None:
    (kit.parent / "cell.py").write_text(WRONG, encoding="utf-8")
    asked = ["kernel_elsewhere", PROBLEM, str(kit.parent / "cell.py")]
    elsewhere, here = run(interpreter(kit.parent), asked, kit), run(sys.executable, asked, kit)
    assert said(elsewhere) == said(here)
    assert [verdict for verdict, _, _ in said(here)] == ["undecided", "undecided", "wrong"]


def test_a_kit_works_without_torch(kit: Path) -> None:
    (kit / "homework.py").write_text(RIGHT, encoding="utf-8")
    found = run(interpreter(kit.parent, without="torch"), CHECK, kit)
    assert said(found)[-1][0] == "correct"


def test_the_numpy_examples_are_checked_without_torch(tmp_path: Path) -> None:
    kit = unpacked("attention-basics", tmp_path / "kit")
    for file in (ROOT / "submissions_example/numpy_correct").iterdir():
        (kit / file.name).write_bytes(file.read_bytes())
    without = run(interpreter(kit.parent, without="torch"), CHECK, kit)
    assert said(without) == said(run(sys.executable, CHECK, kit))
    # Each of its functions; what is written is not judged by a kit.
    asked = [part for problem in without["problems"] for part in problem["parts"]]
    functions = [part["verdict"] for part in asked if part["asks"] == "function"]
    assert functions == ["correct"] * len(functions) != []


def test_nothing_is_there(tmp_path: Path) -> None:
    """Else all of this would be seen to work because nothing was hidden."""
    (tmp_path / "look.py").write_text(
        "import os, select, signal, socket, sys\n"
        "names = [(os, 'fork'), (os, 'killpg'), (select, 'poll'), (signal, 'SIGALRM'),\n"
        "         (socket, 'AF_UNIX'), (os, 'O_DIRECTORY')]\n"
        "found = [name for module, name in names if hasattr(module, name)]\n"
        "for name in ('resource', 'fcntl', 'torch'):\n"
        "    try:\n"
        "        __import__(name)\n"
        "        found.append(name)\n"
        "    except ImportError:\n"
        "        pass\n"
        "print(found)\n"
    )
    python = interpreter(tmp_path, without="torch")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([python, "-m", "look"], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
