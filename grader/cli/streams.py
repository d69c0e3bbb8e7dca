"""Standard output and error that remember why they failed, in place of raising where one prints.

A reader that has seen enough (`| head -1`) is no failure: the command ends as it would have. A full
disk is one, but not of the grading: the files of `--output` are still written, and then said so.
"""

from __future__ import annotations

import errno
import io
import sys
from typing import Any, TextIO

import click

from grader.cli import spelling
from grader.cli.exit_codes import ExitCode


class Forgiving(io.FileIO):
    """Takes everything; `failed` is the first error there was in writing it."""

    failed: OSError | None = None

    def write(self, data: Any, /) -> int:
        if self.failed is None:
            try:
                return super().write(data)
            except BlockingIOError:
                raise
            except OSError as error:
                self.failed = error
        return len(data)


class Streams:
    """Made once, as the program starts: what is printed from then on goes this way."""

    def __init__(self) -> None:
        self._out = self._err = None
        if _has_file(sys.stdout):
            self._out, sys.stdout = _forgiving(sys.stdout)
        if _has_file(sys.stderr):
            # Nobody is left to be told of its failure.
            self._err, sys.stderr = _forgiving(sys.stderr)

    def exit_code(self, code: int) -> int:
        """The command's own, unless what it printed could not be written; then say so."""
        if sys.stdout is not None:
            sys.stdout.flush()
        failed = self._out.failed if self._out is not None else None
        if failed is None or failed.errno == errno.EPIPE:
            return code
        reason = failed.strerror or str(failed)
        click.echo(f"standard output could not be written: {reason}", err=True)
        return ExitCode.USAGE


def _has_file(stream: TextIO | None) -> bool:
    """Not where whoever started the program closed it, as by `>&-`, or reads it in this process."""
    if stream is None:
        return False
    try:
        stream.fileno()
    except (OSError, ValueError):
        return False
    return True


def _forgiving(stream: TextIO) -> tuple[Forgiving, io.TextIOWrapper]:
    raw = Forgiving(stream.fileno(), "w", closefd=False)
    return raw, io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=spelling.NAME,
        line_buffering=stream.isatty() or stream is sys.stderr,
    )
