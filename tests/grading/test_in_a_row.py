"""Objects with methods, several calls in a row, and inputs that are to be changed in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.checks import all_checks
from grader.course import load_course
from grader.course.faults import CourseFault
from grader.grading import Session
from grader.kinds import language

PROBLEM = """
id: rows/state
title: State
prompt: Write `Momentum(lr)` with `step(w, g)`, `norm(x, state)` and `Norm(d)`.
parts:
  optimiser:
    asks: function
    call: Momentum(lr)
    then: ["step(w, g)", "step(w, h)"]
    returns: [once, twice]
    reference: state.Momentum
    inputs: {n: 2..4, lr: 0.5, w: "normal[n]", g: "normal[n]", h: "normal[n]"}
    points: 2
    checks: [equals: {cases: 2}]
    mistakes:
      - {name: the velocity is forgotten, reference: state.Forgets, hint: Why v?, credit: 0.25}
  norm:
    asks: function
    call: norm(x, state)
    then: norm(y, state)
    changes: state
    returns: [first, second]
    reference: state.norm
    inputs: {n: 3..4, x: "normal[n]", y: "normal[n]", state: {mean: "zeros[1]", name: {value: a}}}
    points: 3
    checks: [equals: {cases: 2}]
  update:
    asks: function
    call: update(w, g)
    changes: w
    reference: state.update
    inputs: {n: 2..3, w: "normal[n]", g: "normal[n]"}
    points: 1
    checks: [equals: {cases: 2}]
  module:
    asks: function
    call: Norm(d)
    then: [train(), forward(x), eval(), forward(x), state_dict()]
    returns: [_, training, _, evaluation, state]
    reference: modules.Norm
    inputs: {n: 3..4, d: 2..3, x: "normal[n, d]"}
    points: 3
    checks: [equals: {cases: 2}]
  trained:
    asks: function
    call: train(x, y)
    then: __call__(z)
    returns: values
    reference: state.train
    inputs: {n: 9..12, m: 5..7, x: "normal[n]", y: "normal[n](0, 0.1)", z: "normal[m]"}
    points: 2
    checks:
      - accepts: {by: state.near, words: {far: the model is too far off}, cases: 2}
"""

REFERENCE = """
def train(x, y):
    mean = y.mean()
    return lambda z: 0 * z + mean


def near(inputs, truth, result):
    return True if abs(result - truth).max() < 0.1 else "far"


class Momentum:
    keeps = 0.9

    def __init__(self, lr):
        self.lr, self.v = lr, 0.0

    def step(self, w, g):
        self.v = self.keeps * self.v + g
        return w - self.lr * self.v


class Forgets(Momentum):
    keeps = 0.0


def norm(x, state):
    state["mean"] = 0.5 * state["mean"] + 0.5 * x.mean()
    return x - state["mean"]


def update(w, g):
    w -= 0.1 * g
"""
MODULES = """
import torch


class Norm(torch.nn.Module):
    def __init__(self, d):
        super().__init__()
        self.register_buffer("mean", torch.zeros(d))

    def forward(self, x):
        if self.training:
            self.mean = 0.5 * self.mean + 0.5 * x.mean(0)
            return x - x.mean(0)
        return x - self.mean
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("rows") / "course"
    write_course(root, {"state": PROBLEM}, {"state": REFERENCE, "modules": MODULES})
    with open_session(root, truth_cache) as session:
        yield session


CLASS = """
class Momentum:
    def __init__(self, lr): self.lr, self.v = lr, None
    def step(self, w, g):
        self.v = g if self.v is None else {}
        return w - self.lr * self.v
"""
IN_PLACE = """
class Momentum:
    def __init__(self, lr=0.1): self.lr, self.v = lr, 0
    def step(self, weights, grads):
        self.v *= 0.9
        self.v = self.v + grads
        weights -= self.lr * self.v
        return weights
"""
NORM = "def norm(x, state):\n    state['mean'] = {}\n    return x - {}\n"
RIGHT_MEAN = "(state['mean'] + x.mean()) / 2"
TORCH = MODULES.replace("self.mean = 0.5 * self.mean + 0.5 * x.mean(0)", "{}")
ROWS = [
    ("optimiser", "a class", CLASS.format("0.9 * self.v + g"), "correct", 2.0, "", ""),
    ("optimiser", "no velocity", CLASS.format("g"), "partly", 1.0,
     "case 1: twice differs in 2 of 2 entries; 1 of 2 outputs is right in every case: once",
     "the velocity is forgotten"),
    ("optimiser", "weights changed in place", IN_PLACE, "partly", 1.0,
     "case 1: twice differs in 2 of 2 entries; 1 of 2 outputs is right in every case: once", ""),
    ("optimiser", "no method", "class Momentum:\n    def __init__(self, lr): pass\n",
     "crashed", 0.0, "case 1: what Momentum makes has no `step`", ""),
    ("optimiser", "a method with other arguments",
     "class Momentum:\n    def __init__(self, lr): pass\n    def step(self, w): pass\n", "crashed",
     0.0, "case 1: Momentum takes step(w), but is called as Momentum(lr), then step(w, g), "
     "then step(w, h)", ""),
    ("norm", "the state is changed", NORM.format(RIGHT_MEAN, "state['mean']"),
     "correct", 3.0, "", ""),
    ("norm", "another array in the same place",
     NORM.replace("['mean'] =", "['mean'][:] =").format(RIGHT_MEAN, "state['mean']"),
     "correct", 3.0, "", ""),
    ("norm", "the state is not changed",
     f"def norm(x, state):\n    return x - {RIGHT_MEAN}\n", "partly", 1.0,
     "case 1: second differs in 3 of 3 entries; 1 of 3 outputs is right in every case: first", ""),
    ("norm", "the state has no mean",
     "def norm(x, state):\n    mean = state.pop('mean', 0)\n    return x - (mean + x.mean()) / 2\n",
     "partly", 1.0,
     "case 1: second differs in 3 of 3 entries; 1 of 3 outputs is right in every case: first", ""),
    ("update", "in place", "def update(w, g):\n    w -= 0.1 * g\n", "correct", 1.0, "", ""),
    ("update", "in place, and returned", "def update(w, g):\n    w -= 0.1 * g\n    return w\n",
     "correct", 1.0, "", ""),
    ("update", "not in place", "def update(w, g):\n    return w - 0.1 * g\n", "wrong", 0.0,
     "case 1: w differs in 3 of 3 entries", ""),
    ("trained", "a function", "def train(x, y):\n    return lambda z: [0.0] * len(z)\n",
     "correct", 2.0, "", ""),
    ("trained", "an object that can be called",
     "class Model:\n    def __call__(self, z): return 0 * z\n"
     "def train(x, y):\n    return Model()\n",
     "correct", 2.0, "", ""),
    ("trained", "not trained", "def train(x, y):\n    return lambda z: z + 1\n", "wrong", 0.0,
     "case 1: the model is too far off", ""),
    ("trained", "no model", "def train(x, y):\n    return 1.0\n", "crashed", 0.0,
     "case 1: what train makes has no `__call__`", ""),
    ("module", "right", TORCH.format("self.mean = (self.mean + x.mean(0)) / 2"),
     "correct", 3.0, "", ""),
    ("module", "no running average", TORCH.format("pass"), "partly", 1.0,
     "case 1: evaluation differs in 12 of 12 entries; 1 of 3 outputs is right in every case: "
     "training", ""),
    ("module", "no buffer",
     TORCH.format("self.mean = (self.mean + x.mean(0)) / 2").replace(
         'self.register_buffer("mean", torch.zeros(d))', "self.mean = torch.zeros(d)"),
     "partly", 2.0,
     "case 1: state has no key 'mean'; 2 of 3 outputs are right in every case: training, "
     "evaluation", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "what", "source", "verdict", "points", "message", "mistake"),
    ROWS,
    ids=[f"{row[0]}: {row[1]}" for row in ROWS],
)
def test_what_it_gets(
    state: Session,
    part: str,
    what: str,
    source: str,
    verdict: str,
    points: float,
    message: str,
    mistake: str,
) -> None:
    found = part_of(graded(state, {"a.py": source}), part)
    assert (found.verdict.value, found.score.earned, found.message) == (verdict, points, message)
    assert (found.mistake.name if found.mistake else "") == mistake


def test_what_is_to_be_changed_is_no_matter_of_a_note(state: Session) -> None:
    source = "def update(w, g):\n    w -= 0.1 * g\n    g *= 0\n"
    found = part_of(graded(state, {"a.py": source}), "update")
    assert (found.verdict.value, found.notes) == (
        "correct",
        ("your function changes its input g in place",),
    )


def test_a_student_is_told_what_to_write(state: Session) -> None:
    parts = state.course.problems["rows/state"].problem.parts
    told = {
        name: list(parts[name].how_to_answer(name, state.course.references, first=False))
        for name in ("optimiser", "update")
    }
    assert told["optimiser"] == [
        "Write this class, in any `.py` file or notebook of your folder:",
        "```python\nclass Momentum:\n    def __init__(self, lr):\n        ...\n\n"
        "    def step(self, w, g):\n        ...\n```",
        "After that these calls are made, in this order: `step(w, g)` and `step(w, h)`.",
    ]
    assert told["update"][2] == "`w` must be changed in place: what is in it afterwards counts."


FAULTS = [
    ("changes: w", "changes: n", "parts.update.changes: `n` is passed to no call, so that nothing "
     "could change it"),
    ("then: norm(y, state)", "then: norm(z, state)", "parts.norm.then: `z` is not an input"),
    ("then: norm(y, state)", "then: norm", "parts.norm.then: `norm` is not a call; write a call "
     "such as `distances(x, y)`"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "instead", "said"), FAULTS)
def test_an_author_is_told(written: str, instead: str, said: str, tmp_path: Path) -> None:
    problem = PROBLEM.replace(written, instead)
    root = write_course(tmp_path / "c", {"s": problem}, {"state": REFERENCE, "modules": MODULES})
    with pytest.raises(CourseFault, match=re.escape(said)):
        load_course(root, language(all_checks()))
