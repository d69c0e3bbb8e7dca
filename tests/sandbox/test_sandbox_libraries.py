"""Which libraries are imported before the first fork, and what they need by then."""

from __future__ import annotations

import pytest

from grader.sandbox import Call, Limits, Returned, Sandbox
from grader.sandbox.libraries import libraries_in

STEP = b"""
import sys
import torch

def warm():
    return "torch._dynamo" in sys.modules

def step():
    weight = torch.ones(2, requires_grad=True)
    weight.sum().backward()
    getattr(torch, "opt" + "im").SGD([weight], lr=0.5).step()
    return weight.tolist()
"""


@pytest.mark.parametrize(
    ("sources", "libraries"),
    [
        ([], ("numpy",)),
        ([b"def f(x): return x"], ("numpy",)),
        ([b"import torch"], ("numpy", "torch")),
        ([b"import torch  # the optimal one, optimised"], ("numpy", "torch")),
        ([b"torch.optim.SGD"], ("numpy", "torch", "torch.optim")),
        ([b'"from torch import nn, optim\\n"'], ("numpy", "torch", "torch.optim")),
        ([b"import torch", b"from models import optim"], ("numpy", "torch", "torch.optim")),
        ([b"optim = 3"], ("numpy",)),
        ([b"import matplotlib.pyplot as plt"], ("numpy", "matplotlib.pyplot")),
        ([b"import scipy", b"import sympy, pandas"], ("numpy", "scipy", "sympy", "pandas")),
    ],
)
def test_what_the_sources_mention_is_warmed(
    sources: list[bytes], libraries: tuple[str, ...]
) -> None:
    assert libraries_in(sources) == libraries


@pytest.mark.parametrize("optimisers", [False, True], ids=["torch alone", "with optimisers"])
def test_an_optimiser_works_sealed_whether_it_was_warmed_or_not(optimisers: bool) -> None:
    preload = ("numpy", "torch", "torch.optim") if optimisers else ("numpy", "torch")
    with Sandbox(preload) as sandbox, sandbox.open({"hw.py": STEP}) as cell:
        seen = cell.load("hw.py", Limits(60, 60)).run(
            [Call("warm", ()), Call("step", ())], Limits(60, 60)
        )
    values = [one.value if isinstance(one, Returned) else one for one in seen]
    assert values == [optimisers, [0.5, 0.5]]


def test_garbage_is_collected_in_what_runs_an_answer() -> None:
    """Not while libraries are imported, which takes longer with it; but then again."""
    source = b"import gc\n\ndef collects():\n    return gc.isenabled()\n"
    with Sandbox() as sandbox, sandbox.open({"hw.py": source}) as cell:
        (seen,) = cell.load("hw.py", Limits(60, 60)).run([Call("collects", ())], Limits(60, 60))
    assert isinstance(seen, Returned)
    assert seen.value is True
