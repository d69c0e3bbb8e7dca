"""Whose method a name is, and which names a function takes from outside: read from the source."""

from __future__ import annotations

import ast

import pytest

from grader.sandbox.inside.outside import outside_names, scope_of
from grader.sandbox.inside.statements import read_statements
from grader.sandbox.inside.uses import uses_in

CELL = "class Cell:\n    def backward(self, d): return d\n"


def names(source: str, word: str = "backward", **others: str) -> list[str]:
    """What `f` in a.py uses that has `word` in its name, as rules see it."""
    files = {"a": source, **others}
    statements = {
        f"{path}.py": read_statements(f"{path}.py", text.encode())[0]
        for path, text in files.items()
    }
    return [use[0] for use in uses_in(statements)["a.py"]["f"] if word in use[0]]


OWN = {
    "an object made where it is used": CELL + "def f(d): return Cell().backward(d)",
    "it is inherited": (
        CELL + "class B(Cell): pass\ndef f(d):\n    c = B()\n    return c.backward(d)"
    ),
    "super": CELL + "class f(Cell):\n    def run(self, d): return super().backward(d)",
    "super with its arguments": (
        CELL + "class f(Cell):\n    def run(self, d): return super(f, self).backward(d)"
    ),
    "an attribute of its objects": (
        "from torch import nn\nclass f(nn.Module):\n    def __init__(self):\n"
        "        self.backward = lambda d: d\n    def run(self, d): return self.backward(d)"
    ),
    "an attribute of the class": "class C:\n    backward = True\ndef f(): return C.backward",
    "a field": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    backward: bool = True\n"
        "c = C()\ndef f(): return c.backward"
    ),
    "an attribute that is given from outside": (
        "class C: pass\nc = C()\nc.backward = True\ndef f(): return c.backward"
    ),
    "a namespace": (
        "from types import SimpleNamespace\nc = SimpleNamespace(backward=True)\n"
        "def f(): return c.backward"
    ),
    "a namespace that is filled later": (
        "import types\nc = types.SimpleNamespace()\nc.backward = True\ndef f(): return c.backward"
    ),
    "a class method": (
        "class f:\n    @classmethod\n    def backward(cls, d): return d\n"
        "    @classmethod\n    def run(cls, d): return cls.backward(d)"
    ),
    "an object made in the function": CELL + "def f(d):\n    c = Cell()\n    return c.backward(d)",
    "an object made at the top": CELL + "c = Cell()\ndef f(d): return c.backward(d)",
    "by way of the class": CELL + "def f(d): return Cell.backward(None, d)",
    "a method of itself": (
        "class f:\n    def backward(self, d): return d\n"
        "    def run(self, d): return self.backward(d)"
    ),
    "a base that cannot change it": (
        "from torch import nn\nclass Cell(nn.Module):\n    def backward(self, d): return d\n"
        "def f(d):\n    c = Cell()\n    return c.backward(d)"
    ),
}


def net(init: str, run: str, base: str = "") -> str:
    return (
        f"from torch import nn, ones\nclass f{base}:\n    def __init__(self):\n        {init}\n"
        f"    def run(self, d):\n        {run}\n"
    )


LOOP = "for c in reversed(self.cells): d = c.backward(d)"
ROWS = {
    "a list": net("self.cells = [Cell(), Cell()]", LOOP),
    "a list that is filled": net("self.cells = []; self.cells.append(Cell())", LOOP),
    "a list that a loop makes": net("self.cells = [Cell() for _ in range(3)]", LOOP),
    "layers": net("self.cells = nn.ModuleList([Cell()])", LOOP, "(nn.Module)"),
    "one of them": net("self.cells = [Cell()]", "return self.cells[0].backward(d)"),
    "with their numbers": net(
        "self.cells = [Cell()]", "for i, c in enumerate(self.cells): c.backward(i)"
    ),
    "backwards": "cells = [Cell()]\ndef f(d):\n    for c in cells[::-1]: d = c.backward(d)",
}


@pytest.mark.parametrize("source", ROWS.values(), ids=ROWS)
def test_what_stands_in_a_list_of_its_own_objects_is_its_own(source: str) -> None:
    assert names(CELL + source) == ["backward"]


MIXED_ROWS = {
    "it is passed in": net("self.cells = d", LOOP),
    "something else is put there": net("self.cells = [Cell()]; self.cells[0] = ones(1)", LOOP),
    "something else is appended": net("self.cells = [Cell()]; self.cells.append(ones(1))", LOOP),
    "it has another name": net("self.cells = [Cell()]; q = self.cells; q.append(ones(1))", LOOP),
    "it is extended": net("self.cells = [Cell()]; self.cells.extend([ones(1)])", LOOP),
    "it is set by its text": net("self.cells = [Cell()]; self.__dict__['cells'] = [d]", LOOP),
    "a library's class may have it": net(
        "pass", "self.T = [Cell()]\n        for c in self.T: c.backward(d)", "(nn.Linear)"
    ),
    "a property": net("self.cells = [Cell()]", LOOP)
    + "    @property\n    def cells(self): return ones(3)\n",
    "that of another object": net("self.T = [Cell()]", "for c in d.T: c.backward(d)"),
    "an argument": "cells = [Cell()]\ndef f(cells):\n    for c in cells: c.backward(1)",
}


@pytest.mark.parametrize("source", MIXED_ROWS.values(), ids=MIXED_ROWS)
def test_a_list_that_may_hold_something_else_is_marked(source: str) -> None:
    assert names(CELL + source) == ["<own?> c.backward"]


def test_a_list_that_another_file_may_change_is_marked() -> None:
    other = "def change(net, d): net.cells[0] = d"
    assert names(CELL + ROWS["a list"], layers_of_mine=other) == ["<own?> c.backward"]


@pytest.mark.parametrize("source", OWN.values(), ids=OWN)
def test_a_method_of_its_own_is_told_without_its_object(source: str) -> None:
    assert names(source) == ["backward"]


def test_what_other_files_of_the_submission_define_is_its_own() -> None:
    source = (
        "import layers_of_mine\nfrom layers_of_mine import Cell as C\n"
        "def f(d):\n    c = C()\n    layers_of_mine.backward(d)\n    return c.backward(d)"
    )
    assert names(source, layers_of_mine=CELL + "def backward(d): return d") == ["backward"]


def test_an_object_that_another_file_makes_is_its_own() -> None:
    source = "from layers_of_mine import cell\ndef f(d): return cell.backward(d)"
    assert names(source, layers_of_mine=CELL + "cell = Cell()") == ["backward"]


DOUBTFUL = {
    "it was passed in": ("def f(c, d): return c.backward(d)", "c.backward"),
    "it comes from a list": ("def f(cs):\n    for c in cs: c.backward(1)", "c.backward"),
    "the name means two things": (
        "def f(x):\n    c = Cell()\n    c = x.sum()\n    return c.backward()",
        "c.backward",
    ),
    "a local name hides the class": (
        "def f(x):\n    Cell = x.sum()\n    return Cell.backward()",
        "Cell.backward",
    ),
    "an argument hides the object": ("c = Cell()\ndef f(c): return c.backward()", "c.backward"),
    "it is inherited beside a library's": (
        "import torch\nclass B(torch.Tensor, Cell): pass\n"
        "def f(d):\n    c = B()\n    return c.backward(d)",
        "c.backward",
    ),
    "an attribute that a library's class may have too": (
        "import torch\nclass f(torch.Tensor):\n    def never(self): self.backward = None\n"
        "    def run(self): return self.backward()",
        "self.backward",
    ),
    "a base that is no name": (
        "class f(type(print)):\n    def never(self): self.backward = None\n"
        "    def run(self): return self.backward()",
        "self.backward",
    ),
    "classes that inherit from each other": (
        "class A(B): pass\nclass B(A): pass\ndef f(d):\n    a = A()\n    return a.backward(d)",
        "a.backward",
    ),
    "super of a library's": (
        "import torch\nclass f(torch.Tensor):\n    def run(self): return super().backward()",
        ".backward",
    ),
    "a copy": (
        "import copy\ncell = Cell()\ndef f(d):\n    c = copy.copy(cell)\n    return c.backward(d)",
        "c.backward",
    ),
    "the result of a call": ("def f(x): return x.sum().backward()", ".backward"),
    "a static method has no self": (
        "class f:\n    def backward(self): pass\n"
        "    @staticmethod\n    def run(self): return self.backward()",
        "self.backward",
    ),
    "a class that makes other objects": (
        "class T:\n    def __new__(cls, x): return x\n    def backward(self): pass\n"
        "def f(x):\n    loss = T(x)\n    return loss.backward()",
        "loss.backward",
    ),
    "a class of a class": (
        "class T(metaclass=M):\n    def backward(self): pass\n"
        "def f(x):\n    loss = T(x)\n    return loss.backward()",
        "loss.backward",
    ),
    "a class that a decorator replaces": (
        "@swap\nclass T:\n    def backward(self): pass\n"
        "def f(x):\n    loss = T(x)\n    return loss.backward()",
        "loss.backward",
    ),
    "an object that changes its class": (
        "def f(x):\n    c = Cell()\n    c.__class__ = type(x)\n    return c.backward()",
        "c.backward",
    ),
}


@pytest.mark.parametrize(("source", "name"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_where_it_may_be_another_it_is_marked(source: str, name: str) -> None:
    assert names(CELL + source) == [f"<own?> {name}"]


LIBRARY = {
    "a library that is imported inside": (
        CELL + "def f(x):\n    import torch\n    torch.Tensor.backward(x)",
        "torch.Tensor.backward",
    ),
    "no method of that name": ("def f(loss): return loss.backward()", "loss.backward"),
    "a library's class": (
        CELL + "import torch\ndef f(x): return torch.Tensor.backward(x)",
        "torch.Tensor.backward",
    ),
    "an object of a library's class": (
        CELL + "import torch\ndef f(x):\n    t = torch.nn.Linear(2, 3)\n    return t.backward()",
        "t.backward",
    ),
}


@pytest.mark.parametrize(("source", "name"), LIBRARY.values(), ids=LIBRARY)
def test_a_library_s_stays_what_it_is(source: str, name: str) -> None:
    assert names(source) == [name]


def test_a_file_with_the_name_of_a_library_does_not_stand_in_for_it() -> None:
    fake = "class Tensor:\n    def backward(self): pass"
    source = "import torch\ndef f(x): return torch.Tensor.backward(x)"
    assert names(source, torch=fake) == ["torch.Tensor.backward"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(x): return W @ x + b", {"W": 1, "b": 1}),
        ("def f(x):\n    y = len(x)\n    return y * W\n", {"W": 3}),
        ("def f(x):\n    W = 2\n    def g(y): return W * y + b\n    return g(x)", {"b": 3}),
        ("def f(x): return [w * x for w in ws]", {"ws": 1}),
        ("class C:\n    W = start\n    def g(self): return W", {"W": 2}),
        ("f = lambda x: W * x", {"W": 1}),
        ("W = np.ones(3)", {}),
        ("def f(x, W=W): return W * x", {}),
        ("def f(x):\n    global W\n    W = x\n    return W", {"W": 3}),
        ("def f(x): nonlocal y", {}),
    ],
)
def test_what_is_read_from_outside(source: str, found: dict[str, int]) -> None:
    (node,) = ast.parse(source).body
    assert outside_names(node, scope_of(node)) == found


def test_only_values_of_the_top_level_count() -> None:
    source = "import numpy as np\ndef g(x): return x\nW = 3\ndef f(x): return np.exp(g(x)) * W * v"
    assert names(source, "<outside>") == ["<outside> W", "<outside> v"]
