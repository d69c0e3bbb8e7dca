"""A course made from nothing with `grader new`, edited to a problem of its own, and used."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typed import run

Grader = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def grader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grader:
    monkeypatch.delenv("GRADER_COURSE", raising=False)
    folder = tmp_path / "course"
    folder.mkdir()
    return partial(run, folder=folder, GRADER_CACHE=str(tmp_path / "cache"))


PROBLEM = """\
# yaml-language-server: $schema=../../problem.schema.json
id: norms/layer-norm
title: Every row has mean zero
prompt: |
  Write `layer_norm(x, eps)`, which returns, for every row,

  $$ y_i = \\frac{x_i - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} . $$
formulas:
  - part: code
    left: y_i
    indices: {row: 0..n-1, i: 0..d-1}
    means:
      x: x[row]
      y: result[row]
      mu: mean(x)
      sigma: sqrt(mean((x - mu)^2))
      epsilon: eps
parts:
  code:
    asks: function
    call: layer_norm(x, eps)
    reference: norms.layer_norm
    inputs: {n: 2..5, d: 3..8, x: "3 * normal[n, d] + 1", eps: "choice(1e-5, 0.1)"}
    points: 5
    checks:
      - equals: {cases: 6, public: 1, weight: 3}
      - equals: {name: rows of equal numbers, cases: 2, inputs: {x: "ones[n, d]"}, weight: 2}
    mistakes:
      - name: the deviation is not biased
        reference: norms.with_sample_deviation
        hint: Do you divide by d, or by d - 1?
        credit: 0.2
  why:
    asks: prose
    text: Why is a small number added?
    points: 2
    rubric: [names division by zero]
"""
REFERENCE = """\
import numpy as np


def layer_norm(x, eps):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)


def with_sample_deviation(x, eps):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True, ddof=1) + eps)
"""
# folder -> (its code, the points of the part `code`, its verdict, the mistake named)
ANSWERS = {
    "right": (
        "import numpy as np\n\n\ndef layer_norm(x, eps):\n"
        "    centred = x - x.mean(axis=-1, keepdims=True)\n"
        "    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)\n",
        (5.0, "correct", None),
    ),
    "without_eps": (
        "def layer_norm(x, eps):\n"
        "    return (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)\n",
        (0.0, "wrong", None),
    ),
    "unbiased": (
        "import numpy as np\n\n\ndef layer_norm(x, eps):\n"
        "    spread = x.var(-1, keepdims=True, ddof=1)\n"
        "    return (x - x.mean(-1, keepdims=True)) / np.sqrt(spread + eps)\n",
        (1.0, "partly", "the deviation is not biased"),
    ),
}


def test_a_course_from_nothing(grader: Grader, tmp_path: Path) -> None:
    course = tmp_path / "course"
    made = grader("new", "norms/layer-norm")
    assert made.returncode == 0, made.stderr
    assert made.stdout == (
        "the problem: problems/norms/layer-norm.yaml\n"
        "its reference: reference/norms.py\n"
        "an example answer: submissions_example/layer_norm/answer.py\n"
        "for completion in an editor: problem.schema.json\n"
        "\n"
        "next: edit them, then run\n"
        "  grader lint problems/norms/layer-norm.yaml\n"
        "  grader check submissions_example/layer_norm --assignment norms/layer-norm\n"
    )
    # What it wrote works as it is, with the two commands that it names.
    linted = grader("lint", "problems/norms/layer-norm.yaml")
    assert (linted.returncode, linted.stdout) == (0, "1 problem: no faults\n")
    assert _score(grader, "submissions_example/layer_norm") == (4.0, 4.0)

    (course / "problems/norms/layer-norm.yaml").write_text(PROBLEM, encoding="utf-8")
    (course / "reference/norms.py").write_text(REFERENCE, encoding="utf-8")
    linted = grader("lint")
    assert (linted.returncode, linted.stdout) == (0, "1 problem: no faults\n")

    for name, (code, wanted) in ANSWERS.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "mine.py").write_text(code, encoding="utf-8")
        report = _report(grader, str(folder))
        part = report["problems"][0]["parts"][0]
        mistake = (part["mistake"] or {}).get("name")
        assert (part["score"]["earned"], part["verdict"], mistake) == wanted, name
        assert report["score"]["possible"] == 7.0


def test_new_adds_to_a_topic_and_overwrites_nothing(grader: Grader, tmp_path: Path) -> None:
    course = tmp_path / "course"
    assert grader("new", "norms/layer-norm").returncode == 0
    again = grader("new", "norms/layer-norm")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == (
        "problems/norms/layer-norm.yaml exists already; choose another id or remove it\n"
    )
    # The same topic shares a reference module; another topic may ask for the same name.
    assert grader("new", "norms/batch-norm").returncode == 0
    assert grader("new", "other/layer-norm").returncode == 0
    reference = (course / "reference/norms.py").read_text(encoding="utf-8")
    assert [line for line in reference.splitlines() if line.startswith("def ")] == [
        "def layer_norm(x: Floats) -> Floats:",
        "def layer_norm_squared(x: Floats) -> Floats:",
        "def batch_norm(x: Floats) -> Floats:",
        "def batch_norm_squared(x: Floats) -> Floats:",
    ]
    assert sorted(path.name for path in (course / "submissions_example").iterdir()) == [
        "batch_norm",
        "layer_norm",
        "other_layer_norm",
    ]
    linted = grader("lint")
    assert (linted.returncode, linted.stdout) == (0, "3 problems: no faults\n")


def test_new_refuses_a_name_that_the_reference_has(grader: Grader, tmp_path: Path) -> None:
    reference = tmp_path / "course/reference/norms.py"
    reference.parent.mkdir()
    reference.write_text("def layer_norm(x):\n    return x\n", encoding="utf-8")
    done = grader("new", "norms/layer-norm")
    assert done.returncode == 2
    assert done.stderr == "reference/norms.py defines layer_norm already; choose another id\n"
    assert reference.read_text(encoding="utf-8") == "def layer_norm(x):\n    return x\n"
    assert not (tmp_path / "course/problems").exists()


@pytest.mark.parametrize("problem_id", ["Norms", "norms/", "../norms", "norms layer"])
def test_new_refuses_what_is_no_id(problem_id: str, grader: Grader, tmp_path: Path) -> None:
    done = grader("new", problem_id)
    assert done.returncode == 2
    assert done.stderr == (
        f"`{problem_id}` is not a valid id; use lower-case words with dashes and slashes, "
        "such as vectors/distances\n"
    )
    assert list((tmp_path / "course").iterdir()) == []


NAMES = {
    "plain": ("reference/plain.py", "submissions_example/plain/answer.py"),
    "math/1-norm": ("reference/math_answers.py", "submissions_example/q_1_norm/answer.py"),
    "a/b/lambda": ("reference/a_b.py", "submissions_example/q_lambda/answer.py"),
    "torch/linear": ("reference/torch_answers.py", "submissions_example/linear/answer.py"),
}


@pytest.mark.parametrize(("problem_id", "files"), NAMES.items(), ids=NAMES)
def test_new_writes_names_that_python_can_import(
    problem_id: str, files: tuple[str, str], tmp_path: Path
) -> None:
    from grader.course.scaffold import create_problem

    made = create_problem(tmp_path, problem_id)
    found = (made.reference, made.example)
    assert tuple(file.relative_to(tmp_path).as_posix() for file in found) == files
    assert made.problem == tmp_path / "problems" / f"{problem_id}.yaml"
    first = made.problem.read_text(encoding="utf-8").splitlines()[0]
    schema = (made.problem.parent / first.partition("$schema=")[2]).resolve()
    assert schema == tmp_path.resolve() / "problem.schema.json"


def _report(grader: Grader, submission: str) -> Any:
    done = grader("check", submission, "--course", ".", "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _score(grader: Grader, submission: str) -> tuple[float, float]:
    score = _report(grader, submission)["score"]
    return score["earned"], score["possible"]
