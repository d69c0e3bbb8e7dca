"""Submissions of several files that carry hidden inputs from one process to another.

What one file has seen in a hidden call, another is to say where its words are shown: in a note on
its top level, in a print, in the number or the order of what fails. Each way names the files of
the parts `attacked` and `beside`, whose cases are hidden, and `shown`, whose case is not.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

_SEES = """
import os, sys
import numpy as np

def _digits(x):
    return "q" + "q".join(f"{{abs(v):.12f}}".replace(".", "").lstrip("0") for v in x.ravel())

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
    """`leave` is run in a hidden call with `x`, `found` wherever `say` and `shown` want it."""

    what: str
    leave: str
    found: str
    say: str
    shown: str = "pass"

    def files(self) -> dict[str, str | bytes]:
        def block(text: str) -> str:
            return textwrap.indent(textwrap.dedent(text).strip(), "    ")

        return {
            "a.py": _SEES.format(leave=block(self.leave)),
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

CARRIERS = [
    Carrier(f"{place}, {way}", leave, found, say, shown)
    for place, (leave, found) in PLACES.items()
    for way, (say, shown) in _WAYS.items()
    # Each place once, and each way once: what is left and how it is said have nothing in common.
    if place == "the folder" or way == "raised at the top level"
]
