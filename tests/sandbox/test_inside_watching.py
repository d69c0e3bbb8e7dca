"""Watching forbidden functions: what is found, what is noted, and that nothing is left behind."""

from __future__ import annotations

import inspect
import pickle
import sys
import types
from typing import Any

import numpy as np
import pytest
import torch

from grader.sandbox.inside.watched import watchables
from grader.sandbox.inside.watching import Noted, watching

F = torch.nn.functional

WATCHED = [
    # pattern, some of what is watched, what is not
    ("torch.softmax", {"torch.softmax"}, {"torch.nn.functional.softmax"}),
    ("torch.Tensor.softmax", {"torch.Tensor.softmax"}, {"torch.softmax"}),
    ("*.softmax", {"torch.Tensor.softmax", "torch.softmax", "torch.nn.functional.softmax"}, set()),
    ("*.backward", {"torch.Tensor.backward"}, set()),
    ("torch.autograd", {"torch.autograd.grad", "torch.autograd.functional.jacobian"},
     {"torch.autograd.cast", "torch.autograd.no_grad", "torch.autograd.Function"}),
    ("torch.func", {"torch.func.grad"}, {"torch.func.vmap"}),  # which is torch.vmap
    ("torch.func.vmap", {"torch.func.vmap"}, set()),  # but here it is meant
    ("torch.nn.functional.*", {"torch.nn.functional.softmax", "torch.nn.functional.gelu"},
     {"torch.nn.functional.handle_torch_function", "torch.nn.functional.math"}),
    ("numpy.linalg", {"numpy.linalg.inv"}, set()),
    ("torch.nn.Softmax", {"torch.nn.Softmax"}, set()),
    ("math.exp", {"math.exp"}, set()),
    ("numpy.exp", set(), {"numpy.exp"}),  # a ufunc
    ("numpy.ndarray.dot", {"numpy.ndarray.dot"}, set()),  # found, and then refused
    ("sum", set(), {"sum"}),
    ("no_such_library.tool", set(), set()),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "these", "not_those"), WATCHED)
def test_what_is_watched(pattern: str, these: set[str], not_those: set[str]) -> None:
    found = {one.name for one in watchables([pattern])}
    assert these <= found
    assert not not_those & found


def test_not_without_end() -> None:
    assert len(watchables(["torch"])) == 400


def students(source: str, **names: Any) -> types.ModuleType:
    """A module of a student's file `homework.py`."""
    module = types.ModuleType("homework")
    vars(module).update(names)
    exec(compile(source, "homework.py", "exec"), vars(module))
    return module


def noted(pattern: str, source: str, **names: Any) -> list[list[Any]]:
    """What is noted while `f` of a student's file runs."""
    module, called = students(source, **names), Noted([])
    with watching([pattern], lambda: [module], called):
        module.f()
    return called.found


X = torch.zeros(2, 3)


@pytest.mark.parametrize(
    ("pattern", "call"),
    [
        ("torch.softmax", "torch.softmax(x, -1)"),
        ("torch.nn.functional.softmax", "torch.nn.functional.softmax(x, dim=-1)"),
        ("torch.Tensor.softmax", "x.softmax(-1)"),
        ("torch.nn.functional.gelu", "torch.nn.functional.gelu(x)"),
    ],
)
def test_a_note_and_nothing_else(pattern: str, call: str) -> None:
    module, called = students(f"def f():\n    return {call}\n", torch=torch, x=X), Noted([])
    with watching([pattern], lambda: [module], called):
        result = module.f()
    assert called.found == [[pattern, pattern, "homework.py", 2, None]]
    assert torch.equal(result, module.f())


def test_a_name_that_was_imported_before() -> None:
    source = (
        "def f(g=softmax, *, h=softmax):\n    g(x, 0)\n    h(x, 0)\n    softmax(x, 0)\n"
        "    tools[0](x, 0)\n    C.tool(x, 0)\nclass C:\n    tool = softmax\ntools = [softmax]\n"
    )
    found = noted("torch.softmax", source, softmax=torch.softmax, x=X)
    assert [entry[3] for entry in found] == [2, 3, 4, 5, 6]


HELD = {
    # what holds it, how it is called
    "an object": ("class C:\n    pass\nh = C()\nh.tool = softmax", "h.tool"),
    "an object with slots": (
        "class C:\n    __slots__ = ('tool', 'none')\nh = C()\nh.tool = softmax", "h.tool"),
    "an object that guards its attributes": (
        "class C:\n    def __getattribute__(self, name):\n        raise KeyError(name)\n"
        "h = C()\nobject.__setattr__(h, 'tool', softmax)", "object.__getattribute__(h, 'tool')"),
    "a namespace": ("import types\nh = types.SimpleNamespace(tool=softmax)", "h.tool"),
    "a static method": ("class C:\n    tool = staticmethod(softmax)", "C.tool"),
    "a class that is made by another": (
        "import abc\nclass C(abc.ABC):\n    tool = [softmax]", "C.tool[0]"),
    "a queue": ("import collections\nh = collections.deque([softmax])", "h[0]"),
    "a dictionary with a default": (
        "import collections\nh = collections.defaultdict(list, tool=softmax)", "h['tool']"),
    "a set": ("h = {softmax}", "next(iter(h))"),
    "a partial": ("import functools\nh = functools.partial(softmax)", "h"),
    "what a partial is given": (
        "import functools\nh = functools.partial(lambda fs, *a: fs[0](*a), [softmax])", "h"),
    "a bound method": (
        "class C:\n    def __init__(self):\n        self.tool = softmax\n"
        "    def run(self, *a):\n        return self.tool(*a)\nh = C().run", "h"),
}  # fmt: skip


@pytest.mark.parametrize(("holding", "call"), HELD.values(), ids=HELD)
def test_what_the_student_holds_is_found_and_put_back(holding: str, call: str) -> None:
    source = f"{holding}\ndel softmax\ndef f():\n    return {call}(x, 0)\n"
    module, called = students(source, softmax=torch.softmax, x=X), Noted([])
    with watching(["torch.softmax"], lambda: [module], called):
        module.f()
    assert [entry[:2] for entry in called.found] == [["torch.softmax", "torch.softmax"]]
    called.found.clear()
    module.f()
    assert called.found == []


def test_a_library_s_own_call_is_not_noted() -> None:
    source = "def f():\n    layer(x)\n"
    assert noted("torch.nn.functional.softmax", source, layer=torch.nn.Softmax(-1), x=X) == []


def test_nothing_is_left_behind() -> None:
    before = [torch.softmax, F.softmax, F.softmax.__code__, inspect.signature(F.softmax)]
    source = "from torch import softmax\ndef f(g=softmax): pass\n"
    module = students(source)
    with watching(["*.softmax"], lambda: [module], Noted([])):
        assert torch.softmax is not before[0]
        assert F.softmax is before[1]
        assert inspect.signature(F.softmax) == before[3]
        assert pickle.loads(pickle.dumps(F.softmax)) is F.softmax
    after = [torch.softmax, F.softmax, F.softmax.__code__, inspect.signature(F.softmax)]
    assert after == before
    assert "softmax" not in vars(torch.Tensor)
    assert (module.softmax, module.f.__defaults__) == (torch.softmax, (torch.softmax,))


def test_what_cannot_be_replaced_is_left_alone() -> None:
    assert noted("numpy.ndarray.dot", "def f(): x.dot(x)", x=np.ones(2)) == []
    assert noted("numpy.add", "def f(): np.add.outer(x, x)", np=np, x=np.ones(2)) == []


class Spoilt:
    """Stands where a library stood."""

    def __getattr__(self, name: str) -> Any:
        raise ValueError(name)


def test_a_library_that_a_student_has_spoilt_costs_the_notes_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numpy.linalg", Spoilt())
    assert noted("numpy.linalg.inv", "def f(): pass") == []


def test_a_student_s_own_file_of_that_name_is_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    module = students("def tool(): pass\ndef f(): tool()\n")
    module.__file__ = "homework.py"
    monkeypatch.setitem(sys.modules, "homework", module)
    called = Noted([])
    with watching(["homework.tool"], lambda: [module], called):
        module.f()
    assert called.found == []
