"""The program that every cell is forked from: `python -I -m grader.sandbox.inside.warm FD`.

It imports the heavy libraries once and then only forks. It never sees a submission, a reference
or an input, so there is nothing in its memory for a forked child to find.
"""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys

from grader.sandbox.channel import Channel, Gone
from grader.sandbox.inside.calling import seed
from grader.sandbox.inside.cheap_forks import fill_holes, without_fork_handlers
from grader.sandbox.inside.serve import serve
from grader.sandbox.inside.walls import Walls


def main() -> None:
    channel = Channel(socket.socket(fileno=int(sys.argv[1])))
    _only_installed_packages()
    request = channel.receive()
    # Before the imports: what it forks and tries is faster while this process is small.
    walls = Walls(
        sealed=request["sealed"],
        namespaces=request["namespaces"],
        threads=request["threads"],
        hidden=request["hidden"],
    )
    with without_fork_handlers():
        warmed = [name for name in request["preload"] if _warm(name)]
    seed(0)  # the first seeding of each library imports and allocates; children inherit that
    gc.collect()
    fill_holes()
    gc.freeze()  # a collection in a child would otherwise copy every page it touches
    # Until here a failure to start is told on standard error; from here nothing is said there.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    channel.send({"warmed": warmed})
    with contextlib.suppress(Gone):
        serve(channel, walls)
    os._exit(0)


def _only_installed_packages() -> None:
    """Leave the standard library and site-packages on the path, and nothing else.

    An editable install puts a whole checkout there, and with it a course's `reference/`.
    """
    base = os.path.realpath(sys.base_prefix)
    sys.path[:] = [
        entry
        for entry in sys.path
        if "site-packages" in entry
        or "dist-packages" in entry
        or os.path.realpath(entry).startswith(base + os.sep)
    ]
    # An editable install may also hook the importer rather than the path.
    sys.meta_path[:] = [
        finder
        for finder in sys.meta_path
        if "editable" not in type(finder).__module__
        and "editable" not in getattr(finder, "__module__", "")
    ]


def _warm(name: str) -> bool:
    try:
        __import__(name)
    except Exception:  # a library that is absent or broken is the student's file's problem, later
        return False
    if name == "torch":
        _warm_torch()
    return True


def _warm_torch() -> None:
    import torch

    # More than one OpenMP thread before a fork hangs the child's first parallel loop.
    torch.set_num_threads(1)
    # The first backward pass and optimiser step import and allocate lazily; do both here once.
    weight = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.SGD([weight], lr=0.1)
    torch.nn.functional.softmax(weight @ weight, dim=-1).sum().backward()
    optimiser.step()


if __name__ == "__main__":
    main()
