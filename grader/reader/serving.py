"""Reads the submissions of a class: `grader.submission.warm_reader` starts it, once for all.

To start Python takes longer than to read a homework, and so do a fork and its walls. This process
has imported everything. The files of a folder are bytes to it, which it passes on itself. What is
parsed, an archive, has a fork of its own, which puts up the same walls as a fresh process and ends
with its reply, so that nothing of one student's is there when another's is read.
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
from grader.reader.program import main, read_as_bytes
from grader.reader.walls import prepare

# The words that it is asked by: to fork, or to read what needs no walls.
FORK, READ = b"f", b"r"
# What a fork finds open: a request to read, the reply to write, what was handed in.
HANDED_OVER = (0, 1, 3)
STATUS = struct.Struct("<i")  # how a fork ended, as `os.waitstatus_to_exitcode` says it
# All that `main` imports by need: a fork would do so again for each submission.
_NEEDED = ("grader.reader.archive", "grader.reader.parcels")


def serve() -> NoReturn:
    """Read, or fork, at each word from a socket, whose number and whose owner are arguments, until
    it is closed; and say how that ended."""
    number, parent = map(int, sys.argv[2:4])
    killed_with_parent(parent)
    for name in _NEEDED:
        importlib.import_module(name)
    prepare()
    gc.freeze()  # a collection in a fork would otherwise copy every page it touches
    asked = socket.socket(fileno=number)
    while True:
        word, descriptors, _, _ = socket.recv_fds(asked, 1, len(HANDED_OVER))
        if not word or len(descriptors) != len(HANDED_OVER):
            os._exit(0)
        status = _read(descriptors) if word == READ else _forked(asked, descriptors)
        asked.sendall(STATUS.pack(status))


def _read(descriptors: list[int]) -> int:
    requests, replies, handed_in = descriptors
    try:
        return read_as_bytes(requests, replies, handed_in)
    except Exception:  # one submission's business; the grader sees that nothing was said
        return 1
    finally:
        os.close(replies)
        os.close(handed_in)


def _forked(asked: socket.socket, descriptors: list[int]) -> int:
    child = os.fork()
    if child == 0:
        _read_behind_walls(asked, descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _read_behind_walls(asked: socket.socket, descriptors: list[int]) -> NoReturn:
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
