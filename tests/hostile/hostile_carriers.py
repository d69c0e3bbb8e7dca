"""Submissions of several files that carry hidden inputs from one process to another.

What one file has seen in a hidden call, another is to say where its words are shown: in a note on
its top level, in a print, in the number or the order of what fails. Each way names the files of
the parts `attacked` and `beside`, whose cases are hidden, and `shown`, whose case is not.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from grader.jail.syscall_table import number

_SEES = """
import os, sys
import numpy as np

def _digits(x):
    return "q" + "q".join(f"{{abs(v):.12f}}".replace(".", "").lstrip("0") for v in x.ravel())

{keep}

def _leave(x):
{leave}

def attacked(x):
    try:
        _leave(x)
    except Exception:
        pass
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""
_SAYS = """
import os, sys
import numpy as np

def _found():
{found}

{say}

def beside(x):
    return x @ x.T

def shown(x):
    {shown}
    return x + x + x
"""


@dataclass(frozen=True)
class Carrier:
    """`leave` is run in a hidden call with `x`, `found` wherever `say` and `shown` want it.

    `keep` is at the top level of the file whose function sees `x`. `by_kernel`: what carries is
    the kernel's, not a file or a process that both cells would have to reach.
    """

    what: str
    leave: str
    found: str
    say: str
    shown: str = "pass"
    keep: str = ""
    by_kernel: bool = False

    def files(self) -> dict[str, str | bytes]:
        def block(text: str) -> str:
            return textwrap.indent(textwrap.dedent(text).strip(), "    ")

        return {
            "a.py": _SEES.format(leave=block(self.leave), keep=textwrap.dedent(self.keep)),
            "b.py": _SAYS.format(
                found=block(self.found), say=textwrap.dedent(self.say), shown=self.shown
            ),
        }


PLACES = {
    "the folder": ("open('left', 'w').write(_digits(x))", "return open('left').read()"),
    "a file that was handed in": (
        "open('b.py', 'a').write('\\n_LEFT = ' + repr(_digits(x)) + '\\n')",
        "return open('b.py').read().split('_LEFT = ')[-1]",
    ),
    "a module beside it": (
        "open('left.py', 'w').write('LEFT = ' + repr(_digits(x)))",
        "import left\nreturn left.LEFT",
    ),
    "a name of a file": (
        "open(_digits(x)[:100], 'w')",
        "return max(os.listdir('.'), key=len)",
    ),
    "the temporary folder": (
        "import tempfile\nopen(tempfile.gettempdir() + '/left', 'w').write(_digits(x))",
        "import tempfile\nreturn open(tempfile.gettempdir() + '/left').read()",
    ),
    "shared memory": (
        "open('/dev/shm/left', 'w').write(_digits(x))",
        "return open('/dev/shm/left').read()",
    ),
    "times of a file": (
        "os.utime('a.py', ns=(0, int(_digits(x)[1:9])))",
        "return 'q' + str(os.stat('a.py').st_mtime_ns)",
    ),
    "a socket in the folder": (
        "import socket\ns = socket.socket(socket.AF_UNIX)\ns.bind(_digits(x)[:90])",
        "return max(os.listdir('.'), key=len)",
    ),
    "a link": (
        "os.symlink(_digits(x)[:200], 'left')",
        "return os.readlink('left')",
    ),
    "a process that stays": (
        "import threading, time\nif os.fork() == 0:\n    while True:\n"
        "        open('left', 'w').write(_digits(x)); time.sleep(0.001)",
        "return open('left').read()",
    ),
}  # fmt: skip
_WAYS = {
    "raised at the top level": ("raise ValueError(_found())", "pass"),
    "as the name of an error": ("raise type(_found()[:100], (Exception,), {})('no')", "pass"),
    "as a name that is not there": ("exec(_found()[:50])", "pass"),
    "as a module that is not there": ("__import__(_found()[:50])", "pass"),
    "printed in a call that is shown": ("", "print(_found()); return x * 0"),
    "raised in a call that is shown": ("", "raise ValueError(_found())"),
    "returned in a call that is shown": ("", "return [float(_found()[1:8])]"),
}

# As many as a number has bits, of a kind that nobody reads while this is tried: Python has them
# compiled, too.
_FILES = (
    "sorted(one.path for one in os.scandir(os.path.dirname(os.__file__) + '/encodings')"
    " if one.name.endswith('.py'))[10:54]"
)
# The beginning of a file of which three thousand words can be read, in this process's memory.
_FUTEX = (
    "import ctypes; libc = ctypes.CDLL(None); libc.mmap.restype = ctypes.c_void_p;"
    "libc.mmap.argtypes = [ctypes.c_void_p, *[ctypes.c_size_t] * 5];"
    "START = libc.mmap(None, 12288, 1, 1, os.open(os.__file__, os.O_RDONLY), 0)"
)
_FUTEX_NUMBER = number("futex")
# Each has the first number in billionths of a thousandth, and leaves it at files of Python's own,
# which all cells have: (keep, leave, found).
_KERNELS_PLACES = {
    "a lock on a shared file": (
        """
        import fcntl, mmap, time
        shared = mmap.mmap(-1, 4096)
        if os.fork() == 0:
            file = os.open(os.__file__, os.O_RDONLY)
            while not shared[0]:
                time.sleep(0.001)
            # Where the lock begins is the number.
            fcntl.lockf(file, fcntl.LOCK_SH, 1, int.from_bytes(shared[8:16], "little"))
            shared[0] = 2
            time.sleep(60)
        """,
        """
        if not shared[0]:
            shared[8:16] = int(abs(x.ravel()[0]) * 1e12).to_bytes(8, "little")
            shared[0] = 1
        for _ in range(200):
            if shared[0] == 2:
                break
            time.sleep(0.001)
        """,
        """
        import fcntl, struct
        ask = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
        file = os.open(os.__file__, os.O_RDONLY)
        kind, _, at, *_ = struct.unpack("hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, ask))
        return f"q{at}"
        """,
    ),
    "who waits at a shared file": (
        f"""
        {_FUTEX}
        import mmap, time
        shared = mmap.mmap(-1, 4096)
        for third in range(3):
            if os.fork() == 0:
                while not shared[0]:
                    time.sleep(0.001)
                place = START + 4 * (1000 * third + int(shared[8 + 3 * third : 11 + 3 * third]))
                shared[1 + third] = 1
                value = ctypes.c_uint32.from_address(place).value
                libc.syscall({_FUTEX_NUMBER}, ctypes.c_long(place), 0, ctypes.c_long(value), None)
                os._exit(0)
        """,
        """
        if not shared[0]:
            shared[8:17] = str(int(abs(x.ravel()[0]) * 1e12))[:9].encode()
            shared[0] = 1
        for _ in range(200):
            if all(shared[1:4]):
                break
            time.sleep(0.001)
        time.sleep(0.01)
        """,
        f"""
        {_FUTEX}
        found = ""
        for third in range(3):
            for digits in range(1000):
                place = ctypes.c_long(START + 4 * (1000 * third + digits))
                if libc.syscall({_FUTEX_NUMBER}, place, 1, ctypes.c_long(1)) == 1:
                    found += f"{{digits:03}}"
        return "q" + found
        """,
    ),
    "what is in memory of shared files": (
        "_BEFORE = []",
        f"""
        if not _BEFORE:
            _BEFORE.append(1)
            for place, path in enumerate({_FILES}):
                file = os.open(path, os.O_RDONLY)
                os.read(file, 1)
                if int(abs(x.ravel()[0]) * 1e12) >> place & 1:
                    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        """,
        f"""
        import mmap, resource
        number = 0
        for place, path in enumerate({_FILES}):
            seen = mmap.mmap(os.open(path, os.O_RDONLY), 0, prot=mmap.PROT_READ)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
            seen[0]
            dropped = resource.getrusage(resource.RUSAGE_SELF).ru_majflt > before
            number |= dropped << place
        return f"q{{number}}"
        """,
    ),
}

CARRIERS = [
    Carrier(f"{place}, {way}", leave, found, say, shown)
    for place, (leave, found) in PLACES.items()
    for way, (say, shown) in _WAYS.items()
    # Each place once, and each way once: what is left and how it is said have nothing in common.
    if place == "the folder" or way == "raised at the top level"
]
CARRIERS += [
    Carrier(
        f"{place}, raised at the top level",
        leave,
        found,
        _WAYS["raised at the top level"][0],
        keep=keep,
        by_kernel=True,
    )
    for place, (keep, leave, found) in _KERNELS_PLACES.items()
]
