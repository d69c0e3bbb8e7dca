"""Other calls: existing answers with names and arguments of their own, and classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.checks.findings import Inputs
from grader.course.signature import read_signature
from grader.grading import Session
from grader.grading.finding import order_notes
from grader.submission import Definition

REFERENCE = """
import torch


def scaled(x, factor):
    return factor * x + 1


def scaled_the_other_way(x, factor):
    return x / factor + 1


def ramp(n):
    return torch.arange(n).double()


def moved(x, by):
    return x + by
"""

PROBLEM = """
id: small/calls
title: Calls
prompt: Each function may have another name.
parts:
  scaled:
    asks: function
    call: scaled(x, factor)
    also: ["Scaled(factor, n)(x)", "scale(factor, x)", "scale(x)"]
    reference: calls.scaled
    inputs: {n: 4..7, x: "normal[n]", factor: "uniform(2, 3)"}
    points: 3
    checks:
      - equals: {cases: 3, public: 1, weight: 2}
      - gradient: {wrt: [x], cases: 1}
      - rules: {forbid: [torch.nn.functional]}
      - property: {holds: leaves_inputs_unchanged, weight: 0}
    mistakes:
      - {name: it is divided, reference: calls.scaled_the_other_way, credit: 0.5}
  ramp:
    asks: function
    call: ramp(n)
    also: get_ramp(tokens)
    reference: calls.ramp
    inputs: {b: 2..3, n: 4..7, tokens: "integers[b, n](0, 9)"}
    points: 1
    checks:
      - equals: {cases: 2}
  moved:
    asks: function
    call: moved(x, by)
    also: moved(x)
    unpassed: [rate, seed]
    reference: calls.moved
    inputs: {n: 4..7, x: "normal[n]", by: 2.0}
    points: 1
    checks:
      - equals: {cases: 2}
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("calls") / "course"
    write_course(root, {"calls": PROBLEM}, {"calls": REFERENCE})
    with open_session(root, truth_cache) as opened:
        yield opened


MODULE = """
class Scaled(torch.nn.Module):
    def __init__(self, factor, n, dropout=0.5):
        super().__init__()
        self.register_buffer('table', torch.full((n, n), factor) * torch.eye(n))
        self.dropout = torch.nn.Dropout(dropout)

    def forward(self, x):
        return self.dropout({result})
"""
OBJECT = """
class Scaled:
    def __init__(self, factor, n):
        self.factor = factor
    def __call__(self, x):
        return {result}
"""
BUILT = "your Scaled was called as Scaled(factor, n)(x)"
MOVED = "your moved was called as moved(x)"
SCALE = "your scale was called as scale(factor, x)"

# part, what, source, verdict, points, message, notes
TABLE = [
    ("scaled", "the call itself", "def scaled(x, factor): return factor * x + 1",
     "correct", 3.0, "", ()),
    ("scaled", "a torch module with a table and dropout",
     MODULE.format(result="self.table @ x + 1"), "correct", 3.0, "", (BUILT,)),
    ("scaled", "a plain class", OBJECT.format(result="1 + x * self.factor"),
     "correct", 3.0, "", (BUILT,)),
    ("scaled", "a function that returns a function",
     "def Scaled(factor, n): return lambda x: 1 + x * factor", "correct", 3.0, "", (BUILT,)),
    ("scaled", "arguments in another order", "def scale(c, x): return c * x + 1",
     "correct", 3.0, "", (SCALE,)),
    ("scaled", "another assignment of that name", "scale = lambda c, x: c * x + 1",
     "correct", 3.0, "", (SCALE,)),
    ("scaled", "fewer arguments", "def scale(x): return 2 * x + 1",
     "wrong", 0.0, "agrees with the reference: case 1: the result differs in 7 of 7 entries",
     ("your scale was called as scale(x)",)),
    ("scaled", "a mistake by another call", "def scale(c, x): return x / c + 1",
     "partly", 1.5, "agrees with the reference: case 1: the result differs in 7 of 7 entries",
     (SCALE,)),
    ("scaled", "the first name comes first, right or wrong",
     "def scale(c, x): return c * x + 1\ndef scaled(x, factor): return x",
     "wrong", 0.0, "agrees with the reference: case 1: the result differs in 7 of 7 entries", ()),
    ("scaled", "the first name with too many arguments, and another that fits",
     "def scaled(x, factor, shift): return factor * x + shift\n"
     "def scale(c, x): return scaled(x, c, 1)", "correct", 3.0, "", (SCALE,)),
    ("scaled", "only the first name, with too many arguments",
     "def scaled(x, factor, shift): return factor * x + shift", "crashed", 0.0,
     "agrees with the reference: case 1: scaled takes (x, factor, shift), but is called as "
     "scaled(x, factor): shift would get no value; give it a default", ()),
    ("scaled", "an argument by keyword only", "def scaled(x, *, factor): return factor * x + 1",
     "correct", 3.0, "", ()),
    ("scaled", "all arguments by keyword only, in another order",
     "def scaled(*, Factor=None, x): return Factor * x + 1", "correct", 3.0, "", ()),
    ("scaled", "a mistake with an argument by keyword only",
     "def scaled(x, *, factor): return x / factor + 1", "partly", 1.5,
     "agrees with the reference: case 1: the result differs in 7 of 7 entries", ()),
    ("scaled", "another name by keyword only", "def scaled(x, *, c): return c * x + 1",
     "crashed", 0.0, "agrees with the reference: case 1: scaled takes (x, *, c), but is called as "
     "scaled(x, factor)", ()),
    ("scaled", "an argument by keyword only, and one too many",
     "def scaled(x, shift, *, factor): return factor * x + shift", "crashed", 0.0,
     "agrees with the reference: case 1: scaled takes (x, shift, *, factor), but is called as "
     "scaled(x, factor): shift would get no value; give it a default", ()),
    ("scaled", "an argument further behind",
     "def scaled(x, dropout_p=0.0, factor=None): return factor * x + 1", "correct", 3.0, "", ()),
    ("moved", "a parameter of the answer's own", "def moved(x, Rate=0.5): return x + 4 * Rate",
     "correct", 1.0, "", (MOVED,)),
    ("moved", "a parameter that any function may have",
     "def moved(x, verbose=False): return x + (3 if verbose else 2)", "correct", 1.0, "", (MOVED,)),
    ("moved", "a parameter of the answer's own, behind the argument",
     "def moved(x, by=5.0, rate=0.0): return x + by + rate", "correct", 1.0, "", ()),
    ("moved", "a parameter of the answer's own, before the argument",
     "def moved(x, rate=0.0, by=5.0): return x + by + rate", "correct", 1.0, "", ()),
    ("moved", "another name for the argument", "def moved(x, c=5.0): return x + c",
     "correct", 1.0, "", ()),
    ("scaled", "an argument further behind, past one that must be given",
     "def scaled(x, shift, factor=2.0): return factor * x + shift", "wrong", 0.0,
     "agrees with the reference: case 1: the result differs in 7 of 7 entries", ()),
    ("ramp", "a device", "def ramp(n, device): return torch.arange(n, device=device).double()",
     "correct", 1.0, "", ()),
    ("ramp", "a device by keyword only",
     "def ramp(n, *, device): return torch.arange(n).to(device).double()", "correct", 1.0, "", ()),
    ("scaled", "a constructor that asks for a device",
     "class Scaled:\n    def __init__(self, factor, n, device):\n"
     "        self.factor = torch.tensor(factor, device=device)\n"
     "    def __call__(self, x):\n        return 1 + x * self.factor",
     "correct", 3.0, "", (BUILT,)),
    ("scaled", "a constructor that takes less", "class Scaled:\n    def __init__(self, n): pass",
     "crashed", 0.0,
     "agrees with the reference: case 1: Scaled takes (n), but is called as Scaled(factor, n)(x)",
     (BUILT,)),
    ("scaled", "a class whose objects cannot be called",
     "class Scaled:\n    def __init__(self, factor, n): pass", "crashed", 0.0,
     "agrees with the reference: case 1: TypeError: 'Scaled' object is not callable", (BUILT,)),
    ("scaled", "a constructor that fails",
     OBJECT.format(result="x").replace("self.factor = factor", "self.factor = factr"), "crashed",
     0.0, "agrees with the reference: case 1: NameError: name 'factr' is not defined at "
     "homework.py, line 5", (BUILT,)),
    ("scaled", "a rule is read where the answer stands",
     OBJECT.format(result="torch.nn.functional.relu(x) * 0 + self.factor * x + 1"),
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 7: uses torch.nn.functional.relu, which this part "
     "forbids.", (BUILT,)),
    ("scaled", "the inputs of the call are changed",
     OBJECT.format(result="x.mul_(self.factor).add_(1)"), "partly", 2.0,
     "gradients agree with autograd: case 1: RuntimeError: a leaf Variable that requires grad is "
     "being used in an in-place operation. at homework.py, line 7",
     (BUILT, "your function changes its input x in place")),
    ("scaled", "nothing of either name", "def shifted(x): return x", "not attempted", 0.0,
     "no function scaled was found", ()),
    ("scaled", "another name, misspelt", "def Scaledd(factor, n): return None", "not attempted",
     0.0, "no function scaled was found; did you mean Scaledd (homework.py, line 3)? Rename it to "
     "scaled", ()),
    ("ramp", "an input that only the other call has",
     "def get_ramp(tokens):\n    b, n = tokens.size()\n    return torch.arange(n)",
     "correct", 1.0, "", ("your get_ramp was called as get_ramp(tokens)",)),
    ("ramp", "a syntax error inside the other call", "def get_ramp(tokens):\n    return (tokens",
     "crashed", 0.0, "homework.py, line 4: syntax error inside get_ramp: '(' was never closed", ()),
    ("ramp", "the other call is only imported", "from elsewhere import get_ramp",
     "not attempted", 0.0,
     "no function ramp was found; get_ramp is only imported (homework.py, line 3)", ()),
    ("ramp", "the other call, misspelt", "def get_rampe(tokens): return 1",
     "not attempted", 0.0, "no function ramp was found; did you mean get_rampe (homework.py, line "
     "3)? Rename it to get_ramp", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "what", "source", "verdict", "points", "message", "notes"),
    TABLE,
    ids=[f"{row[0]}: {row[1]}" for row in TABLE],
)
def test_a_call_of_its_own(
    session: Session,
    name: str,
    what: str,
    source: str,
    verdict: str,
    points: float,
    message: str,
    notes: tuple[str, ...],
) -> None:
    files = {"homework.py": f"import torch\n\n{source.strip()}\n"}
    part = part_of(graded(session, files, ["small/calls"]), name)
    assert (part.verdict.value, part.score.earned, part.message) == (verdict, points, message)
    assert set(part.notes) == set(notes)


def test_a_public_case_shows_what_the_constructor_got(session: Session) -> None:
    files = {"homework.py": "import torch\n" + OBJECT.format(result="x")}
    part = part_of(graded(session, files, ["small/calls"]), "scaled")
    (shown,) = [finding for finding in part.checks[0].findings if isinstance(finding, Inputs)]
    assert list(shown.inputs) == ["factor", "n", "x"]


def test_arguments_in_another_order_are_pointed_out() -> None:
    definition = Definition("f", "function", "a.py", 1, arguments=("K", "q", "V"))
    call = read_signature("f(Q, K, V)")
    assert order_notes(call, definition) == [
        "your f takes (K, q, V), but is called as f(Q, K, V): the order counts, not the names"
    ]
    for names in (("Q", "K", "V"), ("k", "q", "values"), ("K", "Q")):
        assert order_notes(call, replace(definition, arguments=names)) == []
