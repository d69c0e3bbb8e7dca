"""Files that a command writes: refused before the work where that can be known, whole or not at
all where they are written."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click

from grader.cli.common import say
from grader.cli.exit_codes import ExitCode


def make_ready(file: Path) -> None:
    """Make the file's folder. Raises UsageError if the file can never be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"the folder {error.filename} cannot be made: {error.strerror}"
        raise click.UsageError(f"--output {file}: {why}") from error
    try:
        kind = _kind(file)
        if kind is None:
            tempfile.TemporaryFile(dir=file.parent).close()
        elif stat.S_ISDIR(kind):
            raise click.UsageError(f"--output {file}: this is a folder; name a file in it")
        elif stat.S_ISREG(kind):
            os.close(os.open(file, os.O_WRONLY))
        # Of a pipe or a device nobody knows before writing to it.
    except OSError as error:
        why = f"cannot be written: {error.strerror}"
        raise click.UsageError(f"--output {file}: {why}") from error


def write_file(file: Path, text: str) -> str:
    """Write the file: all of it, or it stays what it was. Why it was not written, or ""."""
    return write_bytes(file, text.encode())


def write_bytes(file: Path, data: bytes) -> str:
    """The same of what need not be text."""
    try:
        kind = _kind(file)
        if kind is not None and (stream := _standard_stream(file)) is not None:
            stream.flush()
            stream.buffer.write(data)
        elif kind is None or stat.S_ISREG(kind):
            _replace(file, data, kind)
        else:  # a pipe or a device has no name to be put in place of
            _write_in_place(file, data)
    except OSError as error:
        return _sentence(file, error)
    return ""


def open_page(text: str) -> str:
    """Show a page in the browser that the system, or $BROWSER, names. Why it was not, or ""."""
    import webbrowser

    with tempfile.NamedTemporaryFile(
        "w", prefix="report-", suffix=".html", encoding="utf-8", delete=False
    ) as file:  # stays: nobody knows when a browser has read it
        file.write(text)
    if webbrowser.open(Path(file.name).as_uri()):
        return ""
    return f"no browser could be opened; the page is {file.name}"


def append_to_file(file: Path, text: str) -> str:
    """Add to the end of a file that others write too. Why it was not written, or ""."""
    try:
        with file.open("a", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        return _sentence(file, error)
    return ""


def end_unless_written(reasons: Sequence[str]) -> None:
    """End the command if there is a reason why a file was not written, with each of them."""
    told = [reason for reason in reasons if reason]
    for reason in told:
        say(reason, err=True)
    if told:
        sys.exit(ExitCode.USAGE)


def _sentence(file: Path, error: OSError) -> str:
    return f"{file} could not be written: {error.strerror or error}"


def _kind(file: Path) -> int | None:
    try:
        return file.stat().st_mode
    except FileNotFoundError:
        return None


def _standard_stream(file: Path) -> TextIO | None:
    """Where it is /dev/stdout or the like, which may be a file: that is not to be replaced."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, AttributeError):  # closed, or none at all
            if os.path.samestat(file.stat(), os.fstat(stream.fileno())):
                return stream
    return None


def _replace(file: Path, data: bytes, kind: int | None) -> None:
    """By another file that takes its name: a reader never sees half of it, nor does a full disk."""
    target = Path(os.path.realpath(file))  # a link stays a link
    try:
        descriptor, name = tempfile.mkstemp(prefix=".grader-", dir=target.parent)
    except PermissionError:
        # Of a file in a folder of others, or a mounted one, only the content can be replaced.
        _write_in_place(file, data)
        return
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(descriptor)  # some file systems say only now that they are full
        mode = 0o666 & ~_umask() if kind is None else stat.S_IMODE(kind)
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _write_in_place(file: Path, data: bytes) -> None:
    # Without waiting for somebody who reads from a pipe: perhaps nobody ever does.
    at_once = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | at_once
    try:
        descriptor = os.open(file, flags, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from this pipe") from error
        raise
    with os.fdopen(descriptor, "wb") as opened:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)  # what is longer than a pipe is read piece by piece
        opened.write(data)


def _umask() -> int:
    """What a new file is denied; it cannot be asked for without being set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
