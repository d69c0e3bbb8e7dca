"""The program of one fresh process: `python -I -m grader.sandbox.inside.fresh PORT PARENT`.

It imports what it is told to, lowers its own limits and then answers like any process of the
sandbox. It asks for nothing that only Linux has.
"""

from __future__ import annotations

import contextlib
import math
import os
import socket
import sys
import time
from typing import Any

from grader.jail.limits import address_space_now, lower_if_possible
from grader.jail.parent import killed_with_parent
from grader.sandbox.channel import Channel, Gone
from grader.sandbox.inside.calling import seed
from grader.sandbox.inside.serve import serve
from grader.sandbox.inside.walls import CELL_LIMITS, Walls
from grader.sandbox.inside.warm import _only_installed_packages, _warm


class OnlyLimits(Walls):
    """No walls, and of the limits those that this system has."""

    def __init__(self, *, threads: bool) -> None:
        super().__init__(sealed=False, namespaces=False, threads=threads, hidden=())

    def limit(self, wanted: dict[str, Any] | None) -> None:
        if wanted is None:
            return
        # Where a limit is refused, the grader's own clock still holds.
        # What was spent on starting and importing is not the student's.
        seconds = math.ceil(time.process_time() + wanted["cpu_seconds"])
        lower_if_possible("RLIMIT_CPU", seconds, seconds + 1)
        lower_if_possible("RLIMIT_FSIZE", wanted["scratch_mb"] << 20)
        lower_if_possible("RLIMIT_NOFILE", CELL_LIMITS.open_files)
        lower_if_possible("RLIMIT_CORE", 0)
        # Without /proc nobody knows what is mapped already, so there is no telling what to allow.
        # macOS, which has none, refuses or ignores RLIMIT_AS anyway: memory is not limited there.
        with contextlib.suppress(OSError):
            lower_if_possible("RLIMIT_AS", address_space_now() + (wanted["memory_mb"] << 20))
        self._set_threads(wanted)


def main() -> None:
    killed_with_parent(int(sys.argv[2]))
    calling = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    calling.sendall(sys.stdin.buffer.read())  # what shows that it is this process that calls
    channel = Channel(calling)
    _only_installed_packages()
    request = channel.receive()
    for name in request["preload"]:
        _warm(name)
    seed(0)  # the first seeding imports and allocates, which is not the first call's own time
    walls = OnlyLimits(threads=request["threads"])
    walls.limit(request["limits"])
    # Until here a failure to start is told on standard error; from here nothing is said there.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    channel.send({"ready": True})
    with contextlib.suppress(Gone):
        serve(channel, walls)
    os._exit(0)


if __name__ == "__main__":
    main()
