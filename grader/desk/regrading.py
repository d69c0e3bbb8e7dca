"""Grades a class again beside the desk, by the same commands as from a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import Literal

What = Literal["diff", "batch"]


@dataclass
class Regrading:
    """One run at a time, in a process of its own: it forks, and a server with threads must not."""

    submissions: str
    options: tuple[str, ...]  # of both commands
    environment: dict[str, str]
    what: What | None = None
    by: str = ""
    text: str = ""
    failed: bool = False
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)
    _thread: threading.Thread | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def running(self) -> bool:
        return self._process is not None

    def start(self, what: What, assignment: str, by: str) -> bool:
        """False if somebody else's run has not ended yet."""
        with self._lock:
            if self._process is not None:
                return False
            self.what, self.by, self.text, self.failed = what, by, "", False
            words = [what, self.submissions, *self.options, "--assignment", assignment]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "grader", *words],
                env={**os.environ, **self.environment, "GRADER_USER": by},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            self._thread = threading.Thread(target=self._read, args=(self._process,), daemon=True)
            self._thread.start()
        return True

    def wait(self) -> None:
        """Until the run has ended, if there is one."""
        if self._thread is not None:
            self._thread.join()

    def _read(self, process: subprocess.Popen[str]) -> None:
        text = process.communicate()[0]
        with self._lock:
            self.text, self.failed = text, process.returncode != 0
            self._process = None

    def end(self) -> None:
        """Of a run that has not ended, what is graded is in the gradebook."""
        with self._lock:
            if self._process is not None:
                self._process.terminate()
        self.wait()
