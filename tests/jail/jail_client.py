"""The side of pytest: starts an arena and asks it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# A user of each test process's own: a plain user's limit of processes counts all they run.
PLAIN_UID = 1_000_000 + os.getpid()


def new_folder(user: str) -> Path:
    """A folder that belongs to the user. Not pytest's tmp_path, whose parents are closed."""
    folder = Path(tempfile.mkdtemp(prefix="grader-jail-"))
    folder.chmod(0o755)
    if user != "root" and os.geteuid() == 0:
        os.chown(folder, PLAIN_UID, PLAIN_UID)
    return folder


class Arena:
    """A running `jail_arena.py`. `ask` raises if the harness itself failed."""

    def __init__(self, user: str, way: str) -> None:
        self.folder = new_folder(user)
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "jail_arena.py"), user, way, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.refused: str = self._answer()["refused"]

    def ask(
        self,
        attack: str,
        layers: str,
        stage: str = "cell",
        *,
        with_capability: bool = False,
        with_stand_in: bool = False,
    ) -> dict[str, Any]:
        """Whether the attack worked behind these layers; given what it takes, where asked for."""
        assert self._process.stdin is not None
        question = {
            "attack": attack,
            "layers": layers,
            "stage": stage,
            "with_capability": with_capability,
            "with_stand_in": with_stand_in,
        }
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the arena ended with {self._process.wait()}"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=300)
        self._process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def run_program(program: str, user: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a program of this folder in a process of its own, with a new folder as last argument."""
    folder = new_folder(user)
    try:
        return subprocess.run(
            [sys.executable, str(HERE / program), *arguments, str(folder)],
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
