"""A class for a function, a function for a class, other names: in any problem, without a word about
it in its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session

REFERENCE = """
import torch


def smooth(x, w, stride, bias):
    return (x * w)[::stride] + bias


def not_strided(x, w, stride, bias):
    return x * w + bias


def gate(z):
    return z * torch.sigmoid(z)


class Head(torch.nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.layer = torch.nn.Linear(d, h)

    def forward(self, x):
        return torch.tanh(self.layer(x))
"""

PROBLEM = """
id: small/styles
title: Styles
prompt: Answers of any style.
parts:
  smooth:
    asks: function
    call: smooth(x, w, stride, bias)
    reference: styles.smooth
    inputs: {n: 6..9, x: "normal[n]", w: "normal[n]", stride: [2, 3], bias: "uniform(1, 2)"}
    points: 4
    checks:
      - equals: {cases: 3, public: 1}
    mistakes:
      - {name: the stride is not used, reference: styles.not_strided, credit: 0.5}
  gate:
    asks: function
    call: gate(z)
    reference: styles.gate
    inputs: {n: 3..5, z: "normal[n]"}
    points: 2
    checks:
      - equals: {cases: 2, public: 1}
      - gradient: {wrt: [z], cases: 1}
  head:
    asks: module
    call: Head(d, h)
    forward: x
    reference: styles.Head
    inputs: {n: 2..3, d: 4..5, h: 6..7, x: "normal[n, d]"}
    points: 3
    checks:
      - module: {cases: 2}
"""

SETTINGS = """
[names]
gate = ["swish", "SiLU"]
Head = "Readout"
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("styles") / "course"
    write_course(root, {"styles": PROBLEM}, {"styles": REFERENCE})
    (root / "grader.toml").write_text(SETTINGS, encoding="utf-8")
    with open_session(root, truth_cache) as opened:
        yield opened


def written(name: str, takes: str, keeps: str, called: str, result: str) -> str:
    """A class whose constructor takes some and keeps it, and whose objects take the rest."""
    return f"""
class {name}:
    def __init__(self{takes}):
        {keeps}
    def {called}:
        return {result}
"""


SMOOTHING = "(x * w)[::self.stride] + self.bias"
KEPT = "self.stride, self.bias = stride, bias"
NOT_FOUND = "no function smooth was found; did you mean Smooth (homework.py, line 4)? Rename it to "
IN_ORDER = "your parameters have other names; they were matched in order"
TAKEN = "your class Smooth was taken for smooth, as Smooth"
HEAD = "torch.nn.Sequential(torch.nn.Linear({d}, {h}), torch.nn.Tanh())"

# part, what, source, verdict, points, message, notes
TABLE = [
    ("smooth", "what is fixed in the constructor, the arrays in the call",
     written("Smooth", ", stride, bias", KEPT, "__call__(self, x, w)", SMOOTHING),
     "correct", 4.0, "", (TAKEN + "(stride, bias)(x, w)",)),
    ("smooth", "a class of the very name",
     written("smooth", ", stride, bias", KEPT, "__call__(self, x, w)", SMOOTHING),
     "correct", 4.0, "", ("your smooth was called as smooth(stride, bias)(x, w)",)),
    ("smooth", "the constructor's in another order, with an option of its own behind",
     written("Smooth", ", Bias, Stride, eps=0", "self.stride, self.bias = Stride, Bias",
             "__call__(self, x, w)", SMOOTHING),
     "correct", 4.0, "", (TAKEN + "(bias, stride)(x, w)",)),
    ("smooth", "the object's in an order of their own, by their names",
     written("Smooth", ", stride", "self.stride = stride", "__call__(self, bias, w, x)",
             "(x * w)[::self.stride] + bias"),
     "correct", 4.0, "", (TAKEN + "(stride)(bias, w, x)",)),
    ("smooth", "the object's by names of their own, in the order of the call",
     written("Smooth", ", stride, bias", KEPT, "__call__(self, data, kernel)",
             "(data * kernel)[::self.stride] + self.bias"),
     "correct", 4.0, "", (TAKEN + "(stride, bias)(x, w)",)),
    ("smooth", "a size that the call does not pass",
     written("Smooth", ", n, stride, bias", KEPT, "__call__(self, x, w)", SMOOTHING),
     "correct", 4.0, "", (TAKEN + "(n, stride, bias)(x, w)",)),
    ("smooth", "an option that both take is the object's",
     written("Smooth", ", stride, bias=None", "self.stride = stride", "__call__(self, x, w, bias)",
             "(x * w)[::self.stride] + bias"),
     "correct", 4.0, "", (TAKEN + "(stride)(x, w, bias)",)),
    ("smooth", "a constructor that takes all",
     written("Smooth", ", x, w, stride, bias", "self.y = (x * w)[::stride] + bias",
             "__call__(self)", "self.y"),
     "correct", 4.0, "", (TAKEN + "(x, w, stride, bias)()",)),
    ("smooth", "a known mistake in a class",
     written("Smooth", ", stride, bias", KEPT, "__call__(self, x, w)", "x * w + self.bias"),
     "partly", 2.0, "case 1: the result has shape (6,), not (3,)",
     (TAKEN + "(stride, bias)(x, w)",)),
    ("smooth", "wrong in a class",
     written("Smooth", ", stride, bias", KEPT, "__call__(self, x, w)", SMOOTHING + " * 2"),
     "wrong", 0.0, "case 1: the result differs in 3 of 3 entries",
     (TAKEN + "(stride, bias)(x, w)",)),
    ("smooth", "a constructor that needs what is not known",
     written("Smooth", ", rate, stride, bias", KEPT, "__call__(self, x, w)", SMOOTHING),
     "not attempted", 0.0, NOT_FOUND + "smooth", ()),
    ("smooth", "an object that takes less than is left",
     written("Smooth", ", stride", "self.stride = stride", "__call__(self, x)", "x"),
     "not attempted", 0.0, NOT_FOUND + "smooth", ()),
    ("smooth", "a class above of which nothing is known",
     "from elsewhere import Base\n"
     "class Smooth(Base):\n    def __call__(self, x, w, stride, bias): return x",
     "not attempted", 0.0, NOT_FOUND + "smooth", ()),
    ("smooth", "a function comes first, right or wrong",
     "def smooth(x, w, stride, bias): return 0 * x\n"
     + written("Smooth", ", stride, bias", KEPT, "__call__(self, x, w)", SMOOTHING),
     "wrong", 0.0, "case 1: the result has shape (6,), not (3,)", ()),
    ("gate", "a module without a constructor",
     "class Gate(torch.nn.Module):\n    def forward(self, z): return z * z.sigmoid()",
     "correct", 2.0, "", ("your class Gate was taken for gate, as Gate()(z)",)),
    ("gate", "a module with dropout and a table",
     "class Gate(torch.nn.Module):\n    def __init__(self, n, p=0.5):\n"
     "        super().__init__()\n        self.drop = torch.nn.Dropout(p)\n"
     "        self.one = torch.ones(n)\n"
     "    def forward(self, v): return self.drop(v * v.sigmoid() * self.one)",
     "correct", 2.0, "", ("your class Gate was taken for gate, as Gate(n)(z)",)),
    ("gate", "derivatives by what only the constructor gets are none",
     "class Gate:\n    def __init__(self, z): self.z = z\n    def __call__(self): return self.z",
     "not attempted", 0.0,
     "no function gate was found; did you mean Gate (homework.py, line 3)? Rename it to gate", ()),
    ("gate", "a name that the course knows", "def swish(z): return z / (1 + torch.exp(-z))",
     "correct", 2.0, "", ("your swish was called as swish(z)",)),
    ("gate", "such a name for a class", "class SiLU(torch.nn.SiLU): pass",
     "crashed", 0.0, "gradients agree with autograd: case 1: AttributeError: 'SiLU' object has no "
     "attribute 'shape'", ("your SiLU was called as SiLU(z)",
     "your SiLU is a class, and a function is asked for: SiLU(z) makes an object")),
    ("gate", "such a name, wrong", "def swish(z): return z", "wrong", 0.0,
     "agrees with the reference: case 1: the result differs in 3 of 3 entries",
     ("your swish was called as swish(z)",)),
    ("head", "a function that makes a module",
     f"def Head(d, h): return {HEAD.format(d='d', h='h')}", "correct", 3.0, "",
     ("your Head is a function; what it returns was taken for the class", IN_ORDER)),
    ("head", "a name that the course knows",
     "class Readout(torch.nn.Sequential):\n    def __init__(self, d, h):\n"
     "        super().__init__(torch.nn.Linear(d, h), torch.nn.Tanh())",
     "correct", 3.0, "", ("your Readout was called as Readout(d, h)", IN_ORDER)),
    ("head", "another spelling",
     "class head(torch.nn.Module):\n    def __init__(self, d, h):\n        super().__init__()\n"
     "        self.layer = torch.nn.Linear(d, h)\n"
     "    def forward(self, x): return self.layer(x).tanh()",
     "correct", 3.0, "", ("your head was taken for Head",)),
    ("head", "a function that makes something else", "def Head(d, h): return d + h", "crashed", 0.0,
     "TypeError: Head does not return a torch.nn.Module",
     ("your Head is a function; what it returns was taken for the class",)),
    ("head", "a function of the parameters", "def head(x, W, b): return torch.tanh(x @ W + b)",
     "not attempted", 0.0, "no class Head was found; head (homework.py, line 3) is a function: "
     "write a class Head that calls it", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "what", "source", "verdict", "points", "message", "notes"),
    TABLE,
    ids=[f"{row[0]}: {row[1]}" for row in TABLE],
)
def test_a_style(
    session: Session,
    name: str,
    what: str,
    source: str,
    verdict: str,
    points: float,
    message: str,
    notes: tuple[str, ...],
) -> None:
    files = {"homework.py": f"import torch\n\n{source.rstrip()}\n"}
    part = part_of(graded(session, files, ["small/styles"]), name)
    assert (part.verdict.value, part.score.earned, part.message) == (verdict, points, message)
    assert part.notes == notes
