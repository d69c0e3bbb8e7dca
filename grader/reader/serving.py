"""Forks the program that reads a submission: `grader.submission.warm_reader` starts it for a class.

To start Python takes longer than to read a homework. This process has imported everything and reads
nothing itself: each submission has a fork of its own, which puts up the same walls as a fresh one
and ends with its reply, so that nothing of one student's is there when another's is read.
"""

from __future__ import annotations

import gc
import importlib
import os
import socket
import struct
import sys
from typing import NoReturn

from grader.jail.parent import killed_with_parent
from grader.reader.program import main

# What a fork finds open: a request to read, the reply to write, what was handed in.
HANDED_OVER = (0, 1, 3)
STATUS = struct.Struct("<i")  # how a fork ended, as `os.waitstatus_to_exitcode` says it
# All that `main` imports by need: a fork would do so again for each submission.
_NEEDED = ("grader.reader.archive", "grader.reader.parcels")
_NEEDED_ON_LINUX = ("grader.jail.identity", "grader.jail.landlock", "grader.jail.seccomp")


def serve() -> NoReturn:
    """Fork at each word from a socket, whose number and whose owner are arguments, until it is
    closed; and say how the fork ended."""
    number, parent = map(int, sys.argv[2:4])
    killed_with_parent(parent)
    for name in (*_NEEDED, *(_NEEDED_ON_LINUX if sys.platform == "linux" else ())):
        importlib.import_module(name)
    gc.freeze()  # a collection in a fork would otherwise copy every page it touches
    asked = socket.socket(fileno=number)
    while True:
        word, descriptors, _, _ = socket.recv_fds(asked, 1, len(HANDED_OVER))
        if not word or len(descriptors) != len(HANDED_OVER):
            os._exit(0)
        child = os.fork()
        if child == 0:
            _read(asked, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        _, status = os.waitpid(child, 0)
        asked.sendall(STATUS.pack(os.waitstatus_to_exitcode(status)))


def _read(asked: socket.socket, descriptors: list[int]) -> NoReturn:
    """Never returns to the loop: whatever happens here is one submission's business."""
    try:
        asked.close()  # whoever is a student's by and by hears nothing of the next
        # Up and out of the way first: what came may have one of the numbers that it is to have.
        highest = max(*descriptors, *HANDED_OVER)
        for place, descriptor in enumerate(descriptors, highest + 1):
            os.dup2(descriptor, place)
        for place, wanted in enumerate(HANDED_OVER, highest + 1):
            os.dup2(place, wanted)
        os.closerange(max(HANDED_OVER) + 1, highest + 1 + len(HANDED_OVER))
        main()
    finally:
        os._exit(1)
