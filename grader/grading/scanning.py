"""Reads the files of a submission in its cell, without running them.

All are read in one process, because a definition may use what another file defines. Where that
process does not survive them, each is tried alone, the smallest first, and those that can be read
are read together: a file made to be slow, or one on which a parser crashes, costs only itself.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from grader.sandbox import Cell, Limits
from grader.sandbox.branch import Lost
from grader.sandbox.cell import Wanted
from grader.sandbox.inside.notebooks import MAX_CODE_CHARS
from grader.sandbox.replies import InsideFault
from grader.submission import Contents, SourceFault
from grader.submission.contents import contents_from_scan
from grader.values.endings import is_document, is_notebook, is_source

# Of all Python files together, the smallest first: what one process reads in its time.
MAX_PYTHON_BYTES = 4 << 20
# Generous: only ever reached by a file made to be slow to parse.
ALL = Limits(wall_seconds=20, cpu_seconds=15, memory_mb=1024, output_bytes=64 << 20)
# For one file, which an honest one does not need a tenth of.
ALONE = Limits(wall_seconds=10, cpu_seconds=5, memory_mb=1024, output_bytes=64 << 20)
# For the files that can be read alone, so that they can be read together.
TOGETHER_SECONDS = 8.0
# For all trials: no submission holds the grader for long.
TRIALS_SECONDS = 40.0

_DEATHS = {
    "timed out": "it takes too long to read",
    "out of memory": "it takes too much memory to read",
}


@dataclass(frozen=True)
class Scanned:
    """What was found. The files that were left out must not be there for others to import: what
    they hold was not seen, and a rule about it could not be applied."""

    contents: Contents
    left_out: Mapping[str, str] = field(default_factory=dict)  # path -> why


def scanned(cell: Cell, files: Mapping[str, bytes], wanted: Wanted) -> Scanned:
    """Raises Lost where the process was killed from outside or nothing helped, Garbled, and
    InsideFault where grader is at fault whatever the file."""
    left_out = dict(_beyond_all_bounds(files))
    paths = [path for path in files if path not in left_out]
    try:
        found = contents_from_scan(cell.scan(paths, wanted, ALL))
    except (Lost, InsideFault) as error:
        if isinstance(error, Lost) and (
            error.died.from_outside or error.died.how == "out of budget"
        ):
            raise
        left_out |= _culprits(cell, {path: len(files[path]) for path in paths}, wanted)
        paths = [path for path in paths if path not in left_out]
        found = contents_from_scan(cell.scan(paths, wanted, ALL))
    faults = [
        SourceFault(path, 1, None, f"left out, {why}", (), syntax=False)
        for path, why in left_out.items()
    ]
    return Scanned(replace(found, faults=(*found.faults, *faults)), left_out)


def _beyond_all_bounds(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    # A longer one is not parsed at all, and says so itself.
    sources = [path for path in files if _is_python(path) and len(files[path]) <= MAX_CODE_CHARS]
    total = 0
    for path in sorted(sources, key=lambda path: (len(files[path]), path)):
        total += len(files[path])
        if total > MAX_PYTHON_BYTES:
            yield path, f"there are {MAX_PYTHON_BYTES >> 20} MB of Python in smaller files"


def _culprits(cell: Cell, sizes: Mapping[str, int], wanted: Wanted) -> dict[str, str]:
    """The files without which the others can be read, and why. Raises Lost if one of the trials was
    killed from outside."""
    found: dict[str, str] = {}
    tried, together = 0.0, 0.0
    for path in sorted(
        filter(lambda path: _is_read(path, wanted.tables), sizes), key=sizes.__getitem__
    ):
        if tried > TRIALS_SECONDS or together > TOGETHER_SECONDS:
            found[path] = "the files before it take too long to read"
            continue
        started = time.monotonic()
        try:
            cell.scan([path], wanted, ALONE)
        except Lost as lost:
            if lost.died.from_outside or lost.died.how == "out of budget":
                raise
            found[path] = _DEATHS.get(lost.died.how, "reading it ends Python itself")
        except InsideFault as fault:
            found[path] = f"it cannot be read ({fault})"
        else:
            together += time.monotonic() - started
        tried += time.monotonic() - started
    return found


def _is_python(path: str) -> bool:
    return is_source(path) and not is_notebook(path)


def _is_read(path: str, tables: Collection[str]) -> bool:
    """Whether the scan opens it at all."""
    name = path.rpartition("/")[2].casefold()
    return (
        is_source(name)
        or name.startswith("answers.")
        or is_document(name)
        or name in {table.casefold() for table in tables}
    )
