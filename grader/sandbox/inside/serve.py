"""The loop that every process of the sandbox runs: one request in, one reply out, or a fork.

warm interpreter -> cell (holds one submission's files) -> loaded file -> one check's calls.
Each arrow is a fork on request, and each process talks to the grader over a socket of its own,
so a process that hangs, dies or lies takes only its own branch with it.
"""

from __future__ import annotations

import os
import socket
import traceback
from typing import Any

from grader.sandbox.channel import Channel, Gone
from grader.sandbox.inside import limiting
from grader.sandbox.inside.calling import perform
from grader.sandbox.inside.definitions import scan
from grader.sandbox.inside.loading import Loader
from grader.values import TooLarge


class Process:
    """What one process of the tree holds."""

    def __init__(self) -> None:
        self.loader = Loader()
        self.children: dict[int, int] = {}  # pid -> the grader's number for it

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        operation = request["op"]
        if operation == "files":
            self.loader.place(request["folder"], request["files"])
            return {"placed": len(request["files"])}
        if operation == "scan":
            return scan(self.loader.files)
        if operation == "load":
            return self.loader.load(request["file"], definitions_only=request["definitions_only"])
        if operation == "call":
            return perform(self.loader.module, request["call"], request["printed_chars"])
        if operation == "reap":
            return {"ended": self.reap()}
        raise ValueError(f"unknown request {operation!r}")

    def reap(self) -> list[list[int]]:
        """[number, wait status] of every child that has ended since the last time."""
        ended = []
        while self.children:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            ended.append([self.children.pop(pid, -1), status])
        return ended


def serve(channel: Channel) -> None:
    """Answer until the other side hangs up. A fork returns here too, in the child."""
    process = Process()
    while True:
        request, descriptor = channel.receive_with_descriptor(native=True)
        if request["op"] == "fork":
            assert descriptor is not None
            forked = _fork(process, channel, request, descriptor)
            if forked is not None:
                channel = forked
                process.children.clear()
            continue
        try:
            reply = process.answer(request)
        except Gone:
            raise
        except MemoryError:
            # Raised where the reply was being made, not where the student's code could catch it.
            reply = {"kind": "raised", "type_name": "MemoryError"}
        except Exception:
            reply = {"kind": "fault", "trace": traceback.format_exc()[-4000:]}
        try:
            channel.send(reply)
        except TooLarge as error:
            channel.send({"kind": "refused", "reason": str(error)})


def _fork(
    process: Process, channel: Channel, request: dict[str, Any], descriptor: int
) -> Channel | None:
    """The child's channel in the child, None in the parent."""
    pid = os.fork()
    if pid:
        os.close(descriptor)
        process.children[pid] = request["number"]
        return None
    channel.close()
    child = Channel(socket.socket(fileno=descriptor))
    limiting.apply(request["limits"])
    child.send({"ready": True})  # carries the kernel's word on who this is
    return child
