"""A fresh interpreter for every fork, where forks cannot be named, held and sealed: not on Linux.

A branch here remembers what was asked of it. What would be forked from it is a new process that
is asked the same again: slower, but nothing passes from one check to the next, and the limits and
the words are those of the tree of forks. There are no walls, and every report says so.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from grader.sandbox.branch import (
    Asked,
    Kind,
    Lost,
    SandboxFault,
    explain_code,
    limits_to_wire,
    nothing,
)
from grader.sandbox.channel import Channel, Gone, Late
from grader.sandbox.limits import Limits
from grader.sandbox.observations import Died
from grader.values import Value, WireError

NO_WALLS = "this system has no way to seal a process; a fresh process with limits"
PROGRAM = ("-I", "-m", "grader.sandbox.inside.fresh")
# Importing torch from a cold disk has been seen to take half a minute.
START_SECONDS = 120.0
# From a closed channel to a status: the process has ended, or closed it and goes on.
END_SECONDS = 2.0
# How long to wait for a call before looking whether the process that was to call still lives.
LOOK_SECONDS = 0.5
# A process that has only imported libraries, and ends by one of these, was ended by somebody else.
OUTSIDE_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
    if hasattr(signal, name)  # Windows knows two of them
)
LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 32

Way = Literal["fork", "fresh"]


def way_here() -> Way:
    """Fork where the kernel says who a process is and holds on to it, which only Linux does.

    Elsewhere a fork after torch is not safe either: threads of its libraries do not survive it.
    """
    needed = ((os, "pidfd_open"), (signal, "pidfd_send_signal"), (socket, "SO_PASSCRED"))
    if not all(hasattr(module, name) for module, name in needed):
        return "fresh"
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # an old kernel, or a container that forbids it
        return "fresh"
    return "fork"


class Starter:
    """Starts the processes of one sandbox, and ends those that are left."""

    def __init__(
        self, preload: Sequence[str], environment: Mapping[str, str], *, threads: bool
    ) -> None:
        self.preload = tuple(preload)
        self._environment = dict(environment)
        self._threads = threads
        self._lock = threading.Lock()
        self._started = 0
        self._living: list[FreshProcess] = []

    def start(self, folder: Path, limits: Limits, *, preload: Sequence[str]) -> FreshProcess:
        """A process that has imported its libraries and lowered its limits, and done no more.

        It has a folder of its own below `folder`, which goes when it does.
        """
        with self._lock:
            self._started += 1
            self._living = [process for process in self._living if process.alive]
            process = FreshProcess(folder / f"process{self._started}", self._environment)
            self._living.append(process)
        process.begin(
            {
                "preload": list(preload),
                "threads": self._threads,
                "limits": limits_to_wire(limits),
            }
        )
        return process

    def close(self) -> None:
        for process in self._living:
            process.kill()
        self._living.clear()


class FreshProcess:
    """One interpreter with a folder, a session and a channel of its own."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True)
        # Not a pair of sockets of which one is inherited: Windows has no such thing. It is told on
        # its standard input, which nobody else reads, where to call and what to say first.
        self._listening = socket.create_server((LOOPBACK, 0), backlog=1)
        self._token = secrets.token_bytes(TOKEN_BYTES)
        self._channel: Channel | None = None
        # For a failure to start; nothing is said there later.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `kill`
        self._child = subprocess.Popen(
            [sys.executable, *PROGRAM, str(self._listening.getsockname()[1]), str(os.getpid())],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
            start_new_session=True,
        )
        assert self._child.stdin is not None
        with contextlib.suppress(OSError), self._child.stdin as pipe:  # it may be gone already
            pipe.write(self._token)
        self.pid = self._child.pid
        self.alive = True

    def begin(self, settings: Mapping[str, Value]) -> None:
        """Wait until it is ready. Raises SandboxFault if it does not start, Lost if killed."""
        deadline = time.monotonic() + START_SECONDS
        try:
            self._channel = self._connected(deadline)
            self._channel.send(dict(settings), deadline=deadline)
            self._channel.receive(deadline=deadline)
        except (Gone, Late, WireError) as error:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(END_SECONDS)
            said = self.kill().decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
            killed = -self._child.returncode in OUTSIDE_SIGNALS
            if killed and isinstance(error, Gone) and not said:
                raise Lost(Died("killed")) from error
            raise SandboxFault(f"the sandbox did not start: {said or repr(error)}") from error

    def _connected(self, deadline: float) -> Channel:
        """The channel to it, once it has called. Raises Gone if it ended before, or Late."""
        self._listening.settimeout(LOOK_SECONDS)
        while time.monotonic() < deadline:
            try:
                ours, _ = self._listening.accept()
            except TimeoutError:
                if self._child.poll() is not None:
                    raise Gone from None
                continue
            if _says(ours, self._token):
                self._listening.close()
                ours.setblocking(False)
                return Channel(ours)
            ours.close()  # somebody else on this machine
        raise Late

    def ask(
        self, request: Mapping[str, Value], *, deadline: float, reply_bytes: int
    ) -> dict[str, Any]:
        """The reply to one request. Raises Lost, after ending the process."""
        assert self._channel is not None, "it has begun"
        try:
            asked = {**request, "reply_bytes": reply_bytes}
            self._channel.send(asked, deadline=deadline)
            reply = self._channel.receive(limit=reply_bytes, deadline=deadline)
        except (Gone, Late, WireError) as error:
            raise Lost(self._why_gone(error)) from error
        if not isinstance(reply, dict):
            self.kill()
            raise Lost(Died("garbled"))
        return reply

    def kill(self) -> bytes:
        """End it and all of its group; what it said on standard error. Safe to call twice."""
        if not self.alive:
            return b""
        self.alive = False
        self._listening.close()
        if self._channel is not None:
            self._channel.close()
        # The group's number is not used again while one of the group lives. A student's process
        # may have left the group: nothing holds it here. (macOS says EPERM of ended processes.)
        # Windows has no groups of this kind: what a student's process has started there lives on.
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        self._child.wait()
        with self._said:
            self._said.seek(0)
            said = self._said.read(1 << 16)
        shutil.rmtree(self.folder, ignore_errors=True)
        return said

    def _why_gone(self, error: Exception) -> Died:
        if isinstance(error, Gone):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(END_SECONDS)
        code = self._child.poll()
        self.kill()
        if isinstance(error, Late):
            return Died("timed out")
        if isinstance(error, WireError):
            return Died("garbled", str(error))
        return explain_code(code)


def _says(sock: socket.socket, token: bytes) -> bool:
    """Whether who has called begins with the token."""
    sock.settimeout(LOOK_SECONDS)
    said = b""
    with contextlib.suppress(OSError):
        while len(said) < len(token) and (more := sock.recv(len(token) - len(said))):
            said += more
    return hmac.compare_digest(said, token)


@dataclass(frozen=True)
class _Asked:
    request: Mapping[str, Value]
    seconds: float
    reply_bytes: int


class FreshBranch:
    """Stands where `Branch` does. Made without a process, it is a cell, which only remembers."""

    goes_on = False

    def __init__(
        self,
        starter: Starter,
        folder: Path,
        past: Sequence[_Asked] = (),
        limits: Limits | None = None,
        process: FreshProcess | None = None,
    ) -> None:
        self._starter = starter
        # The real path, as the working directory will be: macOS has its temporary folders
        # behind a link, and a student's file is named by its path from there.
        self._folder = folder.resolve()
        self._past = list(past)
        self._limits = limits
        self._process = process
        self.walls: Any = {"level": "none", "folder": str(self._folder), "why": NO_WALLS}
        self.starved = 0.0  # nobody knows here
        self.cell_pid: int | None = None  # a new process for each request, below nothing in common

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def begin(self, kind: Kind, limits: Limits | None, folder: str = "") -> Later:
        """Nothing yet: a process is too dear to be started before it is needed."""
        return Later(self, kind, limits)

    def fork(self, kind: Kind, limits: Limits | None, folder: str = "") -> FreshBranch:
        """A process that has done what this one has. Raises Lost if it did not manage that."""
        assert limits is not None, "a cell is not forked but made"
        if self._process is not None and self._process.alive and limits == self._limits:
            # It has loaded the file and called nothing: as good as a new one, the first time.
            process, self._process = self._process, None
        else:
            process = self._start(kind, limits)
        return FreshBranch(self._starter, self._folder, self._past, limits, process)

    def ask(
        self,
        request: Mapping[str, Value],
        *,
        deadline: float,
        reply_bytes: int,
        meanwhile: Callable[[], None] = nothing,
    ) -> dict[str, Any]:
        """The reply to one request; nothing yet where there is no process. Raises Lost."""
        seconds = deadline - time.monotonic()
        meanwhile()
        reply: dict[str, Any] = {}
        if self._process is not None:
            reply = self._process.ask(request, deadline=deadline, reply_bytes=reply_bytes)
        self._past.append(_Asked(request, seconds, reply_bytes))
        return reply

    def in_a_row(self, every: Sequence[Asked[Any]], *, deadline: float) -> Iterator[Any]:
        raise NotImplementedError("a process that is new for each request does not go on")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    end = kill

    def collect(self) -> None:
        """It has no parent that could adopt anything."""

    def _start(self, kind: Kind, limits: Limits) -> FreshProcess:
        loading = self._limits or limits
        both = replace(
            limits,  # of the process, in which a file is loaded and its functions are called
            cpu_seconds=loading.cpu_seconds + limits.cpu_seconds,
            memory_mb=max(loading.memory_mb, limits.memory_mb),
        )
        reads_only = kind == "leaf" and self._limits is None
        preload = () if reads_only else self._starter.preload
        process = self._starter.start(self._folder, both, preload=preload)
        for asked in self._past:
            request = dict(asked.request)
            if request["op"] == "files":
                request["folder"] = str(process.folder)
            deadline = time.monotonic() + asked.seconds
            process.ask(request, deadline=deadline, reply_bytes=asked.reply_bytes)
        return process


@dataclass(frozen=True)
class Later:
    """Stands where `Forking` does."""

    parent: FreshBranch
    kind: Kind
    limits: Limits | None

    def wake(self) -> FreshBranch:
        return self.parent.fork(self.kind, self.limits)

    def drop(self) -> None:
        pass
