"""`accepts`: what a course's own function decides, and what it can and cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session

PROBLEM = """
id: own/clusters
title: Clusters
prompt: Write `cluster(x)`, which returns labels and centres, and others.
parts:
  cluster:
    asks: function
    call: cluster(x)
    returns: [labels, centres]
    reference: own.cluster
    inputs: {n: 6..8, x: "normal[n, 2]"}
    points: 2
    checks:
      - accepts:
          by: own.belong_together
          words: {far: a point does not belong to its nearest centre, few: a cluster is empty}
          cases: 3
    mistakes:
      - {name: all points are in one cluster, reference: own.one, hint: How many?, credit: 0.25}
  words:
    asks: function
    call: split(text)
    reference: own.split
    inputs: {text: {value: aab}}
    points: 1
    checks:
      - accepts: {by: own.joins, words: {other: "the pieces do not make up the text"}, form: any}
  faulty:
    asks: function
    call: shout(x)
    reference: own.shout
    inputs: {x: "normal[2]"}
    points: 1
    checks:
      - accepts: {by: own.tells, words: {small: it is too small}, cases: 1}
"""

REFERENCE = """
import numpy as np


def cluster(x):
    labels = (x[:, 0] > np.median(x[:, 0])).astype(int)
    return labels, np.stack([x[labels == k].mean(0) for k in (0, 1)])


def one(x):
    return np.zeros(len(x), dtype=int), np.stack([x.mean(0), x.mean(0)])


def belong_together(inputs, truth, result):
    labels, centres = result
    x = inputs["x"]
    assert len(x) == inputs["n"]
    if len(set(labels.tolist())) < len(truth[1]):
        return "few"
    means = np.stack([x[labels == k].mean(0) for k in sorted(set(labels.tolist()))])
    return True if np.allclose(means, centres) else "far"


def split(text):
    return ["a", "a", "b"]


def joins(inputs, truth, result):
    pieces = isinstance(result, list) and all(isinstance(one, str) for one in result)
    return True if pieces and "".join(result) == inputs["text"] else "other"


def shout(x):
    return abs(x)


def tells(inputs, truth, result):
    if (result < 0).any():
        return str(inputs["x"])
    if (result > 9).all():
        raise ValueError(inputs["x"])
    return np.bool_(True) if (result == truth).all() else "small"
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("own") / "course"
    write_course(root, {"own": PROBLEM}, {"own": REFERENCE}, 'secret = "hidden"\n')
    with open_session(root, truth_cache, preload=("numpy",)) as session:
        yield session


HALVES = "import numpy as np\ndef cluster(x):\n    labels = (x[:, 1] > np.median(x[:, 1]))"
MEANS = "np.stack([x[labels == k].mean(0) for k in (0, 1)])"
SAYS = "own.tells must return True or one of its words: small"
ROWS = [
    ("cluster", "other clusters", f"{HALVES} * 1\n    return labels, {MEANS}", "correct", 2.0, ""),
    ("cluster", "with other numbers", f"{HALVES} * 1\n    return 1 - labels, {MEANS}[::-1]",
     "correct", 2.0, ""),
    ("cluster", "as a list", f"{HALVES} * 1\n    return labels.tolist(), {MEANS}.tolist()",
     "correct", 2.0, ""),
    ("cluster", "centres that are not theirs", f"{HALVES} * 1\n    return labels, x[:2]", "wrong",
     0.0, "case 1: a point does not belong to its nearest centre"),
    ("cluster", "one cluster", "def cluster(x):\n    return [7] * len(x), x[:2]", "wrong", 0.0,
     "case 1: a cluster is empty"),
    ("cluster", "a mistake",
     "def cluster(x):\n    return [0] * len(x), [x.mean(0).tolist()] * 2", "partly", 0.5,
     "case 1: a cluster is empty"),
    ("cluster", "another shape", "def cluster(x):\n    return [0] * len(x), x", "wrong", 0.0,
     "case 1: centres has another shape than (2, 2)"),
    ("cluster", "no numbers", f"{HALVES} * 1\n    return labels, x[:2] * np.nan", "wrong", 0.0,
     "case 1: centres is NaN in all of its 4 entries"),
    ("cluster", "an error", "def cluster(x):\n    return x[99]", "crashed", 0.0,
     "case 1: IndexError"),
    ("words", "one way", "def split(text):\n    return ['aa', 'b']", "correct", 1.0, ""),
    ("words", "another way", "def split(text):\n    return list(text)", "correct", 1.0, ""),
    ("words", "not so", "def split(text):\n    return ['b', 'aa']", "wrong", 0.0,
     "case 1: the pieces do not make up the text"),
    ("words", "no list", "def split(text):\n    return {1: 2}", "wrong", 0.0,
     "case 1: the pieces do not make up the text"),
    ("words", "an object", "def split(text):\n    return object()", "wrong", 0.0,
     "case 1: the result is an object of a class of its own, which cannot be looked at"),
    ("faulty", "right", "def shout(x):\n    return abs(x)", "correct", 1.0, ""),
    ("faulty", "wrong", "def shout(x):\n    return 0 * x", "wrong", 0.0, "case 1: it is too small"),
    ("faulty", "a word that is not declared", "def shout(x):\n    return -1 - abs(x)",
     "grader fault", 0.0, f"the reference failed: {SAYS}"),
    ("faulty", "an error in the course's function", "def shout(x):\n    return 10 + abs(x)",
     "grader fault", 0.0,
     "the reference failed: own.tells failed on what the answer returned"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "what", "source", "verdict", "points", "message"),
    ROWS,
    ids=[f"{row[0]}: {row[1]}" for row in ROWS],
)
def test_what_it_gets(
    own: Session, part: str, what: str, source: str, verdict: str, points: float, message: str
) -> None:
    found = part_of(graded(own, {"a.py": source + "\n"}), part)
    assert (found.verdict.value, found.score.earned, found.message) == (verdict, points, message)
