"""Signals that ask grader to end: it ends its processes, removes its folders and says one line."""

from __future__ import annotations

import signal
from types import FrameType

from grader.cli.exit_codes import ExitCode

# What is said last, after everything has been cleaned up.
SAID = {
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.TERMINATED: "ended by SIGTERM",
    ExitCode.HUNG_UP: "ended by SIGHUP",
}
_CODES = {
    signal.SIGINT: ExitCode.INTERRUPTED,
    signal.SIGTERM: ExitCode.TERMINATED,
    signal.SIGHUP: ExitCode.HUNG_UP,
}


class Stopped(BaseException):
    """Raised wherever the main thread is. No `except Exception` takes it for a failure."""

    def __init__(self, code: ExitCode) -> None:
        super().__init__(SAID[code])
        self.code = code


def listen() -> None:
    """Turn the signals into `Stopped`, but for those that whoever started grader had ignored.

    That is how `nohup` works, and how a shell keeps Ctrl-C from what runs in the background.
    """
    for number in _CODES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def ignore() -> None:
    """From here on: there is only the end left to come to."""
    for number in _CODES:
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, frame: FrameType | None) -> None:
    # Each time, not once: an exception that is raised in a finalizer is lost. One that comes
    # while the first is cleaning up leaves the rest to the end of the process, which cleans up too.
    raise Stopped(_CODES[signal.Signals(number)])
