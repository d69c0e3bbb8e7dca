"""The command line. Thin: each command reads its arguments, calls the package, prints.

Nothing that takes time is imported here: until `main` listens, a signal is Python's to answer.
"""

from __future__ import annotations

import contextlib
import sys

from grader.cli import descriptors, signals
from grader.cli.exit_codes import ExitCode


def main() -> None:
    """The console script: ends with one of `ExitCode`, and with a trace only for a defect."""
    code: int = ExitCode.DEFECT
    try:
        try:
            signals.listen()
            descriptors.open_closed()
            from grader.cli.commands import run

            code = run()
        finally:
            signals.ignore()
    except BaseException:
        # Whatever a signal has become on its way: code that it interrupts may wrap it.
        if signals.asked() is None:
            raise
    asked = signals.asked()
    if asked is not None:
        with contextlib.suppress(OSError):  # nobody is left to be told
            print(signals.SAID[asked], file=sys.stderr, flush=True)
        code = asked
    sys.exit(code)
