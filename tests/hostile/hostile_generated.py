"""Submissions made by chance that carry hidden inputs into a report by every way known.

A generated submission has several files, among which the three functions of the hostile course are
dealt out. In hidden calls it leaves what it was given in several places; wherever its words are
shown it looks for that in all of them, and says it as text, as names, numbers of things, lines,
shapes, kinds of errors and time. Its answers to hidden cases are right: a report that depends on
what those were tells something that it must not.

    python tests/hostile/hostile_generated.py [RUNS] [FIRST_SEED]

grades each submission twice, with other hidden inputs, and compares the reports to the letter.
"""

from __future__ import annotations

import random
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from hostile_carriers import PLACES
from hostile_course import Arena, arena, rendered

from grader.cases import Case
from grader.cases.edges import change_leaves
from grader.grading import truth

# Where a hidden call leaves the text `t`, and how another finds it, besides those of the carriers.
_MORE_PLACES = {
    "a lock on a library's file": (
        "_shared[:8] = int(t[1:9]).to_bytes(8, 'little')\nimport time\ntime.sleep(0.02)",
        "import fcntl, struct\nf = open(os.__file__)\n"
        "asked = struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0)\n"
        "return 'q%d' % struct.unpack('hhqqi4x', fcntl.fcntl(f, fcntl.F_GETLK, asked))[2]",
    ),
    "pages of library files": (
        "import encodings\n"
        "for i, n in enumerate(sorted(os.listdir(encodings.__path__[0]))[5:25]):\n"
        "    f = os.open(encodings.__path__[0] + '/' + n, os.O_RDONLY)\n"
        "    os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED) if int(t[1:9]) >> i & 1 else"
        " os.read(f, 10)",
        "import encodings\nb = ''\nfor n in sorted(os.listdir(encodings.__path__[0]))[5:25]:\n"
        "    f = os.open(encodings.__path__[0] + '/' + n, os.O_RDONLY)\n"
        "    try: os.preadv(f, [bytearray(1)], 0, os.RWF_NOWAIT); b = '0' + b\n"
        "    except BlockingIOError: b = '1' + b\nreturn 'q%d' % int(b, 2)",
    ),
    "times of a file": (
        "os.utime(__file__, ns=(0, int(t[1:9])))",
        # What is not long ago is when the file was placed, whatever was hidden.
        "m = os.stat(__file__).st_mtime_ns\nreturn 'q%d' % (m if m < 10**9 else 0)",
    ),
    "the environment": ("os.environ['LEFT'] = t", "return os.environ['LEFT']"),
    "a loaded module": ("import math\nmath.left = t", "import math\nreturn math.left"),
    "builtins": ("import builtins\nbuiltins.left = t", "import builtins\nreturn builtins.left"),
    "the umask": ("os.umask(int(t[1:3]))", "return 'q%d' % os.umask(0)"),
    "niceness": ("os.nice(int(t[1]))", "return 'q%d' % os.nice(0)"),
    "a compiled file": (
        "os.makedirs('__pycache__', exist_ok=True)\nopen('__pycache__/x.pyc', 'w').write(t)",
        "return open('__pycache__/x.pyc').read()",
    ),
    "an abstract socket": (
        "import socket\nglobal _s\n_s = socket.socket(socket.AF_UNIX)\n_s.bind('\\0' + t[:90])",
        "return open('/proc/net/unix').read()",
    ),
    "a key of the kernel": (
        "import ctypes\nctypes.CDLL(None).syscall(248, b'user', b'left', t.encode(), 40, -4)",
        "import ctypes\nreturn 'q%d' % ctypes.CDLL(None).syscall(250, 10, -4, b'user', b'left', 0)",
    ),
}
# A lock is gone with the process that asked for it, and a call's process ends: one that a top level
# has forked holds it, for as long as the cell is open.
_BEFORE = {
    "a lock on a library's file": """
import mmap
_shared = mmap.mmap(-1, 4096)
if os.fork() == 0:
    import fcntl, time
    _file = open(os.__file__)
    while True:
        _value = int.from_bytes(_shared[:8], "little")
        if _value:
            fcntl.lockf(_file, fcntl.LOCK_UN)
            fcntl.lockf(_file, fcntl.LOCK_SH, 1, _value)
        time.sleep(0.001)
""",
}
_PLACES = {
    **{name: (leave.replace("_digits(x)", "t"), found) for name, (leave, found) in PLACES.items()},
    **_MORE_PLACES,
}
# How the text `t`, or the number `n` in it, is said: by a top level, or in a shown call.
_AT_THE_TOP = (
    "raise ValueError(t)",
    "raise type('E' + t[:60], (Exception,), {})(t)",
    "exec(t[:60])",
    "__import__(t[:60])",
    "print(t)",
    "exec('\\n' * (n % 40) + '1 / 0')",
    "import warnings\nwarnings.warn(t)",
    "import time\ntime.sleep(n % 3 / 100)",
    "globals().update({f'f{n % 1000}': print})",
    "if n % 2: raise ValueError\nraise TypeError",
    "1 / (n % 2)",
    "os._exit(0) if n % 2 else None",
)
_IN_A_CALL = (
    "print(t)",
    "print('x' * (n % 50))",
    "raise ValueError(t)",
    "raise (ValueError, TypeError, KeyError, OSError)[n % 4](n)",
    "return np.zeros(n % 7 + 1)",
    "return x * 3 + n",
    "return {t: x}",
    "return [[float(n)]]",
    "import time\ntime.sleep(n % 3 / 100)",
    "sys.exit(n % 100)",
    "x[:] = n",
    "shown.__name__ = shown.__doc__ = t\nreturn t",
    "os.kill(os.getpid(), n % 8 + 1)",
)
_FILE = """
import os, sys
import numpy as np

def _text(x):
    return "q" + "q".join(f"{{abs(v):.12f}}".replace(".", "").lstrip("0") for v in x.ravel())

def _leave(x):
    t = _text(x)
{leave}

def _found():
{found}
    return ""

def _number(t):
    return int("0" + "".join(c for c in t[:20] if c.isdigit()))

{before}
{functions}

{say}
"""
_HIDDEN = {
    "attacked": "e = np.exp(x - x.max(-1, keepdims=True))\nreturn e / e.sum(-1, keepdims=True)",
    "beside": "return x @ x.T",
}


def generated(seed: int) -> dict[str, str | bytes]:
    """The same files for the same seed."""
    rng = random.Random(seed)
    chosen = rng.sample(sorted(_PLACES), 4)
    places = [_PLACES[place] for place in chosen]
    names = rng.sample(["a.py", "b.py", "m/n.py", "y.py", "z.py"], rng.randint(2, 4))
    owners = {function: rng.choice(names) for function in ("attacked", "beside", "shown")}
    files: dict[str, str | bytes] = {}
    for name in names:
        mine = [function for function, owner in owners.items() if owner == name]
        functions = "\n\n".join(_function(function, rng) for function in mine)
        files[name] = _FILE.format(
            leave="\n".join(_tried(leave) for leave, _ in places),
            found="\n".join(_tried(_returned(found)) for _, found in places),
            before="\n".join(_BEFORE.get(place, "") for place in chosen),
            functions=functions,
            say=_said_at_the_top(rng.sample(_AT_THE_TOP, rng.choice((0, 0, 1, 2)))),
        )
    return files


def _function(name: str, rng: random.Random) -> str:
    if name in _HIDDEN:
        body = "try:\n    _leave(x)\nexcept Exception:\n    pass\n" + _HIDDEN[name]
    else:
        said = "\n".join(rng.sample(_IN_A_CALL, rng.randint(1, 3)))
        body = "t = _found()\nn = _number(t)\n" + said + "\nreturn x + x + x"
    return f"def {name}(x):\n" + textwrap.indent(body, "    ")


def _tried(statements: str) -> str:
    body = textwrap.indent(statements, "        ")
    return f"    try:\n{body}\n    except Exception:\n        pass"


def _returned(found: str) -> str:
    """What is found counts if there is something in it."""
    head, _, last = found.rpartition("return ")
    return f"{head}_r = str({last})\nif _r.strip('q0'):\n    return _r"


def _said_at_the_top(said: list[str]) -> str:
    """Not in a `try`: what fails there is what is shown. Who says nothing does not look, either:
    pages that were looked for are in memory again."""
    return "\n".join(["t = _found()", "n = _number(t)", *said]) if said else ""


@contextmanager
def other_inputs(change: Callable[[np.ndarray[Any, np.dtype[Any]]], Any]) -> Iterator[None]:
    """Every hidden case with changed inputs, and every public one as it is."""
    made = vars(truth)["make_cases"]

    def changed(case: Case) -> Case:
        if case.public:
            return case
        return replace(case, inputs=change_leaves(case.inputs, change))

    def make(*arguments: Any, **named: Any) -> tuple[Case, ...]:
        return tuple(map(changed, made(*arguments, **named)))

    vars(truth)["make_cases"] = make
    try:
        yield
    finally:
        vars(truth)["make_cases"] = made


def reports(found: Arena, seed: int) -> list[dict[str, str]]:
    """Every form of the report on a submission, under two sets of hidden inputs."""
    seen = []
    for factor in (1.0, -1.7231):
        with other_inputs(lambda leaf, factor=factor: leaf * factor):  # type: ignore[misc]
            seen.append(rendered(found.grade(generated(seed))))
    return seen


def main() -> None:
    given = [int(one) for one in sys.argv[1:]]
    runs, first = (*given, *(100, 1)[len(given) :])
    told = []
    for mode in ("full", "strong"):
        with arena(mode) as found:
            for seed in range(first, first + runs):
                one, other = reports(found, seed)
                if one != other:
                    told.append((mode, seed))
                    print(f"{mode}, seed {seed}: the report depends on hidden inputs", flush=True)
    print(f"{runs} submissions at 2 levels, {len(told)} whose report depends on hidden inputs")
    sys.exit(bool(told))


if __name__ == "__main__":
    main()
