"""One process of the sandbox, as the grader holds it: a channel, a way to end it, its children."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from grader.errors import GraderError
from grader.sandbox.channel import NO_FORK, Channel, Gone, Late
from grader.sandbox.limits import Limits
from grader.sandbox.observations import Died
from grader.sandbox.patience import Patience
from grader.sandbox.processor import starved_seconds
from grader.values import Value, WireError, decode, encode

# To fork and say hello: milliseconds, or a second or two on a machine that is swapping.
FORK_SECONDS = 20.0
HELLO_BYTES = 1 << 16  # a process that has run a student's file may say anything
ENDING_MILLISECONDS = 1000
REAP_SECONDS = 2.0  # for a process to say which of its children have ended, once they have
# Of requests that are sent before their turn: a socket holds three times as much, so that nobody
# waits with a request for a process that waits with a reply.
AHEAD_BYTES = 1 << 16


class SandboxFault(GraderError):
    """The sandbox itself does not work here: never a student's fault."""


class Lost(GraderError):
    """The process is gone, late or talking nonsense; `died` says which."""

    def __init__(self, died: Died) -> None:
        super().__init__(died.how)
        self.died = died


class NotSealed(GraderError):
    """A process could not build its walls, and ended. Never a student's fault."""


Kind = Literal["cell", "branch", "leaf"]
T = TypeVar("T")
Read = Callable[[memoryview], T]


@dataclass(frozen=True)
class Asked(Generic[T]):
    """A request that was encoded with the bytes that its reply may have, and what is made of that;
    `read` raises WireError for one that makes no sense."""

    request: bytes
    read: Read[T]
    reply_bytes: int


def decoded_reply(frame: memoryview) -> dict[str, Any]:
    """Raises WireError."""
    reply = decode(frame)
    if not isinstance(reply, dict):
        raise WireError("a reply is a dictionary")
    return reply


def asked(request: Mapping[str, Value], reply_bytes: int) -> Asked[dict[str, Any]]:
    """The request, neither of whose reply's halves (lists and text, arrays) is larger than
    `reply_bytes`."""
    encoded = encode({**request, "reply_bytes": reply_bytes})
    return Asked(encoded, decoded_reply, reply_bytes)


def nothing() -> None:
    """To do meanwhile, where there is nothing to do."""


class ForkingLike(Protocol):
    """A copy of a process that stands by."""

    def wake(self) -> BranchLike: ...

    def drop(self) -> None: ...


class BranchLike(Protocol):
    """What a cell needs of a process: forked here, fresh in `grader.sandbox.fresh`."""

    walls: Any
    goes_on: bool  # one process can be asked one thing after another

    @property
    def starved(self) -> float: ...

    @property
    def pid(self) -> int | None: ...

    @property
    def cell_pid(self) -> int | None: ...

    def begin(self, kind: Kind, limits: Limits | None, folder: str = "") -> ForkingLike: ...

    def fork(self, kind: Kind, limits: Limits | None, folder: str = "") -> BranchLike: ...

    def ask(
        self,
        request: Mapping[str, Value],
        *,
        deadline: float,
        reply_bytes: int,
        meanwhile: Callable[[], None] = nothing,
    ) -> dict[str, Any]: ...

    def in_a_row(self, every: Sequence[Asked[Any]], *, deadline: float) -> Iterator[Any]: ...

    def kill(self) -> None: ...

    def end(self) -> None: ...

    def collect(self) -> None: ...


class Branch:
    """A process that answers requests and forks on request. Never trusted, always killable."""

    goes_on = True

    def __init__(
        self, channel: Channel, pidfd: int, parent: Branch | None, number: int, pid: int = 0
    ) -> None:
        self._channel = channel
        self._pidfd = pidfd
        self.pid = pid  # as the kernel says
        self._parent = parent
        self._number = number
        self._forks = 0
        self._deaf = False  # it was given up because it did not fork when asked to
        self._ended: dict[int, int] = {}
        self._lock = threading.Lock()
        self.walls: Any = None  # what a cell said about its walls before it read anything
        self._starved = 0.0

    @property
    def starved(self) -> float:
        """Seconds for which the machine has kept it from running: up to its end, if it ended."""
        return starved_seconds(self.pid) if self._pidfd >= 0 else self._starved

    @property
    def cell_pid(self) -> int:
        """The process above all of the same submission: the one forked from the warm one."""
        if self._parent is None or self._parent._parent is None:
            return self.pid
        return self._parent.cell_pid

    def begin(self, kind: Kind, limits: Limits | None, folder: str = "") -> Forking:
        """Ask for a copy of this process, and do not wait: it will stand by until it is woken.

        Raises Lost if this one cannot fork any more.
        """
        if self._deaf:
            raise Lost(Died("timed out"))
        channel, theirs = Channel.pair()
        deadline = time.monotonic() + FORK_SECONDS
        with self._lock:
            self._forks += 1
            number = self._forks
            request = {
                "op": "fork",
                "kind": kind,
                "number": number,
                "limits": limits_to_wire(limits),
                "folder": folder,
            }
            try:
                self._channel.send(request, descriptor=theirs.fileno(), deadline=deadline)
            except (Gone, Late) as error:
                channel.close()
                raise Lost(self._why_gone(error)) from error
            finally:
                theirs.close()
        return Forking(self, channel, number)

    def fork(self, kind: Kind, limits: Limits | None, folder: str = "") -> Branch:
        """A copy of this process: a sealed cell, a branch that may fork again, or a leaf.

        Raises Lost if this one cannot fork any more, NotSealed if the copy could not be sealed.
        """
        return self.begin(kind, limits, folder).wake()

    def why_no_copy(self, number: int, error: Exception) -> Died:
        """Why a copy that was asked for never said a word."""
        if isinstance(error, Late):  # deaf: not to be waited for once more at every check
            self.kill()
            self._deaf = True
        elif (status := self._status_of(number)) is not None:
            return explain(status)
        return self._why_gone(error)

    def ask(
        self,
        request: Mapping[str, Value],
        *,
        deadline: float,
        reply_bytes: int,
        meanwhile: Callable[[], None] = nothing,
    ) -> dict[str, Any]:
        """The reply to one request. Raises Lost, after ending the process.

        `meanwhile` is called while the process is at work on it.
        """
        one = asked(request, reply_bytes)
        with self._or_lost(), self._lock:
            self._channel.send_frame(one.request, deadline=deadline)
            meanwhile()
            reply = self._channel.receive_frame(limit=reply_bytes, deadline=deadline)
        with self._or_lost():
            return one.read(reply)

    def in_a_row(self, every: Sequence[Asked[Any]], *, deadline: float) -> Iterator[Any]:
        """What is made of each reply. The next requests are there before they are needed: a process
        that has to be woken for each is slower than most of what it is asked. Raises Lost, after
        ending the process."""
        sent = ahead = 0
        for number, one in enumerate(every):
            with self._or_lost(), self._lock:
                while sent < len(every) and (
                    sent <= number or ahead + len(every[sent].request) <= AHEAD_BYTES
                ):
                    self._channel.send_frame(every[sent].request, deadline=deadline)
                    ahead += len(every[sent].request)
                    sent += 1
                reply = self._channel.receive_frame(limit=one.reply_bytes, deadline=deadline)
            ahead -= len(one.request)
            with self._or_lost():
                read = one.read(reply)
            yield read

    @contextlib.contextmanager
    def _or_lost(self) -> Iterator[None]:
        try:
            yield
        except (Gone, Late, WireError) as error:
            if isinstance(error, Gone):
                self._let_it_end()
            self.kill()
            raise Lost(self._why_gone(error)) from error

    def _let_it_end(self) -> None:
        """A process that hung up is on its way out: how it ends by itself is worth knowing."""
        if self._pidfd >= 0:
            poll = select.poll()
            poll.register(self._pidfd, select.POLLIN)
            poll.poll(ENDING_MILLISECONDS)

    def kill(self) -> None:
        """End the process. Safe to call twice, and on one that has ended by itself."""
        if self._pidfd < 0:
            return
        self._starved = starved_seconds(self.pid)  # while there is somebody to ask about
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
        os.close(self._pidfd)
        self._pidfd = -1
        self._channel.close()

    def end(self) -> None:
        """Kill it and have its parent collect it, with everything it left in its group."""
        if self._pidfd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            self._let_it_end()  # its parent is asked once, and not again and again until then
        self.kill()
        if self._parent is not None:
            self._parent._status_of(self._number)

    def collect(self) -> None:
        """Have its parent wait for what has ended and is its own by now: orphans of this one."""
        if self._parent is not None and self._parent._pidfd >= 0:
            self._parent._reap(time.monotonic() + REAP_SECONDS)

    def _why_gone(self, error: Exception) -> Died:
        if isinstance(error, Late):
            return Died("timed out")
        if isinstance(error, WireError):
            return Died("garbled", str(error))
        status = self._parent._status_of(self._number) if self._parent else None
        return explain(status)

    def _status_of(self, number: int) -> int | None:
        """The wait status of a child, by the word of this process; only ever used to explain."""
        deadline = time.monotonic() + REAP_SECONDS
        while number not in self._ended and time.monotonic() < deadline and self._pidfd >= 0:
            if not self._reap(deadline):
                return None
            if number not in self._ended:
                time.sleep(0.002)
        return self._ended.get(number)

    def _reap(self, deadline: float) -> bool:
        """Have it wait for all that ended below it; whether it said so in time and in order."""
        try:
            reply = self.ask({"op": "reap"}, deadline=deadline, reply_bytes=1 << 16)
            self._ended.update((int(child), int(status)) for child, status in reply["ended"])
        except (Lost, KeyError, TypeError, ValueError, OverflowError):
            return False
        return True


class Forking:
    """A copy of a process that stands by: it has read nothing since, and runs once woken."""

    def __init__(self, parent: Branch, channel: Channel, number: int) -> None:
        self._parent = parent
        self._channel = channel
        self._number = number

    def wake(self) -> Branch:
        """The copy. Raises Lost if there is none, NotSealed if it has no walls."""
        deadline = time.monotonic() + FORK_SECONDS
        try:
            # Only now does it say who it is: the kernel's word on that is good while it lives.
            self._channel.send({"op": "wake"}, deadline=deadline)
            hello = self._channel.receive(limit=HELLO_BYTES, deadline=deadline)
            assert self._channel.peer_pid is not None, "the kernel attaches credentials"
            pidfd = os.pidfd_open(self._channel.peer_pid)
        except (Gone, Late, WireError, ProcessLookupError) as error:
            self._channel.close()
            raise Lost(self._parent.why_no_copy(self._number, error)) from error
        child = Branch(self._channel, pidfd, self._parent, self._number, pid=self._channel.peer_pid)
        self._channel.patience = Patience(self._channel.peer_pid, child.cell_pid)
        if not isinstance(hello, dict) or hello.get("ready") is not True:
            child.kill()
            raise NotSealed(str(hello.get("why") if isinstance(hello, dict) else hello))
        child.walls = hello.get("walls")
        return child

    def drop(self) -> None:
        """It is not needed: it ends when its channel does, and with its parent at the latest."""
        self._channel.close()


def explain(status: int | None) -> Died:
    """A wait status in words; None where nobody knows."""
    if status == NO_FORK:
        return Died("crowded")
    return explain_code(None if status is None else os.waitstatus_to_exitcode(status))


def explain_code(code: int | None) -> Died:
    """An exit code in words, as `subprocess` tells it: a signal is a negative number."""
    if code is None:
        return Died("killed")
    if code in _WINDOWS_FAULTS:
        return Died("killed", _WINDOWS_FAULTS[code])
    if code >= 0:
        return Died("exited", f"exit code {code}")
    if -code == getattr(signal, "SIGXCPU", None):
        return Died("timed out")
    return Died("killed", _SIGNALS.get(-code, f"signal {-code}"))


_NAMED = {
    "SIGSEGV": "segmentation fault",
    "SIGABRT": "abort",
    "SIGFPE": "arithmetic fault",
    "SIGBUS": "bus error",
    "SIGILL": "illegal instruction",
}
# Not every system has all of them.
_SIGNALS = {int(getattr(signal, name, 0)): words for name, words in _NAMED.items()}
# What Windows gives as the exit code of a process that it ended.
_WINDOWS_FAULTS = {
    0xC0000005: "segmentation fault",
    0xC00000FD: "segmentation fault",  # by a stack that grew too deep
    0xC0000094: "arithmetic fault",
    0xC000001D: "illegal instruction",
}


def limits_to_wire(limits: Limits | None) -> dict[str, Any] | None:
    if limits is None:
        return None
    return {
        "cpu_seconds": limits.cpu_seconds,
        "memory_mb": limits.memory_mb,
        "threads": limits.threads,
        "scratch_mb": limits.scratch_mb,
    }
