"""A function that fails only because another one does is judged with the reference's for that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, part_of, write_course

from grader.grading import Session

PROBLEM = """
id: steps/{name}
title: Steps
prompt: Write `{call}`.
parts:
  {name}:
    asks: function
    call: {call}
    reference: steps.{name}
    inputs: {{n: 2..3, T: 3..4, x: "normal[T, n]", w: "normal[n]"}}
    points: 2
    checks: [equals: {{cases: 2}}]
"""
CALLS = {"cell": "cell(w, w)", "run": "run(x, w)"}

REFERENCE = """
import numpy as np


def cell(x, state):
    return np.tanh(x + state)


def run(x, w):
    state = w
    for row in x:
        state = cell(row, state)
    return state
"""


@pytest.fixture(scope="module", params=["", 'secret = "hidden"\n'], ids=["open", "hidden"])
def steps(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, truth_cache: Path
) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("steps") / "course"
    problems = {name: PROBLEM.format(name=name, call=call) for name, call in CALLS.items()}
    write_course(root, problems, {"steps": REFERENCE}, request.param)
    with open_session(root, truth_cache, preload=("numpy",)) as session:
        yield session


RUN = "def run(x, w):\n    for row in x:\n        w = cell(row, w)\n    return w\n"
TRIED = (
    "def run(x, w):\n    for row in x:\n        try:\n            w = cell(row, w)\n"
    "        except BaseException:\n            pass\n    return w\n"
)
NUMPY = "import numpy as np\n"
NOTE = "judged with the reference's cell in place of yours"
ROWS = [
    ("both right", {"a.py": f"{NUMPY}def cell(x, s):\n    return np.tanh(x + s)\n{RUN}"},
     "correct", "correct", ()),
    ("a wrong cell", {"a.py": f"def cell(x, s):\n    return x + s\n{RUN}"},
     "wrong", "correct", (NOTE,)),
    ("a cell that crashes", {"a.py": f"def cell(x, s):\n    return x[99]\n{RUN}"},
     "crashed", "correct", (NOTE,)),
    ("a cell that is still empty", {"a.py": f"def cell(x, s):\n    pass\n{RUN}"},
     "not attempted", "correct", (NOTE,)),
    ("a cell in another file",
     {"a.py": f"from b import cell\n{RUN}", "b.py": "def cell(x, s):\n    return x\n"},
     "wrong", "correct", (NOTE,)),
    ("a wrong cell and a wrong loop",
     {"a.py": f"def cell(x, s):\n    return x + s\n{RUN.replace('in x', 'in x[1:]')}"},
     "wrong", "wrong", ()),
    ("no cell, and no function of that name", {"a.py": RUN}, "not attempted", "crashed", ()),
    ("a cell that is not used",
     {"a.py": "def cell(x, s):\n    return x\ndef run(x, w):\n    return w\n"},
     "wrong", "wrong", ()),
    ("everything is caught", {"a.py": "def cell(x, s):\n    return x + s\n"
     + TRIED}, "wrong", "correct", (NOTE,)),
    ("what the reference cannot take", {"a.py": "def cell(x, s):\n    return x\n"
     + RUN.replace("w = cell(row, w)", "w = cell(row, {'state': w})")}, "wrong", "wrong", ()),
    ("an object that cannot be sent", {"a.py": "def cell(x, s):\n    return x\n"
     + RUN.replace("cell(row, w)", "cell(row, object())")}, "wrong", "wrong", ()),
    ("without end", {"a.py": "def cell(x, s):\n    return x\n"
     "def run(x, w):\n    for _ in range(150):\n        w = cell(w, w)\n    return w\n"},
     "wrong", "wrong", ()),
]  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.in_turn("steps")
@pytest.mark.parametrize(
    ("what", "files", "cell", "run", "notes"), ROWS, ids=[row[0] for row in ROWS]
)
def test_one_mistake_costs_once(
    steps: Session, what: str, files: dict[str, str], cell: str, run: str, notes: tuple[str, ...]
) -> None:
    report = graded(steps, files)
    assert part_of(report, "cell").verdict.value == cell
    found = part_of(report, "run")
    assert (found.verdict.value, found.notes) == (run, notes), found.message


def test_where_the_other_function_is_not_asked_for_it_costs_where_it_is_used(
    steps: Session,
) -> None:
    source = f"def cell(x, s):\n    return x + s\n{RUN}"
    found = part_of(graded(steps, {"a.py": source}, ["steps/run"]), "run")
    assert (found.verdict.value, found.score.earned) == ("wrong", 0.0)
