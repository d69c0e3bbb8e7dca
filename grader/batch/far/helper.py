"""The process that grades on another machine, beside the Dask worker that started it.

JSON goes both ways. A helper that dies or never answers is lost with one submission; the worker
lives on, and so does what it knows. `python -m grader.batch.far.helper DESCRIPTOR PARENT`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from grader.batch.far.order import Order, submission_from_json
from grader.batch.pool import END_SECONDS, Lost
from grader.batch.worker import Intake, Reply, Worker, serve
from grader.jail.temporary import TemporaryFolder


class Helper:
    """One such process, seen from the worker."""

    def __init__(self, order: bytes) -> None:
        self._connection, theirs = Pipe()
        module = [sys.executable, "-m", "grader.batch.far.helper"]
        self._process = subprocess.Popen(
            [*module, str(theirs.fileno()), str(os.getpid())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self._order: bytes | None = order

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: bytes, seconds: float) -> bytes:
        """What it says within so many seconds. Raises Lost."""
        try:
            if self._order is not None:
                self._connection.send_bytes(self._order)
                self._order = None
            self._connection.send_bytes(request)
            if not self._connection.poll(seconds):
                raise Lost
            return self._connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise Lost from error

    def end(self) -> None:
        """Ask it to close its cells, and see to its end."""
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._connection.close()


class FarSide(Intake):
    """Grades what it is sent by the order that came first."""

    def __init__(self, order: Order) -> None:
        super().__init__()
        self._order = order
        self._folder = TemporaryFolder()
        self._worker: Worker | None = None

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        if self._worker is not None:
            self._worker.__exit__(*raised)
        self._folder.remove()

    def answer(self, request: Mapping[str, Any]) -> Reply:
        self.submission = submission_from_json(request["submission"])
        return self.grade(request["grade"])

    def grade(self, only: Sequence[str]) -> Reply:
        if self._worker is None:  # only now: what is wrong with the order is an answer, too
            self._worker = self._order.worker(self._folder.path / "course")
        self._worker.submission = self.submission
        return self._worker.grade(only)


def main(descriptor: int, parent: int) -> None:
    connection = Connection(descriptor)
    with contextlib.suppress(EOFError):
        order = Order.from_json(connection.recv_bytes())
        serve(connection, lambda: FarSide(order), parent, signal.pthread_sigmask(0, []))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
