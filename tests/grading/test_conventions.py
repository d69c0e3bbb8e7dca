"""Conventions: an answer that differs from the reference and is as right, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session

REFERENCE = """
import numpy as np
import torch


def hidden(n):
    return torch.ones(n, n).triu(1).bool()


def visible(n):
    return ~hidden(n)


def as_bias(n):
    return torch.zeros(n, n).masked_fill(hidden(n), -torch.inf)


def without_itself(n):
    return torch.ones(n, n).tril(-1).bool()


def energy(x):
    return (x**2).sum(-1)


def half_energy(x):
    return energy(x) / 2


def weights(x):
    return torch.softmax(x, -1)


def weights_of_negatives(x):
    return torch.softmax(-x, -1)


def forward(x):
    return x, 2 * x


def backward(dout, out):
    return dout * out


def backward_halved(dout, out):
    return dout * out / 2
"""

PROBLEM = """
id: small/conventions
title: Conventions
prompt: Each part may be answered in more than one way.
parts:
  mask:
    asks: function
    call: mask(n)
    reference: rows.visible
    inputs: {n: 3..6}
    points: 4
    checks:
      - equals: {examples: [{inputs: {n: 2}, expect: [[true, false], [true, true]]}]}
      - equals: {cases: 2}
      - rules: {forbid: [numpy.tri]}
    conventions:
      - {name: True marks what is hidden, reference: rows.hidden, hint: Here it is visible.}
      - {name: what is added to the scores, reference: rows.as_bias}
    mistakes:
      - {name: a position does not see itself, reference: rows.without_itself}
  energy:
    asks: function
    call: energy(x)
    reference: rows.energy
    library: torch
    inputs: {n: 2..3, m: 4..5, x: "normal[n, m]"}
    points: 2
    checks:
      - equals: {cases: 2}
      - gradient: {wrt: [x], cases: 1}
    conventions:
      - {name: half the sum of squares, reference: rows.half_energy}
  weights:
    asks: function
    call: weights(x)
    reference: rows.weights
    inputs: {n: 2..3, m: 4..5, x: "normal[n, m]"}
    points: 2
    checks:
      - equals: {cases: 2}
      - property: {holds: rows_sum_to_one, inputs: {x: "5 * normal[n, m]"}}
      - efficiency: {at_most: 1000}
    conventions:
      - {name: distances in place of scores, reference: rows.weights_of_negatives}
  backward:
    asks: function
    first: out = forward(x)
    call: backward(dout, out[1])
    reference: rows.backward
    inputs: {n: 2..3, x: "normal[n]", dout: "normal[n]"}
    points: 2
    checks:
      - equals: {cases: 2}
    conventions:
      - {name: the cost has a factor of one half, reference: rows.backward_halved}
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("conventions") / "course"
    write_course(root, {"conventions": PROBLEM}, {"rows": REFERENCE})
    with open_session(root, truth_cache) as opened:
        yield opened


HEAD = "import numpy as np\nimport torch\n"
FORWARD = "def forward(x):\n    return x, 2 * x\n"
EXAMPLE = "gives the expected values: example 1: the result differs in {} of 4 entries"
HIDDEN = "read as: True marks what is hidden. Here it is visible."

# part, what, source, verdict, points, message, notes
TABLE = [
    ("mask", "right", "def mask(n): return np.arange(n) <= np.arange(n)[:, None]",
     "correct", 4.0, "", ()),
    ("mask", "by the first convention", "def mask(n): return np.arange(n) > np.arange(n)[:, None]",
     "correct", 4.0, "", (HIDDEN,)),
    ("mask", "by the second convention",
     "def mask(n): return np.log(1 - np.triu(np.ones((n, n)), 1))[None]",
     "correct", 4.0, "",
     ("accepted, although axes of length 1 are not as asked: the result",
      "read as: what is added to the scores")),
    ("mask", "by one convention here and by another there",
     "def mask(n):\n    v = torch.ones(n, n).tril()\n    return v == 0 if n == 2 else v.log()",
     "wrong", 0.0, EXAMPLE.format(4), ()),
    ("mask", "right on the example, by a convention elsewhere",
     "def mask(n): return (torch.ones(n, n).tril() > 0) ^ (n > 2)",
     "partly", 2.0,
     "agrees with the reference: case 1: the result differs in 9 of 9 entries", ()),
    ("mask", "a mistake is not taken for a convention",
     "def mask(n): return np.arange(n) < np.arange(n)[:, None]",
     "wrong", 0.0, EXAMPLE.format(2), ()),
    ("mask", "by a convention, but against the rules",
     "def mask(n): return np.tri(n) == 0",
     "broke a rule", 0.0,
     "keeps to the rules: homework.py, line 3: uses numpy.tri, which this part forbids.", ()),
    ("mask", "crashes in one check",
     "def mask(n): return np.arange(n) > np.arange(n)[:, None] if n == 2 else undefined",
     "crashed", 0.0,
     "agrees with the reference: case 1: NameError: name 'undefined' is not defined at "
     "homework.py, line 3", ()),
    ("energy", "right", "def energy(x): return x.pow(2).sum(-1)", "correct", 2.0, "", ()),
    ("energy", "by the convention, and so are its gradients",
     "def energy(x): return 0.5 * x.pow(2).sum(-1)",
     "correct", 2.0, "", ("read as: half the sum of squares",)),
    ("energy", "by the convention, with other gradients",
     "def energy(x): return (0.5 * x.detach() * x).sum(-1)",
     "wrong", 0.0,
     "agrees with the reference: case 1: the result differs in 3 of 3 entries", ()),
    ("weights", "by the convention", "def weights(x): return torch.softmax(-x, -1)",
     "correct", 2.0, "", ("read as: distances in place of scores",)),
    ("weights", "by the convention, without the property",
     "def weights(x):\n    w = torch.softmax(-x, -1)\n    return w + (w.max() > 0.99)",
     "wrong", 0.0,
     "agrees with the reference: case 1: the result differs in 12 of 12 entries", ()),
    ("backward", "by the convention, after a first call",
     FORWARD + "def backward(dout, out): return 0.5 * out * dout",
     "correct", 2.0, "", ("read as: the cost has a factor of one half",)),
    ("backward", "by the convention, with a first call that is wrong",
     FORWARD.replace("2 *", "3 *") + "def backward(dout, out): return 0.5 * out * dout",
     "correct", 2.0, "",
     ("judged with the reference's forward in place of yours",
      "read as: the cost has a factor of one half")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "what", "source", "verdict", "points", "message", "notes"),
    TABLE,
    ids=[f"{row[0]}: {row[1]}" for row in TABLE],
)
def test_an_answer_by_a_convention(
    session: Session,
    name: str,
    what: str,
    source: str,
    verdict: str,
    points: float,
    message: str,
    notes: tuple[str, ...],
) -> None:
    part = part_of(graded(session, {"homework.py": HEAD + source + "\n"}), name)
    assert (part.verdict.value, part.score.earned, part.message) == (verdict, points, message)
    assert set(part.notes) == set(notes)


def test_the_mistake_is_still_named(session: Session) -> None:
    source = HEAD + "def mask(n): return np.arange(n) < np.arange(n)[:, None]\n"
    part = part_of(graded(session, {"homework.py": source}), "mask")
    assert part.mistake is not None
    assert part.mistake.name == "a position does not see itself"
