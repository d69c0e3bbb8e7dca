"""`grader` as it is typed, without the wait: forked from a process that has imported it.

Importing is most of what a command takes here. `command()` is a small program to put in the place
of `grader`: it has a server run the command in a process of its own, with the arguments, folder,
environment and open files that it was given itself. Exit codes, streams and terminals are real.
What is about imports, closed descriptors, signals or being killed runs `python -m grader`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).parents[1]
# What the commands import when they are asked for.
IMPORTED = [
    *(f"grader.cli.{name}" for name in ("batch", "check", "export", "grades", "lint", "show")),
    *("grader.batch", "grader.grading", "grader.kit", "grader.linting", "grader.maths"),
    *("grader.kinds.opening", "grader.report.formats", "numpy.random", "rich.console"),
]
PROGRAM = """\
#!{python} -IS
import json, os, socket, sys
if "PYTHONPATH" in os.environ:  # it is to import something else
    os.execv(sys.executable, [sys.executable, "-m", "grader", *sys.argv[1:]])
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    socket.send_fds(server, [b"."], [0, 1, 2])
    server.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode())
    server.shutdown(socket.SHUT_WR)
    sys.exit(int(server.recv(100)))
"""


def run(
    *arguments: str | Path, folder: Path = ROOT, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command(), *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **environment},
        input=typed,
        capture_output=True,
        text=True,
    )


@functools.cache
def command() -> Path:
    """The program `grader`, in a folder of its own. It works as long as this process lives."""
    folder = tempfile.TemporaryDirectory(prefix="typed")
    address, program = Path(folder.name, "address"), Path(folder.name, "grader")
    server = subprocess.Popen(
        [sys.executable, __file__, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdout is not None
    server.stdout.readline()  # it listens
    program.write_text(PROGRAM.format(python=sys.executable, address=str(address)))
    program.chmod(0o755)

    def end() -> None:
        server.communicate()
        folder.cleanup()

    atexit.register(end)
    return program


def _serve(address: str) -> None:
    """Until whoever started it has ended."""
    for name in IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # what is looked at in a fork is copied for it
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("listening", flush=True)
        children = 0
        while listener in select.select([listener, sys.stdin], [], [])[0]:
            asked, _ = listener.accept()
            children += 1
            if os.fork() == 0:
                listener.close()
                _answer(asked)
            asked.close()
            # What they took counts for the tests only if they are waited for.
            while children and os.waitpid(-1, os.WNOHANG)[0]:
                children -= 1


def _answer(asked: socket.socket) -> None:
    """Run what is asked for in another fork, and say how it ended. Ends the process."""
    _, streams, _, _ = socket.recv_fds(asked, 1, 3)
    text = b"".join(iter(functools.partial(asked.recv, 1 << 16), b""))
    running = os.fork()
    if running == 0:
        asked.close()
        _main(streams, *json.loads(text))
    _, status = os.waitpid(running, 0)
    asked.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _main(streams: list[int], words: list[str], folder: str, environment: dict[str, str]) -> None:
    """Ends the process."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["grader", *words]
    from grader.cli import main

    try:
        main()
    except SystemExit as end:
        _end(end)


def _end(end: SystemExit) -> None:
    """As Python does, but for taking apart all that was imported, which takes a fork longer than
    most commands. What cannot be told here is for Python to tell."""
    if isinstance(end.code, int):
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        with contextlib.suppress(OSError, ValueError, AttributeError):
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            os._exit(end.code)
    raise end


if __name__ == "__main__":
    _serve(sys.argv[1])
