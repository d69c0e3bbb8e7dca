"""A framed, two-way channel over a socket, with a clock on the trusted side.

Both sides use it. The untrusted side passes no deadline and blocks; the trusted side always
passes one, so that a peer that drips, stalls or never reads cannot hold the grader.
"""

from __future__ import annotations

import array
import os
import select
import socket
import struct
import time

from grader.errors import GraderError
from grader.sandbox.patience import Patience
from grader.values import Value, decode, encode
from grader.values.wire import MAX_BUFFER_BYTES, PREAMBLE, check_preamble

CREDENTIALS = struct.Struct("iII")
# Linux has both; elsewhere nobody sends credentials or descriptors.
SENDER = getattr(socket, "SCM_CREDENTIALS", None)
CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)
HAS_ANCILLARY = hasattr(socket, "CMSG_SPACE")  # Windows sends bytes and nothing beside them
# In place of a wait status, of a copy that could not be made for want of processes.
NO_FORK = -100
# What came in time is read a little late where the grader itself was kept from running. No longer:
# a process could send a byte at a time for as long as that works.
READ_LATE_SECONDS = 1.0


class Gone(GraderError):
    """The other side closed the channel."""


class Late(GraderError):
    """The deadline passed."""


class Channel:
    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self.peer_pid: int | None = None  # as the kernel says, where credentials are asked for
        self.patience: Patience | None = None  # with the other side, where it is known

    @classmethod
    def pair(cls) -> tuple[Channel, socket.socket]:
        """A channel for this side, and the raw end to hand to another process."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        # By itself and not by MSG_DONTWAIT a call, which macOS does not heed when sending.
        ours.setblocking(False)
        if hasattr(socket, "SO_PASSCRED"):
            # The kernel then tells who really wrote: a hijacked process cannot name another's pid.
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        return cls(ours), theirs

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def send(
        self,
        message: Value,
        *,
        descriptor: int | None = None,
        most: int = MAX_BUFFER_BYTES,
        deadline: float | None = None,
    ) -> None:
        """Send one message, and with it a duplicate of an open file descriptor.

        Raises TooLarge, having sent nothing, for one that is larger than the other side takes.
        """
        self.send_frame(encode(message, most), descriptor=descriptor, deadline=deadline)

    def send_frame(
        self, frame: bytes, *, descriptor: int | None = None, deadline: float | None = None
    ) -> None:
        """Send a message that has been encoded."""
        data = memoryview(frame)
        ancillary = []
        if descriptor is not None:
            rights = array.array("i", [descriptor])
            ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights.tobytes())]
        while data:
            self._wait(deadline, writing=True)
            try:
                if ancillary:
                    sent = self._socket.sendmsg([data[: 1 << 20]], ancillary)
                else:
                    sent = self._socket.send(data[: 1 << 20])
            except (BlockingIOError, InterruptedError):
                continue
            except OSError as error:
                raise Gone from error
            data, ancillary = data[sent:], []

    def receive(
        self,
        *,
        native: bool = False,
        limit: int = MAX_BUFFER_BYTES,
        deadline: float | None = None,
    ) -> Value:
        """The next message. Raises Gone, Late, or WireError for a malformed one."""
        message, descriptor = self.receive_with_descriptor(
            native=native, limit=limit, deadline=deadline
        )
        if descriptor is not None:
            os.close(descriptor)  # only requests carry one, and those are read with the other call
        return message

    def receive_with_descriptor(
        self,
        *,
        native: bool = False,
        limit: int = MAX_BUFFER_BYTES,
        deadline: float | None = None,
    ) -> tuple[Value, int | None]:
        frame, descriptor = self._receive_frame(limit, deadline)
        try:
            return decode(frame, native=native), descriptor
        except BaseException:
            if descriptor is not None:
                os.close(descriptor)
            raise

    def receive_frame(self, *, limit: int = MAX_BUFFER_BYTES, deadline: float) -> memoryview:
        """The next message as it came, of a size that is allowed. Raises as `receive` does."""
        frame, descriptor = self._receive_frame(limit, deadline)
        if descriptor is not None:
            os.close(descriptor)
        return frame

    def _receive_frame(self, limit: int, deadline: float | None) -> tuple[memoryview, int | None]:
        frame = bytearray()
        descriptor = self._extend(frame, PREAMBLE.size, deadline)
        try:
            sizes = check_preamble(bytes(frame), limit)
            extra = self._extend(frame, PREAMBLE.size + sum(sizes), deadline)
            if extra is not None:
                os.close(extra)
        except BaseException:
            if descriptor is not None:
                os.close(descriptor)
            raise
        # Arrays lie in the frame as it came: the only copy there is, and not to be written to.
        return memoryview(frame).toreadonly(), descriptor

    def _extend(self, found: bytearray, size: int, deadline: float | None) -> int | None:
        """Read until there are `size` bytes in `found`; a descriptor that came along."""
        descriptor = None
        while len(found) < size:
            self._wait(deadline, writing=False)
            try:
                data, ancillary = self._received(min(size - len(found), 1 << 20))
            except (BlockingIOError, InterruptedError):
                continue
            except OSError as error:
                raise Gone from error
            for level, kind, content in ancillary:
                if level != socket.SOL_SOCKET:
                    continue
                if kind == socket.SCM_RIGHTS:
                    for extra in array.array("i", content[: len(content) - len(content) % 4]):
                        if descriptor is not None:
                            os.close(descriptor)
                        descriptor = extra
                elif kind == SENDER and len(content) == CREDENTIALS.size:
                    self.peer_pid = CREDENTIALS.unpack(content)[0]
            if not data:
                raise Gone
            found += data
        return descriptor

    def _received(self, most: int) -> tuple[bytes, list[tuple[int, int, bytes]]]:
        if not HAS_ANCILLARY:
            return self._socket.recv(most), []
        space = socket.CMSG_SPACE(CREDENTIALS.size) + socket.CMSG_SPACE(4)
        data, ancillary, _, _ = self._socket.recvmsg(most, space, CLOSE_ON_EXEC)
        return data, ancillary

    def _wait(self, deadline: float | None, *, writing: bool) -> None:
        if self._socket.fileno() < 0:
            raise Gone  # closed on this side: the process was given up
        if deadline is None:
            return
        while True:
            until = self.patience.until(deadline) if self.patience else deadline
            left = until - time.monotonic()
            if left > -READ_LATE_SECONDS and _is_ready(self._socket, max(left, 0.0), writing):
                return
            if self.patience is None or not self.patience.prolong():
                raise Late


def _is_ready(sock: socket.socket, seconds: float, writing: bool) -> bool:
    """Whether there is something to read, or room to write to, within that time."""
    if not hasattr(select, "poll"):  # Windows; and elsewhere `select` knows small descriptors only
        found = select.select([] if writing else [sock], [sock] if writing else [], [], seconds)
        return any(found)
    poll = select.poll()
    poll.register(sock, select.POLLOUT if writing else select.POLLIN)
    return bool(poll.poll(seconds * 1000))
