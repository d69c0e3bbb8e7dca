"""What makes forks of the warm interpreter cheap. There are several for every check.

A fork copies the table of pages, and each page that it then writes to. With torch there are some
two hundred megabytes, of which a check uses little; both costs depend on how far apart that lies.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator

# Sizes of blocks that Python and torch ask for all the time, the largest first: what is left of a
# large hole then serves the small ones.
SIZES = (*range(8192, 1024, -256), *range(1024, 16, -16))
# Neighbours in a row: the holes of that size are filled, and blocks come from the end of the heap.
IN_A_ROW = 32
MAX_BYTES = 64 << 20


@contextlib.contextmanager
def without_fork_handlers() -> Iterator[None]:
    """Libraries imported meanwhile do not get to run code at every fork.

    They would make new locks and random states in place of those that other threads hold, or
    other processes share. Here is one thread, and every call is given its seed.
    """
    register = os.register_at_fork
    os.register_at_fork = lambda **handlers: None
    try:
        yield
    finally:
        os.register_at_fork = register


def fill_holes() -> None:
    """Take the free blocks that lie scattered over the heap, and never give them back.

    A fork's new objects then lie side by side on a few new pages, and not each in a hole on
    another page, which would be copied for it.
    """
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    taken = 0
    for size in SIZES:
        before, in_a_row = 0, 0
        while in_a_row < IN_A_ROW and taken < MAX_BYTES:
            block = libc.malloc(size) or 0
            # To the next block: the size and a word about it, in steps of 16 bytes.
            in_a_row = in_a_row + 1 if block - before == (size + 8 + 15) // 16 * 16 else 0
            before = block
            taken += size
