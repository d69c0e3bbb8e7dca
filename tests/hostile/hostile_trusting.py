"""Grades a file in the sandbox's own program, and trusts what comes back. For controls.

    python hostile_trusting.py FILE

The other process is the real one, without walls. This side has no clock and no caps: it allocates
what is announced, looks up what it is told to, and gives full marks to whoever says "correct".
It prints "ready", and then a report with the number of bytes that it took.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from grader.sandbox.calls import Call
from grader.sandbox.fresh import LOOPBACK, PROGRAM
from grader.values import Array, Value, decode, encode
from grader.values.wire import MAX_BUFFER_BYTES, PREAMBLE


class Other:
    """The process that runs the file, and all that it has said."""

    def __init__(self) -> None:
        with socket.create_server((LOOPBACK, 0)) as listening:
            # In a group of its own, as in the sandbox; it ends when this side hangs up.
            subprocess.Popen(
                [sys.executable, *PROGRAM, str(listening.getsockname()[1]), str(os.getpid())],
                stdin=subprocess.DEVNULL,  # whoever calls is believed to be the one
                process_group=0,
            )
            self._socket, _ = listening.accept()
        self._unread = bytearray()
        self.said = bytearray()

    def ask(self, request: dict[str, Value]) -> Any:
        self._socket.sendall(encode({**request, "reply_bytes": MAX_BUFFER_BYTES}))
        while len(self._unread) < PREAMBLE.size:
            self._hear()
        _, tree, buffers = PREAMBLE.unpack(self._unread[: PREAMBLE.size])
        message = bytearray(PREAMBLE.size + tree + buffers)
        while len(self._unread) < len(message):
            self._hear()
        message[:] = self._unread[: len(message)]
        del self._unread[: len(message)]
        return decode(bytes(message))

    def hear_to_the_end(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)
        while self._hear():
            pass

    def _hear(self) -> bool:
        part = self._socket.recv(1 << 16)
        self.said += part
        self._unread += part
        if b"correct" in self.said:
            raise Believed
        return bool(part)


class Believed(Exception):
    """It said "correct", and why should it lie."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        other = Other()
        try:
            earned = _earned(other, Path(sys.argv[1]).read_bytes(), folder)
            other.hear_to_the_end()
        except Believed:
            earned = 4.0
    report = {"score": {"earned": earned}, "next": None, "took": len(other.said)}
    print(json.dumps(report), flush=True)


def _earned(other: Other, source: bytes, folder: str) -> float:
    x = np.arange(8.0).reshape(2, 4)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    other.ask({"preload": ["numpy"], "threads": False, "limits": None})
    other.ask({"op": "files", "folder": folder, "files": {"attack.py": source}})
    print("ready", flush=True)
    other.ask({"op": "load", "file": "attack.py", "portion": "whole"})
    inputs = (Array(x),)
    request = {"op": "call", "call": Call("attacked", inputs).to_wire(), "printed_chars": 100}
    reply = other.ask(request)
    _ = [inputs[place] for place in reply.get("changed_inputs", ())]  # to say which were changed
    value = reply["value"]
    same_shape = isinstance(value, Array) and value.data.shape == x.shape
    right = same_shape and np.allclose(value.data, e / e.sum(axis=-1, keepdims=True))
    return 4.0 if right else 0.0


if __name__ == "__main__":
    main()
