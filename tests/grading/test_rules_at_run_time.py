"""Rules that are broken while an answer runs: forbidden functions that its own lines call."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, notebook, open_session, part_of, write_course

from grader.grading import Session
from grader.linting import lint

REFERENCE = """
import torch


def weights(x):
    e = (x - x.amax(-1, keepdim=True)).exp()
    return e / e.sum(-1, keepdim=True)


def forward(x):
    return torch.softmax(x, -1)


def after(y):
    return y * (1 - y)


def inverse(a):
    return torch.linalg.solve(torch.as_tensor(a), torch.eye(len(a)).double())


def attend(x):
    return torch.nn.functional.scaled_dot_product_attention(x, x, x)


class Scale(torch.nn.Module):
    def forward(self, x):
        return weights(x)
"""

PROBLEM = """
id: ruled/rows
title: Rows
prompt: Write them by hand.
parts:
  weights:
    asks: function
    call: weights(x)
    reference: rows.weights
    library: torch
    inputs: {n: 2..3, m: 4..6, x: "normal[n, m]"}
    points: 4
    checks:
      - equals: {cases: 3, public: 1}
      - rules:
          forbid: [torch.softmax, torch.nn.functional.softmax, "*.softmax", torch.nn.Softmax,
                   torch.autograd]
          hint: Write it yourself.
  after:
    asks: function
    first: y = forward(x)
    call: after(y)
    reference: rows.after
    library: torch
    inputs: {n: 2..3, m: 4..6, x: "normal[n, m]"}
    points: 1
    checks:
      - rules: {forbid: [torch.softmax]}
      - equals: {cases: 2}
  inverse:
    asks: function
    call: inverse(a)
    reference: rows.inverse
    library: numpy
    inputs: {n: 2..3, a: "normal[n, n]"}
    points: 1
    checks:
      - equals: {cases: 2}
      - rules: {forbid: [numpy.linalg.inv, numpy.dot]}
  attend:
    asks: function
    call: attend(x)
    reference: rows.attend
    library: torch
    inputs: {n: 2..3, x: "normal[n, 4]"}
    points: 1
    checks:
      - equals: {cases: 2}
      - rules: {forbid: [torch.softmax, torch.nn.functional.softmax]}
  scale:
    asks: module
    call: Scale()
    reference: rows.Scale
    forward: [x]
    inputs: {x: "normal[3, 4]"}
    points: 1
    checks:
      - module: {cases: 2}
      - rules: {forbid: ["*.softmax"]}
"""


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("ruled") / "course"
    write_course(root, {"rows": PROBLEM}, {"rows": REFERENCE}, "[limits]\nseconds = 3\n")
    with open_session(root, truth_cache) as session:
        yield session


@pytest.fixture(scope="module")
def secretive(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("secretive") / "course"
    write_course(root, {"rows": PROBLEM}, {"rows": REFERENCE}, 'secret = "of the staff"\n')
    with open_session(root, truth_cache) as session:
        yield session


def said(session: Session, name: str, files: dict[str, str | bytes]) -> tuple[str, str]:
    part = part_of(graded(session, files), name)
    return part.verdict.value, part.message


def calls(line: int, name: str, why: str = " Write it yourself.", file: str = "homework.py") -> str:
    where = f"keeps to the rules: {file}, line {line}: "
    return f"{where}calls {name} while it runs, which this part forbids.{why}"


# Each reaches the function so that its source is only doubtful, or shows nothing.
HIDE = "import torch, base64\ntext = base64.b64decode\n"
NAME = "text('c29mdG1heA==').decode()"  # softmax

ACCUSED = {
    "a function in C": (
        HIDE + f"def weights(x):\n    return getattr(torch, {NAME})(x, -1)\n",
        calls(4, "torch.softmax"),
    ),
    "a function in Python": (
        HIDE + f"def weights(x):\n    return getattr(torch.nn.functional, {NAME})(x, -1)\n",
        calls(4, "torch.nn.functional.softmax"),
    ),
    "a method": (
        HIDE + f"def weights(x):\n    return getattr(x, {NAME})(-1)\n",
        calls(4, "torch.Tensor.softmax"),
    ),
    "a class": (
        HIDE + "def weights(x):\n"
        "    return getattr(torch.nn, text('U29mdG1heA==').decode())(-1)(x)\n",
        calls(4, "torch.nn.Softmax"),
    ),
    "imported when the file was loaded": (
        HIDE + f"tools = {{1: [getattr(torch, {NAME})]}}\ndef weights(x):\n"
        "    return tools[1][0](x, -1)\n",
        calls(5, "torch.softmax"),
    ),
    "kept in a class, a default and a closure": (
        HIDE + f"f = getattr(torch, {NAME})\nclass Tools:\n    tool = staticmethod(print)\n"
        "    plain = [f]\ndef weights(x, g=f):\n    h = lambda: g\n    return h()(x, -1)\n",
        calls(9, "torch.softmax"),
    ),
    "by way of a function in C": (
        HIDE + f"def weights(x):\n    f = getattr(torch, {NAME})\n"
        "    return list(map(lambda g: g(x, -1), [f]))[0]\n",
        calls(5, "torch.softmax"),
    ),
    "text that is run as code": (
        HIDE + "def weights(x):\n"
        "    return eval(text('dG9yY2guc29mdG1heCh4LCAtMSk='), {'torch': torch, 'x': x})\n",
        calls(4, "torch.softmax"),
    ),
    "gradients by a module that is forbidden as a whole": (
        "import torch, base64\ndef weights(x):\n    x.requires_grad_()\n    y = (x * x).sum()\n"
        "    getattr(vars(torch)[base64.b64decode('YXV0b2dyYWQ=').decode()], 'grad')(y, x)\n"
        "    return x.detach()\n",
        calls(5, "torch.autograd.grad"),
    ),
}


# Of these the source shows nothing: what puts the function there is no part of the answer.
OBJECT = "class C: pass\nc = C()\n"
PUT_ASIDE = {
    "into the names of the file": ("globals().update(f=torch.softmax)", "f"),
    "by a text that is run": ("exec('from torch import softmax as f')", "f"),
    "under a name that is not set anew": ("from torch import softmax as f\nf = 1 / 0", "f"),
    "by a function": (OBJECT + "def put(o):\n    o.f = torch.softmax\nput(c)", "c.f"),
    "by an error": (
        "try:\n    raise ValueError(torch.softmax)\n"
        "except ValueError as error:\n    f = error.args[0]",
        "f",
    ),
    "by a context": (
        "import contextlib, types\no = types.SimpleNamespace()\n"
        "with contextlib.nullcontext(torch.softmax) as o.f:\n    pass",
        "o.f",
    ),
    "by a function in C": ("d = []\nlist(map(d.append, [torch.softmax]))", "d[0]"),
    "by a library": ("import heapq\nd = []\nheapq.heappush(d, torch.softmax)", "d[0]"),
    "by builtins.setattr": (
        "import builtins\n" + OBJECT + "builtins.setattr(c, 'f', torch.softmax)",
        "c.f",
    ),
    "by a condition": ("d = []\nif d.append(torch.softmax):\n    pass", "d[0]"),
    "by object.__setattr__": (OBJECT + "object.__setattr__(c, 'f', torch.softmax)", "c.f"),
}


@pytest.mark.parametrize(("before", "name"), PUT_ASIDE.values(), ids=PUT_ASIDE)
def test_what_was_put_aside_when_the_file_was_loaded(
    ruled: Session, before: str, name: str
) -> None:
    source = f"import torch\n{before}\ndef weights(x):\n    return {name}(x, -1)\n"
    words = calls(source.count("\n"), "torch.softmax")
    assert said(ruled, "weights", {"homework.py": source}) == ("broke a rule", words)


@pytest.mark.parametrize(("source", "words"), ACCUSED.values(), ids=ACCUSED)
def test_a_forbidden_function_that_its_own_lines_call(
    ruled: Session, source: str, words: str
) -> None:
    assert said(ruled, "weights", {"homework.py": source}) == ("broke a rule", words)


def test_in_a_helper_file_and_in_a_notebook(ruled: Session) -> None:
    tool = HIDE + f"def tool(x):\n    return getattr(torch, {NAME})(x, -1)\n"
    files: dict[str, str | bytes] = {
        "homework.py": "from tools import tool\ndef weights(x):\n    return tool(x)\n",
        "tools.py": tool,
    }
    words = calls(4, "torch.softmax", file="tools.py")
    assert said(ruled, "weights", files) == ("broke a rule", words)
    cells = notebook("import torch", tool.replace("tool", "weights"))
    words = calls(4, "torch.softmax", file="homework.ipynb, cell 2")
    assert said(ruled, "weights", {"homework.ipynb": cells}) == ("broke a rule", words)


def test_numpy(ruled: Session) -> None:
    source = (
        "import numpy as np\ndef inverse(a):\n"
        "    return getattr(np.linalg, ''.join(map(str, ['i', 'n', 'v'])))(a)\n"
    )
    words = calls(3, "numpy.linalg.inv", "")
    assert said(ruled, "inverse", {"homework.py": source}) == ("broke a rule", words)
    source = (
        "import numpy as np\ndot = vars(np)['do' + str('t')]\ndef inverse(a):\n"
        "    return dot(np.linalg.solve(a, np.eye(len(a))), np.eye(len(a)))\n"
    )
    words = calls(4, "numpy.dot", "")
    assert said(ruled, "inverse", {"homework.py": source}) == ("broke a rule", words)


BY_HAND = "    e = (x - x.amax(-1, keepdim=True)).exp()\n    return e / e.sum(-1, keepdim=True)\n"

NOT_ACCUSED = {
    "by hand": ("weights", "import torch\ndef weights(x):\n" + BY_HAND),
    "a library's own calls": (
        "attend",
        "import torch\ndef attend(x):\n"
        "    torch.nn.MultiheadAttention(4, 2).double()(x, x, x)\n"
        "    torch.jit.script(torch.nn.MultiheadAttention(4, 2).double())(x, x, x)\n"
        "    torch.nn.Softmax(-1)(x)\n"
        "    return torch.nn.functional.scaled_dot_product_attention(x, x, x)\n",
    ),
    "another part's function, called first": (
        "after",
        "import torch\ndef forward(x):\n    return torch.softmax(x, -1)\n"
        "def after(y):\n    return y * (1 - y)\n",
    ),
    "the top level": (
        "weights",
        "import torch\ntable = torch.softmax(torch.ones(3), -1)\ndef weights(x):\n" + BY_HAND,
    ),
    "no_grad, which torch.autograd has too": (
        "weights",
        "import torch\n@torch.no_grad()\ndef weights(x):\n"
        "    with torch.enable_grad(), torch.no_grad():\n        pass\n" + BY_HAND,
    ),
    "a method of its own": (
        "scale",
        "import torch\nclass Scale(torch.nn.Module):\n    def forward(self, x):\n"
        "        return self.softmax(x)\n    def softmax(self, x):\n"
        + BY_HAND.replace("    e", "        e").replace("    return", "        return"),
    ),
}


@pytest.mark.parametrize(("name", "source"), NOT_ACCUSED.values(), ids=NOT_ACCUSED)
def test_who_is_not_accused(ruled: Session, name: str, source: str) -> None:
    assert said(ruled, name, {"homework.py": source}) == ("correct", "")


UNDONE = (
    "import torch, base64, types\ndef weights(x):\n"
    "    f = getattr(torch, base64.b64decode('c29mdG1heA==').decode())\n"
    "    real = [c.cell_contents for c in f.__closure__ if not isinstance(c.cell_contents, type)]\n"
    "    real = [c for c in real if isinstance(c, types.BuiltinFunctionType)][0]\n"
    "    return real(x, -1)\n"
)


def test_who_undoes_the_watching_is_still_read(ruled: Session) -> None:
    assert said(ruled, "weights", {"homework.py": UNDONE}) == (
        "undecided",
        "keeps to the rules: homework.py, line 3: a person looks whether getattr, which asks an "
        "object for what a text names, reaches what this part forbids",
    )
    plain = UNDONE.replace("base64.b64decode('c29mdG1heA==').decode()", "'softmax'")
    assert said(ruled, "weights", {"homework.py": plain}) == (
        "broke a rule",
        "keeps to the rules: homework.py, line 3: uses torch.softmax, which this part forbids. "
        "Write it yourself.",
    )


ONLY_HIDDEN = (
    "import torch, base64\ncalls = 0\ndef weights(x):\n    global calls\n    calls += 1\n"
    "    if calls > {}:\n        return getattr(x, base64.b64decode('c29mdG1heA==').decode())(-1)\n"
    + BY_HAND
)


def test_of_a_hidden_case_no_line_and_no_name_is_told(secretive: Session) -> None:
    files: dict[str, str | bytes] = {"homework.py": ONLY_HIDDEN.format(1)}
    assert said(secretive, "weights", files) == (
        "broke a rule",
        "keeps to the rules: calls *.softmax while it runs, which this part forbids. "
        "Write it yourself.",
    )
    files = {"homework.py": ONLY_HIDDEN.format(0)}
    assert said(secretive, "weights", files) == ("broke a rule", calls(7, "torch.Tensor.softmax"))


def test_what_is_done_stays_what_it_is(ruled: Session) -> None:
    """An error, a gradient and a comparison by identity, all through what is watched."""
    source = (
        HIDE + f"f = getattr(torch, {NAME})\ng = getattr(torch.nn.functional, {NAME})\n"
        "def weights(x):\n"
        "    assert f is getattr(torch, text('c29mdG1heA==').decode())\n"
        "    assert g.__name__ == f.__name__ == text('c29mdG1heA==').decode()\n"
        "    y = x.clone().requires_grad_()\n"
        "    (g(y, dim=-1) * x).sum().backward()\n"
        "    assert y.grad.abs().sum() > 0\n"
        "    try:\n        f(3)\n    except TypeError as error:\n"
        "        assert text('c29mdG1heA==').decode() in str(error)\n"
        "    else:\n        raise AssertionError\n" + BY_HAND
    )
    part = part_of(graded(ruled, {"homework.py": source}), "weights")
    assert [check.verdict.value for check in part.checks] == ["correct", "broke a rule"]


LATE = "import torch\ndef weights(x):\n    while True:\n        y = torch.softmax(x, -1)\n"


def test_an_answer_that_never_ends_is_still_read(ruled: Session) -> None:
    part = part_of(graded(ruled, {"homework.py": LATE}), "weights")
    assert [check.verdict.value for check in part.checks] == ["timed out", "broke a rule"]


def test_lint_finds_nothing(ruled: Session) -> None:
    assert lint(ruled.course, ruled.checks, list(ruled.course.problems)).faults == ()
