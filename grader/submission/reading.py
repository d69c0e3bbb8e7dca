"""Starts the process that reads a submission, keeps its clock, and checks what it says.

The bytes of an archive are parsed there and not here. Whatever happens to that process, whoever it
belongs to by then, is one `Unread` here and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Literal

from grader.errors import GraderError
from grader.reader.bounds import (
    CPU_SECONDS,
    MEMORY_MB,
    OUT_OF_MEMORY,
    WALL_SECONDS,
    Bounds,
    name_fault,
    plain_text,
)
from grader.values import WireError, decode, encode
from grader.values.wire import PREAMBLE, check_preamble


def python_running(module: str, function: str) -> tuple[str, ...]:
    """The arguments of a Python that runs a function of ours and knows of nothing else."""
    # Without `site`, which looks through every installed package; only this one is needed.
    code = (
        f"import sys; sys.path.append(sys.argv[1]); from {module} import {function}; {function}()"
    )
    root = str(Path(__file__).resolve().parent.parent.parent)
    return ("-I", "-S", "-X", "utf8", "-c", code, root)


PROGRAM = python_running("grader.reader.program", "main")
# Nothing of the user's own environment, and nothing of the submission on any path.
ENVIRONMENT = {"PATH": os.defpath, "LANG": "C.UTF-8"}
# A path of as many folders as are read, and why it was left out.
MAX_NOTE_CHARS = 500
# From the end of the reply to the end of the process that sent it.
END_SECONDS = 5.0
_NONSENSE = "it could not be read (the process that reads it gave no sound answer)"

Kind = Literal["folder", "file", "archive", "parcel", "names"]


class Unread(GraderError):
    """Nothing could be read, or nothing that is believed; the message says why."""


@dataclass(frozen=True)
class Read:
    files: Mapping[str, bytes]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Started:
    """A process that reads one submission: where it is asked and where it replies, under which
    number it holds what is to be read, who started it, and how it ended, for who waits so many
    seconds."""

    requests: IO[bytes]
    replies: IO[bytes]
    descriptor: int
    parent: int
    status: Callable[[float], int | None]


Start = Callable[[int, Kind], AbstractContextManager[Started]]


@contextlib.contextmanager
def reading(
    descriptor: int,
    kind: Kind,
    name: str,
    bounds: Bounds,
    leave_out: Sequence[tuple[int, int]] = (),
    wanted: Sequence[str] | None = None,
    start: Start | None = None,
) -> Iterator[Callable[[], Read]]:
    """Have what lies in the open file or folder read. What is yielded waits for it, once; it
    raises Unread.

    `wanted` are files of the folder, or members of a "parcel", that are one student's. "names"
    lists the members of such an archive. `start` gives the process that reads; by default a new
    Python.
    """
    deadline = time.monotonic() + WALL_SECONDS
    with (start or _started)(descriptor, kind) as process:
        request = {
            "kind": kind,
            "name": name,
            "descriptor": process.descriptor,
            "parent": process.parent,
            "bounds": asdict(bounds),
            "leave_out": list(leave_out),
            "wanted": wanted,
        }
        _ask(process, encode(request))
        yield lambda: _checked(_reply(process, bounds, deadline), bounds)


def read_here(path: Path, kind: Kind, bounds: Bounds, leave_out: Iterable[Path]) -> Read:
    """The same without another process, for one's own work. Raises Unread."""
    from grader.reader.plain import read_plainly
    from grader.reader.room import Notes, Nothing

    notes = Notes(bounds.notes)
    folders = {os.path.realpath(folder) for folder in leave_out}
    try:
        files = read_plainly(str(path), kind, bounds, notes, folders)
    except Nothing as why:
        raise Unread(str(why)) from why
    except OSError as error:
        raise Unread(f"could not be opened ({error.strerror})") from error
    return Read({name: files[name] for name in sorted(files)}, tuple(notes.all()))


def _reply(process: Started, bounds: Bounds, deadline: float) -> bytes:
    try:
        return _frame(process, bounds, deadline)
    except _Late:
        raise Unread(f"it could not be read within {WALL_SECONDS} s") from None
    except (_Gone, WireError):
        raise Unread(_why_gone(process)) from None


class _Late(Exception):
    """The reader did not answer in time."""


class _Gone(Exception):
    """The reader ended in the middle of its answer."""


@contextlib.contextmanager
def _started(descriptor: int, kind: Kind) -> Iterator[Started]:
    """A new Python, ended and waited for whatever happens meanwhile."""
    process = subprocess.Popen(
        [sys.executable, *PROGRAM],
        pass_fds=[descriptor],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
        cwd="/",
        start_new_session=True,  # a terminal's Ctrl-C is for the grader, which then cleans up
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def status(seconds: float) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(seconds)
        return None

    try:
        yield Started(process.stdin, process.stdout, descriptor, os.getpid(), status)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()


def _ask(process: Started, request: bytes) -> None:
    with contextlib.suppress(OSError):  # it is gone already: then so is its reply
        # Some hundred bytes, which a pipe holds whether anybody reads them or not; more only where
        # a student has handed in hundreds of files one by one.
        process.requests.write(request)
        process.requests.close()


def _frame(process: Started, bounds: Bounds, deadline: float) -> bytes:
    """The reply's frame. Raises _Late, _Gone or WireError, before much of a wrong one is read."""
    source = process.replies.fileno()
    preamble = _exactly(source, PREAMBLE.size, deadline)
    size = sum(check_preamble(bytes(preamble), limit=bounds.total_bytes))
    return bytes(preamble + _exactly(source, size, deadline))


def _exactly(source: int, size: int, deadline: float) -> bytearray:
    found = bytearray()
    poll = select.poll()
    poll.register(source, select.POLLIN)
    while len(found) < size:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise _Late
        piece = os.read(source, min(size - len(found), 1 << 20))
        if not piece:
            raise _Gone
        found += piece
    return found


def _why_gone(process: Started) -> str:
    status = process.status(END_SECONDS) or 0
    if status == -signal.SIGXCPU:
        return f"it could not be read within {CPU_SECONDS} s"
    if status == OUT_OF_MEMORY:
        return f"it could not be read within {MEMORY_MB} MB of memory"
    if status < 0:
        return f"it could not be read (the process that reads it ended by signal {-status})"
    return _NONSENSE


def _checked(frame: bytes, bounds: Bounds) -> Read:
    """The reply, if it keeps to the bounds and the names. Raises Unread."""
    try:
        reply = decode(frame)
        files = {_path(name, bounds): _content(data, bounds) for name, data in reply["files"]}
        notes = tuple(_note(note) for note in reply["notes"])
        refused = _note(reply["refused"])
    except (WireError, KeyError, TypeError, ValueError):
        raise Unread(_NONSENSE) from None
    folders = {name[:at] for name in files for at, letter in enumerate(name) if letter == "/"}
    sound = (
        len(files) == len(reply["files"]) <= bounds.files
        and sum(map(len, files.values())) <= bounds.total_bytes
        and len(notes) <= bounds.notes + 1  # and how many there are more
        and folders.isdisjoint(files)
    )
    if not sound:
        raise Unread(_NONSENSE)
    if refused:
        raise Unread(refused)
    return Read(files, notes)


def _path(value: Any, bounds: Bounds) -> str:
    parts = _text(value).split("/")
    if any(part in ("", ".") for part in parts) or len(parts) - 1 > bounds.depth:
        raise ValueError("not the path of a file in a submission")
    if fault := name_fault(parts):
        raise ValueError(fault)
    return _text(value)


def _content(value: Any, bounds: Bounds) -> bytes:
    if type(value) is not bytes or len(value) > bounds.file_bytes:
        raise ValueError("not the content of a file")
    return value


def _note(value: Any) -> str:
    if len(_text(value)) > MAX_NOTE_CHARS or not plain_text(value):
        raise ValueError("not a note")
    return _text(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text was expected")
    return value
