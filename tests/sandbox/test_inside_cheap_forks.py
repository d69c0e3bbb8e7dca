"""What makes forks cheap changes nothing that a submission could see."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import pytest

from grader.sandbox.inside import cheap_forks
from grader.sandbox.inside.cheap_forks import without_fork_handlers

COUNTS_FORKS = """
import os
from grader.sandbox.inside.cheap_forks import without_fork_handlers
seen = []
with without_fork_handlers():
    os.register_at_fork(before=lambda: seen.append("meanwhile"))
os.register_at_fork(before=lambda: seen.append("afterwards"))
if os.fork() == 0:
    os._exit(0)
os.wait()
print(seen)
"""

FILLS = """
import resource
from grader.sandbox.inside.cheap_forks import MAX_BYTES, fill_holes
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
fill_holes()
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
print(grown < MAX_BYTES + (8 << 20))
"""


def test_only_handlers_of_the_preloaded_libraries_are_left_out() -> None:
    assert _printed(COUNTS_FORKS) == "['afterwards']\n"


def test_registering_works_again_even_after_an_import_failed() -> None:
    register = os.register_at_fork
    try:
        with without_fork_handlers():
            raise ImportError("no such library")
    except ImportError:
        pass
    assert os.register_at_fork is register


def test_filling_holes_ends_and_takes_no_more_than_it_may() -> None:
    assert _printed(FILLS) == "True\n"


def test_filling_holes_ends_where_blocks_never_lie_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Scattering:
        """An allocator of another C library, whose blocks of one size are never neighbours."""

        def __init__(self) -> None:
            self.taken = 0
            self.malloc = self

        def __call__(self, size: int) -> int:
            self.taken += size
            return self.taken * 64

    libc = Scattering()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: libc)
    cheap_forks.fill_holes()
    assert libc.taken < cheap_forks.MAX_BYTES + 8192


def _printed(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout
