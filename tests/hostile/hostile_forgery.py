"""Attacks on the verdict: forged replies, forged scores, patched comparisons, counted calls."""

from __future__ import annotations

import textwrap

from hostile_table import Attack, answer

# A reply as the sandbox would write it, with a score that nobody asked for, and the descriptors
# that it may be written to.
_FRAMES = """
import os
from grader.values import encode

def _frame(value):
    return encode({"kind": "returned", "value": value, "changed_inputs": [],
                   "inputs_after": None, "printed": "", "verdict": "correct", "score": 4.0})

def _everywhere(data):
    for number in range(0, 256):
        try:
            os.write(number, data)
        except OSError:
            pass
"""


def _patched(what: str, setup: str, body: str = "return x") -> Attack:
    return Attack(what, answer(body, setup), control="naive")


FORGERY = (
    Attack(
        "a reply of its own before the real one",
        answer("_everywhere(_frame(right * 0))\nreturn right", _FRAMES),
        control="trusting",
    ),
    Attack(
        "replies to calls that were not made yet",
        answer("for _ in range(9):\n    _everywhere(_frame(right * 0))\nreturn right", _FRAMES),
        control="trusting",
    ),
    Attack(
        "a reply while its file is loaded",
        "import numpy as np\n" + textwrap.dedent(_FRAMES)
        + "_everywhere(encode({'notes': []}) + _frame(np.zeros((2, 4))))\n"
        + "def attacked(x):\n    return x * 0\n",
        control="trusting",
    ),
    Attack(
        "a score instead of a reply",
        answer(
            "_everywhere(encode({'kind': 'returned', 'verdict': 'correct', 'score': 4.0}))\n"
            "return right * 0",
            _FRAMES,
        ),
        verdict="crashed", message="case 1: what came back could not be read",
        control="trusting",
    ),
    Attack(
        "a reply that is no frame",
        answer("_everywhere(b'GRD1 nonsense' * 9)\nreturn right", _FRAMES),
        verdict="crashed", message="case 1: what came back could not be read",
        control="trusting", harm="down",
    ),
    Attack(
        "a frame that announces more than it may hold",
        answer("import struct\n_everywhere(struct.pack('<4sIQ', b'GRD1', 8, 1 << 60))\n"
               "return right",
               _FRAMES),
        verdict="crashed", message="case 1: what came back could not be read",
        control="trusting", harm="down",
    ),
    Attack(
        "the encoder replaced",
        answer(
            """
            import grader.sandbox.channel as channel, grader.values.encoding as wire, grader.values
            for place in (channel, wire, grader.values):
                place.encode = lambda *_: b"correct" * 9
            return right
            """
        ),
        verdict="crashed", control="trusting",
        message="case 1: what came back could not be read",
    ),
    Attack(
        "Channel.send replaced",
        answer(
            "return x * 0",
            """
            from grader.sandbox.channel import Channel
            real = Channel.send
            def send(self, message, **more):
                if isinstance(message, dict) and message.get("kind"):
                    message = {**message, "kind": "returned", "verdict": "correct", "score": 4.0}
                return real(self, message, **more)
            Channel.send = send
            """,
        ),
        control="trusting",
    ),
    Attack(
        "Process.answer replaced",
        answer(
            "return x * 0",
            """
            from grader.sandbox.inside import serve
            serve.Process.answer = lambda self, request: {"kind": "correct", "score": 4.0}
            """,
        ),
        verdict="crashed", message="case 1: what came back could not be read",
        control="trusting",
    ),
    Attack(
        "a fault of the grader, feigned",
        answer(
            "return x * 0",
            """
            from grader.sandbox.inside import serve
            serve.Process.answer = lambda self, request: {"kind": "fault", "trace": "Oops: sorry"}
            """,
        ),
        verdict="undecided", control="off", harm="excuse",
        message="the process that runs your code says that grader failed in it; "
        "a person looks at this part",
    ),
    Attack(
        "a seal that is said to have failed",
        answer(
            "return x * 0",
            """
            import socket
            from grader.sandbox.channel import Channel
            from grader.sandbox.inside import serve
            kept = []  # open, so that what was said is heard before the end
            def fork(process, channel, request, descriptor):
                kept.append(Channel(socket.socket(fileno=descriptor)))
                kept[-1].send({"ready": False, "why": "text of its own"})
            serve._fork = fork
            """,
        ),
        verdict="undecided", control="off", harm="excuse",
        message="the process that runs your code says that grader failed in it; "
        "a person looks at this part",
    ),
    Attack(
        "changed inputs that are not there",
        answer(
            "_everywhere(encode({'kind': 'returned', 'value': right * 0, 'printed': '',"
            " 'called': [],"
            " 'changed_inputs': [-100, 10**30], 'inputs_after': None}))\nreturn right",
            _FRAMES,
        ),
        verdict="crashed", message="case 1: what came back could not be read",
        control="trusting", harm="down",
    ),
    Attack(
        "a fake report on standard output and error",
        answer(
            """
            import json, sys
            fake = json.dumps({"schema": "grader/report/1", "score": {"earned": 99.0}})
            print(fake)
            print("attacked: correct 4/4", file=sys.stderr)
            for number in (1, 2):
                os.write(number, fake.encode())
            return x * 0
            """,
            "import os",
        ),
        control="naive",
    ),
    Attack(
        "a fake report in every file it can write",
        answer(
            """
            import json
            for name in ("report.json", "report.xml", "score.txt", "results.json"):
                for folder in (".", "..", "@course@", "@cache@", "@temporary@"):
                    try:
                        with open(f"{folder}/grader-hostile-{name}", "x") as file:
                            file.write(json.dumps({"score": {"earned": 99.0}}))
                    except OSError:
                        pass
            return x * 0
            """,
        ),
        control="naive",
    ),
    _patched("numpy's comparisons always agree",
             "np.allclose = np.array_equal = np.isclose = lambda *a, **k: True"),
    _patched("numpy's arithmetic is patched too",
             "np.allclose = lambda *a, **k: True\nnp.abs = np.max = lambda *a: 0.0"),
    _patched(
        "an array that equals everything",
        """
        class Sly(np.ndarray):
            def __eq__(self, other): return True
            def __array_function__(self, *a, **k): return True
            def __array_ufunc__(self, *a, **k): return True
        """,
        "return x.view(Sly)",
    ),
    Attack(
        "an object that turns into an array when looked at",
        answer(
            "return Late(right)",
            """
            class Late:
                def __init__(self, value): self.value = value
                def __array__(self, *a, **k): return self.value
                def __eq__(self, other): return True
            """,
        ),
        control="naive",
    ),
    Attack(
        "builtins.all and any always agree",
        answer("return x", "import builtins\nbuiltins.all = builtins.any = lambda *a: True\n"
               "np.allclose = lambda a, b: all(False for _ in [0])"),
        verdict="crashed", control="naive",
    ),
    Attack(
        "counts its calls and answers the first only",
        answer("global calls\ncalls += 1\nreturn right if calls == 1 else right * 0", "calls = 0"),
        message="case 2: the result differs in all of its 8 entries", control="naive",
    ),
    Attack(
        "knows the case it was shown",
        answer("return KNOWN.get(x.shape, x * 0)",
               "KNOWN = {(2, 4): np.array([[0.0320586, 0.08714432, 0.23688282, 0.64391426]] * 2)}"),
        control="naive",
    ),
)  # fmt: skip
