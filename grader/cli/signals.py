"""Signals that ask grader to end: it ends its processes, removes its folders and says one line."""

from __future__ import annotations

import signal
import sys
from types import FrameType

from grader.cli.exit_codes import ExitCode

# What is said last, after everything has been cleaned up.
SAID = {
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.TERMINATED: "ended by SIGTERM",
    ExitCode.HUNG_UP: "ended by SIGHUP",
}
_CODES = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}
if hasattr(signal, "SIGHUP"):
    _CODES[signal.SIGHUP] = ExitCode.HUNG_UP
# Windows has none: there a signal that was lost stays lost, and Ctrl-C is pressed again.
HAS_TIMER = hasattr(signal, "setitimer")


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


def asked() -> ExitCode | None:
    """By what it was asked to end, if it was: whatever has become of the exception since."""
    return _asked[0] if _asked else None


def ignore() -> None:
    """From here on: there is only the end left to come to."""
    for number in _CODES:
        signal.signal(number, signal.SIG_IGN)
    if HAS_TIMER:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


_asked: list[ExitCode] = []
# How long a lost signal stays lost. Not shorter: what it interrupts is to come to its end.
_AGAIN_SECONDS = 0.1


def _stop(number: int, frame: FrameType | None) -> None:
    # Each time, not once: who presses Ctrl-C again does not want to wait. One that comes while the
    # first is cleaning up leaves the rest to the end of the process, which cleans up too.
    _asked.append(_CODES[signal.Signals(number)])
    if HAS_TIMER:
        signal.signal(signal.SIGALRM, _look_again)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS, _AGAIN_SECONDS)
    raise Stopped(_asked[0])


def _look_again(number: int, frame: FrameType | None) -> None:
    """Raise it once more if it was lost: in a finalizer, or in code that takes any exception."""
    handled = sys.exc_info()[1]
    while handled is not None:
        if isinstance(handled, Stopped):
            return  # it is on its way, and what cleans up for it is at work
        handled = handled.__cause__ or handled.__context__
    raise Stopped(_asked[0])
