"""Keeps the processes that grade: as many as are asked for, and a new one for each that dies."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
from collections.abc import Callable, Mapping
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

from grader.batch.worker import OURS, Intake, serve

# To close its cells, when it is asked to end; then it is killed, and they with it.
END_SECONDS = 5.0


class Lost(Exception):
    """A worker has ended, or did not answer in time."""


class Hand:
    """One worker, seen from the driver: what it was asked, and since when."""

    def __init__(self, make: Callable[[], Intake]) -> None:
        self._connection, theirs = Pipe()
        parent = os.getpid()
        # What a signal does in the driver is nothing for the fork to do, not for a moment.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, OURS)
        try:
            self._pid = os.fork()
            if self._pid == 0:
                serve(theirs, make, parent, before)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self._descriptor = os.pidfd_open(self._pid)
        self.asked_at = time.monotonic()
        self.warm = False  # it has graded something

    @property
    def connection(self) -> Connection:
        return self._connection

    def ask(self, request: Mapping[str, Any]) -> None:
        """Raises Lost."""
        self.asked_at = time.monotonic()
        try:
            self._connection.send_bytes(json.dumps(request).encode())
        except OSError as error:
            raise Lost from error

    def reply(self) -> Mapping[str, Any]:
        """What it says; call it when it says something. Raises Lost."""
        try:
            said = json.loads(self._connection.recv_bytes())
        except (EOFError, OSError, ValueError) as error:
            raise Lost from error
        assert isinstance(said, dict)
        return said

    def ask_to_end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGTERM)

    def end(self, seconds: float = 0.0) -> None:
        """Wait so long for its end, and then bring it about."""
        if not select.select([self._descriptor], [], [], seconds)[0]:
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._descriptor)
        self._connection.close()


class Pool:
    """Use it with `with`: it ends its workers."""

    def __init__(self, make: Callable[[], Intake], jobs: int) -> None:
        self._make = make
        self.hands: list[Hand] = []
        self.jobs = jobs

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *raised: object) -> None:
        for hand in self.hands:
            hand.ask_to_end()
        deadline = time.monotonic() + END_SECONDS
        for hand in self.hands:
            hand.end(max(0.0, deadline - time.monotonic()))
        self.hands.clear()

    def add(self) -> Hand:
        """Another worker; forked from the main thread, to end with it."""
        hand = Hand(self._make)
        self.hands.append(hand)
        return hand

    def drop(self, hand: Hand) -> None:
        """End a worker that is lost or takes too long."""
        self.hands.remove(hand)
        hand.end()

    def speaking(self, seconds: float) -> list[Hand]:
        """Those that have something to say, or are gone, within so many seconds."""
        ready = set(wait([hand.connection for hand in self.hands], seconds))
        return [hand for hand in self.hands if hand.connection in ready]
