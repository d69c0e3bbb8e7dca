"""What the template tests share: reading the files, and running a step as a CI runner would."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from typed import command

ROOT = Path(__file__).resolve().parents[2]
# For a command that hangs: the longest takes seconds, and a minute on a busy machine.
PATIENCE = 600.0
EXAMPLES = ROOT / "submissions_example"
SHA = r"^[0-9a-f]{40}$"
# On GitLab: bash where the image has it, else sh. It joins the lines and stops at a failure.
SHELLS = [("bash", "-eo", "pipefail", "-c"), ("sh", "-e", "-c")]

# Zeroes the weights after normalising: a known mistake of attention/masked-softmax.
WRONG = """\
import numpy as np


def masked_softmax(scores, mask):
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = e / np.sum(e, axis=-1, keepdims=True)
    return weights if mask is None else weights * mask
"""


def read_yaml(path: str) -> Any:
    return YAML(typ="rt", pure=True).load((ROOT / path).read_text(encoding="utf-8"))


def shared_cache(basetemp: Path) -> Path:
    """One cache of truths for a test run, whichever worker a test lands on."""
    return (basetemp.parent if "popen-" in basetemp.name else basetemp) / "templates-cache"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def environment(cache: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """A runner's environment after the install step: the tested grader comes first on PATH."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
    folders = [command().parent, Path(sys.executable).parent]
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
    return {**kept, "PATH": path, "GRADER_CACHE": str(cache), **extra}


# Python, but for `grader` where nothing can be planted in what it imports.
PYTHON = """\
#!/bin/sh
if [ "$1 $2 $3 $PYTHONPATH" = "-I -m grader " ]; then
  shift 3
  exec {command} "$@"
fi
exec {python} "$@"
"""


def installed(folder: Path) -> Path:
    """What the install step leaves: a virtual environment whose python has the tested grader."""
    python = folder / "bin/python"
    python.parent.mkdir(parents=True)
    text = PYTHON.format(command=command(), python=shlex.quote(sys.executable))
    python.write_text(text, encoding="utf-8")
    python.chmod(0o755)
    return folder


# Stands in for python3: tells what it was asked, and makes a virtual environment whose python does
# the same for pip and is the real one otherwise.
PYTHON_STUB = f"""\
#!/bin/bash
printf '%s\\n' "$*" >> "$CALLS"
if [ "$3" = venv ]; then
  mkdir -p "$4/bin"
  cp -- "$0" "$4/bin/python"
elif [ "$3" = pip ]; then
  exit "${{PIP_CODE:-0}}"
elif [ "$2" = -m ]; then
  exec {shlex.quote(sys.executable)} "$@"
fi
"""


def put_stub(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PYTHON_STUB, encoding="utf-8")
    file.chmod(0o755)


def run_shell(script: str, cwd: Path, env: Mapping[str, str], shell: tuple[str, ...]) -> Ran:
    done = subprocess.run(
        [*shell, script], cwd=cwd, env=dict(env), capture_output=True, text=True, timeout=PATIENCE
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def grader(*arguments: str, cwd: Path, env: Mapping[str, str]) -> Ran:
    done = subprocess.run(
        [command(), *arguments],
        cwd=cwd, env=dict(env), capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)


def course_with_failing_reference(folder: Path, cache: Path) -> Path:
    """A course of one problem that loads, and whose reference raises when it is called."""
    folder.mkdir(exist_ok=True)
    env = environment(cache, {})
    assert grader("new", "arithmetic/double", "--course", ".", cwd=folder, env=env).code == 0
    file = folder / "reference/arithmetic.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("return 2 * x", "raise ValueError"), encoding="utf-8")
    return folder
