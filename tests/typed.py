"""`grader` as it is typed: a process of its own, but forked from one that has imported it.

Importing would be most of what such a test takes. What is about imports, about descriptors and
signals that a process is started with, or about killing it runs `python -m grader`.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

ROOT = Path(__file__).parents[1]
_CONTEXT = multiprocessing.get_context("forkserver")
# What the commands import when they are asked for.
_CONTEXT.set_forkserver_preload(
    [
        *(f"grader.cli.{name}" for name in ("batch", "check", "export", "grades", "lint", "show")),
        *("grader.batch", "grader.grading", "grader.kit", "grader.linting", "grader.maths"),
        *("grader.kinds.opening", "grader.report.formats", "numpy.random", "rich.console"),
    ]
)


def run(
    *arguments: str | Path,
    folder: Path = ROOT,
    typed: str = "",
    out: str = "",
    **environment: str,
) -> CompletedProcess[str]:
    """Its exit code, and what it says; with `out`, which names a file, the latter goes there."""
    with tempfile.TemporaryDirectory() as made:
        streams = [Path(made, name) for name in ("typed", "out", "err")]
        for file in streams:
            file.write_text(typed if file.name == "typed" else "", encoding="utf-8")
        words = ["grader", *map(str, arguments)]
        opened = [str(streams[0]), out or str(streams[1]), str(streams[2])]
        process = _CONTEXT.Process(
            target=_main, args=(words, str(folder), {**os.environ, **environment}, opened)
        )
        process.start()
        process.join()
        said, complaints = (file.read_text(encoding="utf-8") for file in streams[1:])
        assert process.exitcode is not None
        return CompletedProcess(words, process.exitcode, said, complaints)


def _main(
    words: list[str], folder: str, environment: dict[str, str], streams: Sequence[str]
) -> None:
    from grader.cli import main

    for number, flags in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        opened = os.open(streams[number], flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, encoding="utf-8")  # in such a process it is something else
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = words
    main()
