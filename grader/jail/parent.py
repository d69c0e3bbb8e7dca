"""A process that ends when the one that started it does, however that ends: also by `kill -9`.

The kernel sends a signal of our choice when the parent is gone (PR_SET_PDEATHSIG). It means the
*thread* that started the process, which may pass while its process lives on: whoever asks for
SIGKILL must be no great loss then. A process that is, or that has to end others first, asks for a
signal that nobody else sends, and looks again.

Where the kernel does not give this promise nothing is done: then a closed channel or pipe ends a
process that comes to read from it.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final

# Not SIGTERM: an operator who sends that means this process, whether or not its parent lives.
_SIGNAL: Final = getattr(signal, "SIGUSR1", signal.SIGTERM)  # Windows has few, and none is sent
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36


def killed_with_parent(parent: int) -> None:
    """Have this process, which `parent` started, killed when that ends; it may have already.

    The first process of a pid namespace cannot see its parent, and has to find out by its closed
    channel whether that ended before this call.
    """
    if sys.platform.startswith("linux"):
        _ask_for(signal.SIGKILL)
    unseen = 0
    if os.getppid() not in (unseen, parent):
        os._exit(1)


def end_with_parent(parent: int, end: Callable[[], object]) -> None:
    """Call `end` when the process `parent`, which started this one, is gone, be it already.

    Call it in the main thread. A fork takes the handler along and not the kernel's promise: see
    `forget_parent`.
    """

    def look(number: int, frame: FrameType | None) -> None:
        if os.getppid() != parent:
            end()

    signal.signal(_SIGNAL, look)
    _ask_for(_SIGNAL)
    if os.getppid() != parent:  # it ended before the kernel was asked
        end()


def forget_parent() -> None:
    """In a fork of a process that called `end_with_parent`: the signal means nothing special."""
    signal.signal(_SIGNAL, signal.SIG_DFL)


def adopt_orphans() -> None:
    """Have this process, and not the system's first, be the parent of all below it that lose
    theirs, so that they can be waited for: in a container the first process may never do so."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _ask_for(number: int) -> None:
    _prctl(_PR_SET_PDEATHSIG, number)


def _prctl(option: int, value: int) -> None:
    # By the C library and not by the table of system calls: it knows every processor.
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
