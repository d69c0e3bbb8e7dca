"""Keeps a process that reads the submissions of a class, archives each by a fork of its own."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import IO

from grader.reader.program import AS_BYTES
from grader.reader.serving import FORK, HANDED_OVER, READ, STATUS
from grader.submission.reading import ENVIRONMENT, Kind, Started, python_running

# From the last word of what was read to the end of who read it; longer is ended.
ENDING_SECONDS = 1.0


class WarmReader:
    """Use it with `with`. The process is started by the first who reads, and again after one that
    had to be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._asking: socket.socket | None = None

    def __enter__(self) -> WarmReader:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._process is None or self._asking is None:
            return
        self._asking.close()
        self._process.kill()  # and with it the fork that reads, if there is one
        self._process.wait()
        self._process = self._asking = None

    @contextlib.contextmanager
    def started(self, descriptor: int, kind: Kind) -> Iterator[Started]:
        """Have what is open there read. What is late is ended."""
        with contextlib.ExitStack() as stack:
            their_request, request = _pipe(stack)
            reply, their_reply = _pipe(stack)
            handed_over = [their_request.fileno(), their_reply.fileno(), descriptor]
            asking, parent = self._ask(READ if kind in AS_BYTES else FORK, handed_over)
            # Theirs alone from now on: so the end of the one is the end of the other.
            their_request.close()
            their_reply.close()
            ended = _Ended(asking)
            seconds = 0.0
            try:
                yield Started(request, reply, HANDED_OVER[-1], parent, ended.within)
                seconds = ENDING_SECONDS
            finally:
                # Not waited for where something was raised: it may be late, and the reason.
                if ended.within(seconds) is None:
                    self.__exit__()

    def _ask(self, word: bytes, handed_over: Sequence[int]) -> tuple[socket.socket, int]:
        """Say the word: where its end will be told, and whose child a fork would be."""
        try:
            asking, parent = self._begun()
            socket.send_fds(asking, [word], handed_over)
        except OSError:  # something has killed it since the last one
            self.__exit__()
            asking, parent = self._begun()
            socket.send_fds(asking, [word], handed_over)
        return asking, parent

    def _begun(self) -> tuple[socket.socket, int]:
        if self._process is None or self._asking is None:
            self._asking, theirs = socket.socketpair()
            number = theirs.fileno()
            program = python_running("grader.reader.serving", "serve")
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, *program, str(number), str(os.getpid())],
                    pass_fds=[number],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=ENVIRONMENT,
                    cwd="/",
                    start_new_session=True,
                )
        return self._asking, self._process.pid


class _Ended:
    """How the reading ended, which is told once."""

    def __init__(self, told: socket.socket) -> None:
        self._told = told
        self._status: int | None = None

    def within(self, seconds: float) -> int | None:
        if self._status is None and select.select([self._told], [], [], seconds)[0]:
            said = self._told.recv(STATUS.size)
            self._status = STATUS.unpack(said)[0] if len(said) == STATUS.size else None
        return self._status


def _pipe(stack: contextlib.ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    reading, writing = os.pipe()
    return (
        stack.enter_context(os.fdopen(reading, "rb", buffering=0)),
        stack.enter_context(os.fdopen(writing, "wb", buffering=0)),
    )
