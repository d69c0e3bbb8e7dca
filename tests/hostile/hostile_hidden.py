"""Ways to carry the inputs of a hidden case into a report."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from hostile_table import answer

_SETUP = """
import os, sys
from grader.values import encode

def _digits(x):
    return "q" + "q".join(f"{abs(v):.12f}".replace(".", "").lstrip("0") for v in x.ravel())

def _send(reply):
    for number in range(3, 256):
        try:
            os.write(number, encode(reply))
        except OSError:
            pass
"""


@dataclass(frozen=True)
class Leak:
    """A submission that carries the digits of a hidden number.

    `shown` gives away what `attacked` left for it; `looks` is how a report would hold the digits.
    """

    what: str
    code: str
    verdict: str
    shown: str = ""
    looks: str = "{:.7}"

    def files(self) -> dict[str, str | bytes]:
        from hostile_course import RIGHT_BESIDE, RIGHT_SHOWN

        return {"homework.py": self.code + RIGHT_BESIDE + (self.shown or RIGHT_SHOWN)}


def _leak(
    what: str, body: str, verdict: str, setup: str = "", shown: str = "", looks: str = Leak.looks
) -> Leak:
    code = answer(body, _SETUP + textwrap.dedent(setup))
    return Leak(what, code, verdict, textwrap.dedent(shown), looks)


def _forged(what: str, fields: str, verdict: str) -> Leak:
    return _leak(what, f"_send({{{fields}}})\nreturn right", verdict)


PLAIN_WAYS = (
    _leak("return them", "return _digits(x)", "wrong"),
    _leak("return them in a list", "return [_digits(x)]", "wrong"),
    _leak("return them as keys", "return {_digits(x): right}", "wrong"),
    _leak("return them as they are", "return x", "wrong"),
    _leak("return an object whose class is named so",
          "return type(_digits(x)[:100], (), {})()", "wrong"),
    _leak("return them as a set of names", "return {_digits(x)}", "wrong"),
    _leak("print them, and be wrong", "print(_digits(x))\nreturn right * 0", "wrong"),
    _leak("print them, and raise",
          "print(_digits(x), file=sys.stderr)\nraise ValueError", "crashed"),
    _leak("warn about them",
          "import warnings\nwarnings.warn(_digits(x))\nreturn right * 0", "wrong"),
    _leak("raise them", "raise ValueError(_digits(x))", "crashed"),
    _leak("raise an error that is named so",
          "raise type(_digits(x)[:100], (Exception,), {})('no')", "crashed"),
    _leak("raise them as a missing name",
          "raise NameError(_digits(x), name=_digits(x))", "crashed"),
    _leak("raise them as a cause", "raise ValueError from KeyError(_digits(x))", "crashed"),
    _leak("raise them as a note",
          "error = ValueError()\nerror.add_note(_digits(x))\nraise error", "crashed"),
    _leak("exit with them", "sys.exit(_digits(x))", "crashed"),
    _leak("exit with a code made of them", "os._exit(int(_digits(x)[1:3]))", "crashed",
          looks="exit code {:.2}"),
    _leak("end by a signal made of them",
          "import signal\nsignal.raise_signal(40 + int(_digits(x)[1:2]))", "crashed",
          looks="signal 4{:.1}"),
    _leak("write them to every descriptor",
          "for number in range(3, 256):\n    try: os.write(number, _digits(x).encode() * 9)\n"
          "    except OSError: pass\nreturn right", "crashed"),
    _leak("a line of code that is named so",
          "exec(compile('raise ValueError', _digits(x), 'exec'))", "crashed"),
)  # fmt: skip

NAMES_OF_OURS = (
    _leak("an error named like ours for a wrong signature", "raise WrongArity(_digits(x))",
          "crashed", "class WrongArity(Exception): pass"),
    _leak("an error named like ours for a missing name", "raise NotThere(_digits(x))",
          "crashed", "class NotThere(Exception): pass"),
    _leak("a function that is renamed on the way",
          "def inner(): raise ValueError\n"
          "inner.__code__ = inner.__code__.replace(co_name=_digits(x)[:150])\ninner()", "crashed"),
    _leak("a file that is renamed on the way",
          "import linecache\nname = _digits(x)[:150]\n"
          "linecache.cache[name] = (1, None, ['raise'], name)\n"
          "exec(compile('raise ValueError', name, 'exec'))", "crashed"),
    _leak("a line number", "code = compile('raise ValueError', 'homework.py', 'exec')\n"
          "exec(code.replace(co_firstlineno=int(_digits(x)[1:8])))", "crashed"),
    _leak("a shape", "return np.empty((0, int(_digits(x)[1:9])))", "wrong"),
    _leak("a length", "return list(range(int(_digits(x)[1:5])))", "wrong",
          looks="({:.4},)"),
)  # fmt: skip

FORGED_WAYS = (
    _forged("a forged refusal", "'kind': 'refused', 'reason': _digits(x)[:200]", "wrong"),
    _forged("a forged fault", "'kind': 'fault', 'trace': 'Trace\\n' + _digits(x)", "undecided"),
    _forged("a forged note",
            "'kind': 'raised', 'type_name': 'ValueError', 'message': '', 'frames': [],"
            " 'note': _digits(x)[:400], 'printed': '', 'called': []", "crashed"),
    _forged("a forged note on a missing name",
            "'kind': 'raised', 'type_name': 'NotThere', 'message': '', 'frames': [],"
            " 'note': _digits(x)[:400], 'printed': '', 'called': []", "crashed"),
    _forged("a forged place",
            "'kind': 'raised', 'type_name': 'ValueError', 'message': '', 'note': '', 'printed': '',"
            " 'called': [],"
            " 'frames': [{'file': _digits(x)[:200], 'line': int(_digits(x)[1:9]), 'function':"
            " _digits(x)[:150], 'code': _digits(x)[:200], 'cell': int(_digits(x)[1:9])}]",
            "crashed"),
    _forged("a forged print", "'kind': 'returned', 'value': right * 0, 'changed_inputs': [],"
            " 'inputs_after': None, 'printed': _digits(x), 'called': []", "wrong"),
)  # fmt: skip

# What a hidden case leaves for the public case of another part, whose prints are shown.
_READS = "print(_found())\n    return x * 0\n"
BETWEEN_PARTS = (
    _leak(
        "a file, read by a public case",
        "try: open('left.txt', 'w').write(_digits(x))\nexcept OSError: pass\nreturn right",
        "correct",
        shown=f"def _found():\n    return open('left.txt').read()\n\ndef shown(x):\n    {_READS}",
    ),
    _leak(
        "a file, where the student's own process is to clean up",
        "try: open('left.txt', 'w').write(_digits(x))\nexcept OSError: pass\nreturn right",
        "correct",
        setup="""
        import gc
        gc.unfreeze()
        for found in gc.get_objects():
            if isinstance(found, type) and "bring_back" in vars(found):
                found.bring_back = lambda self: None
        """,
        shown=f"def _found():\n    return open('left.txt').read()\n\ndef shown(x):\n    {_READS}",
    ),
    _leak(
        "shared memory, read by a public case",
        "data = _digits(x).encode()\nSHARED[:len(data)] = data\nreturn right",
        "correct",
        setup="\nimport mmap\nSHARED = mmap.mmap(-1, 4096)\n",
        shown=f"def _found():\n    return bytes(SHARED[:200])\n\ndef shown(x):\n    {_READS}",
    ),
)

LEAKS = (*PLAIN_WAYS, *NAMES_OF_OURS, *FORGED_WAYS, *BETWEEN_PARTS)
