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

from grader.jail.parent import forget_parent, killed_with_parent
from grader.sandbox.channel import NO_FORK, Channel, Gone
from grader.sandbox.inside.calling import perform, perform_all, rehearse
from grader.sandbox.inside.definitions import scan
from grader.sandbox.inside.loading import Loader
from grader.sandbox.inside.timed import TimedCall
from grader.sandbox.inside.walls import Walls
from grader.values import TooLarge

MAX_REMEMBERED = 100  # ends of children that nobody has asked about


class Process:
    """What one process of the tree holds."""

    def __init__(self, walls: Walls) -> None:
        self.walls = walls
        self.loader = Loader()
        self.descriptor = -1  # of this process's own channel
        self.timed: TimedCall | None = None  # between the requests that make it up
        self.children: dict[int, int] = {}  # pid -> the grader's number for it
        self.ended: list[list[int]] = []  # [number, wait status], until the grader asks

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        operation = request["op"]
        if operation == "files":
            self.loader.place(request["folder"], request["files"])
            self.walls.freeze()
            return {"placed": len(request["files"])}
        if operation == "scan":
            self.walls.limit(request.get("limits"))  # of a cell's own process
            files = {path: self.loader.files[path] for path in request["paths"]}
            return scan(files, request["tables"], request["rules"])
        if operation == "load":
            self.walls.limit(request.get("limits"))  # of a process that was given others
            return self.loader.load(request["file"], request["portion"])
        if operation == "tighten":
            self.walls.tighten(request["limits"], self.descriptor)
            return {"tightened": True}
        if operation == "calls":
            same, calls, chars = request["same"], request["calls"], request["printed_chars"]
            return perform_all(self.loader.module, same, calls, chars)
        if operation == "call":
            return perform(self.loader.module, request["call"], request["printed_chars"])
        if operation == "hold":
            chars = request["printed_chars"]
            self.timed = TimedCall(self.loader.module, request["call"], chars)
            return {"kind": "held"}
        if operation in ("go", "show"):
            assert self.timed is not None, "a call is held before it is made"
            if operation == "show":
                return self.timed.show()
            self.timed.go()
            return {"kind": "went"}
        if operation == "reap":
            self.collect()
            ended, self.ended = self.ended, []
            return {"ended": ended}
        raise ValueError(f"unknown request {operation!r}")

    def collect(self) -> None:
        """Wait for the children that have ended; until then each counts as a process."""
        for pid, status in self.walls.ended(list(self.children)):
            number = self.children.pop(pid, None)
            if number is not None:
                self.ended.append([number, status])
        del self.ended[:-MAX_REMEMBERED]


def serve(channel: Channel, walls: Walls) -> None:
    """Answer until the other side hangs up. A fork returns here too, in the child."""
    process = Process(walls)
    try:
        try:
            _serve(process, channel)
        finally:
            walls.end_all(list(process.children))
    finally:
        # Once more: a grader that is killed hangs up first and is missed a moment later, and the
        # signal for that (`end_with_parent`), which comes once, may have stopped the line above.
        walls.end_all(list(process.children))


def _serve(process: Process, channel: Channel) -> None:
    while True:
        request, descriptor = channel.receive_with_descriptor(native=True)
        if request["op"] == "fork":
            assert descriptor is not None
            forked = _fork(process, channel, request, descriptor)
            if forked is not None:
                channel = forked
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
            channel.send(reply, most=request["reply_bytes"])
        except TooLarge as error:
            channel.send({"kind": "refused", "reason": str(error)})


def _fork(
    process: Process, channel: Channel, request: dict[str, Any], descriptor: int
) -> Channel | None:
    """The child's channel in the child, None in the parent.

    The child stands by until it is woken, so that the grader may ask for it before it is needed.
    """
    walls, kind, parent = process.walls, request["kind"], os.getpid()
    process.collect()
    try:
        pid = walls.fork_cell() if kind == "cell" else os.fork()
    except OSError:  # no more processes: the grader sees that nobody answers at the other end
        os.close(descriptor)
        process.ended.append([request["number"], NO_FORK])
        return None
    if pid:
        os.close(descriptor)
        process.children[pid] = request["number"]
        return None
    process.children.clear()
    process.ended.clear()
    channel.close()
    child = Channel(socket.socket(fileno=descriptor))
    process.descriptor = descriptor
    reply: dict[str, Any] = {"ready": True}
    try:
        forget_parent()
        # Also where the walls say so once more: they begin with a user of their own, and the
        # kernel forgets the promise of a process that becomes another user.
        killed_with_parent(parent)
        if kind == "cell":
            reply["walls"] = walls.seal(descriptor, request["folder"])
        elif kind == "leaf":
            walls.tighten(request["limits"], descriptor)
            rehearse()
        elif kind == "branch":
            walls.limit(request["limits"])
        child.receive()
        if kind == "leaf":
            process.loader.workspace.bring_back()
    except Gone:
        raise
    except BaseException as error:  # half sealed is not sealed: this process must not go on
        child.send({"ready": False, "why": f"{type(error).__name__}: {error}"[:500]})
        os._exit(1)
    child.send(reply)  # carries the kernel's word on who this is
    return child
