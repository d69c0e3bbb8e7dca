"""What every cell is forked from: `python -P -s -m grader.sandbox.inside.warm FD PARENT`.

It imports the heavy libraries once and then only forks. It never sees a submission, a reference
or an input, so there is nothing in its memory for a forked child to find.
"""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
from typing import NoReturn

from grader.jail.parent import adopt_orphans, end_with_parent
from grader.sandbox.channel import Channel, Gone
from grader.sandbox.inside.calling import rehearse, seed
from grader.sandbox.inside.cheap_forks import fill_holes, without_fork_handlers
from grader.sandbox.inside.definitions import scan
from grader.sandbox.inside.serve import serve
from grader.sandbox.inside.walls import Walls


def main() -> None:
    end_with_parent(int(sys.argv[2]), _leave)
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
    adopt_orphans()  # only now: for a plain user, `Walls` goes on in a fork
    # What is imported stays: to look through it for garbage again and again meanwhile would be a
    # tenth of the time.
    gc.disable()
    with without_fork_handlers():
        warmed = [name for name in request["preload"] if _warm(name)]
    seed(0)  # the first seeding of each library imports and allocates; children inherit that
    _rehearse()
    gc.collect()
    fill_holes()
    gc.freeze()  # a collection in a child would otherwise copy every page it touches
    gc.enable()
    # Until here a failure to start is told on standard error; from here nothing is said there.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    channel.send({"warmed": warmed})
    with contextlib.suppress(Gone):
        serve(channel, walls)
    os._exit(0)


def _rehearse() -> None:
    """Read a file and call a function of our own: patterns are compiled and tables built when they
    are first needed, which would be in every fork."""
    scan({"rehearsal.py": _REHEARSED})
    rehearse()


# Any code that uses a library and a builtin.
_REHEARSED = b"""
import numpy as np


def centred(x):
    return np.exp(x - x.mean(axis=-1, keepdims=True)).sum() + len(x)
"""


def _leave() -> NoReturn:
    """By an exception, so that what is forked from here is ended on the way out (`serve`)."""
    raise SystemExit(1)


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
    if name in _FIRST_USE:
        _FIRST_USE[name]()
    return True


def _warm_torch() -> None:
    import torch

    # More than one OpenMP thread before a fork hangs the child's first parallel loop.
    torch.set_num_threads(1)
    # The first backward pass imports and allocates lazily: some milliseconds, once in place of in
    # every fork.
    weight = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
    torch.nn.functional.softmax(weight @ weight, dim=-1).sum().backward()


def _warm_optimisers() -> None:
    import torch

    # The first optimiser imports torch's compiler, and looks for a temporary folder meanwhile.
    weight = torch.ones(2, 2, requires_grad=True)
    weight.sum().backward()
    torch.optim.SGD([weight], lr=0.1).step()


# What a library does when it is first used, and not when it is imported.
_FIRST_USE = {"torch": _warm_torch, "torch.optim": _warm_optimisers}


if __name__ == "__main__":
    main()
