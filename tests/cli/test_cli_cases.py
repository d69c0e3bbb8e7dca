"""`grader cases`, as typed: what is drawn, as text, JSON and arrays; with which secret."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from grader.cli.commands import cli
from grader.errors import GraderError

PROBLEM = """\
id: topic/scaled
title: Scaled
prompt: Write `scaled(x, k)`, which is $k x$, and `total(x)`.
parts:
  code:
    asks: function
    call: scaled(x, k)
    reference: topic.scaled
    inputs: {k: [1, 2], x: "arange[3]", more: {rate: 0.5}}
    points: 2
    checks:
      - equals: {cases: 2, public: 1}
      - property: {holds: deterministic, cases: 1, inputs: {k: [2]}}
    mistakes:
      - {name: never scaled, reference: topic.same}
      - {name: fails for two, reference: topic.fails}
      - {name: none at all, reference: topic.also_scaled}
  both:
    asks: function
    call: both(x)
    reference: topic.both
    returns: [low, high]
    inputs: {x: "arange[2]"}
    points: 1
    checks: [{equals: {cases: 1}}]
  why: {asks: prose, points: 1, rubric: [it is]}
"""
REFERENCE = """\
def scaled(x, k):
    return k * x


def same(x, k):
    return x


def fails(x, k):
    if k == 2:
        raise ValueError("two")
    return k * x


def also_scaled(x, k):
    return x * k


def both(x):
    return x - float("inf"), x + 0.5
"""
TEXT = """\
topic/scaled/code: agrees with the reference (equals), 2 cases

  case 1, public
    k = 2
    x = [0 1 2]
    more.rate = 0.5
    truth = [0 2 4]
    tells apart: never scaled; fails for two

  case 2
    k = 1
    x = [0 1 2]
    more.rate = 0.5
    truth = [0 1 2]

  no case tells apart: none at all

topic/scaled/code: the same inputs give the same result (property), 1 case

  case 1
    k = 2
    x = [0 1 2]
    more.rate = 0.5
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in {
        "problems/scaled.yaml": PROBLEM,
        "problems/why.yaml": "id: topic/why\ntitle: Why\nprompt: Why?\nparts:\n"
        "  why: {asks: prose, points: 1, rubric: [it is]}\n",
        "reference/topic.py": REFERENCE,
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GRADER_SECRET", raising=False)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["cases", *arguments])


def test_what_is_printed(course: Path) -> None:
    result = run("topic/scaled/code", "--seed", "1")
    assert (result.output, result.exit_code) == (TEXT, 0)


def test_all_parts_as_json(course: Path) -> None:
    found = json.loads(run("topic/scaled", "--format", "json", "--secret", "1").output)
    assert found["problem"] == "topic/scaled"
    assert [(one["part"], one["kind"]) for one in found["checks"]] == [
        ("code", "equals"),
        ("code", "property"),
        ("both", "equals"),
    ]
    first, _, last = found["checks"]
    assert first["not_told_apart"] == ["none at all"]
    case = first["cases"][0]
    assert case.pop("seed") >= 0
    assert case == {
        "label": "case 1",
        "public": True,
        "inputs": {"k": 2, "x": [0, 1, 2], "more": {"rate": 0.5}},
        "tells_apart": ["never scaled", "fails for two"],
        "truth": [0, 2, 4],
    }
    assert last["cases"][0]["truth"] == {"low": ["-inf", "-inf"], "high": [0.5, 1.5]}


def test_arrays_for_numpy(course: Path) -> None:
    result = run("topic/scaled", "--seed", "1", "--output", "cases.npz", "--output", "json:c.txt")
    assert (result.output, result.exit_code) == ("wrote cases.npz\nwrote c.txt\n", 0)
    assert json.loads((course / "c.txt").read_text())["problem"] == "topic/scaled"
    with np.load(course / "cases.npz") as found:
        assert found["code/0/0/truth"].tolist() == [0, 2, 4]
        assert found["code/0/0/inputs/more/rate"] == 0.5
        assert found["both/2/0/truth/high"].tolist() == [0.5, 1.5]


def test_another_secret_draws_others(course: Path) -> None:
    (course / "grader.toml").write_text('secret = "1"\n')
    assert run("topic/scaled/code").output == TEXT, "the course's own"
    drawn = {run("topic/scaled/code", "--secret", secret).output for secret in "abcdef"}
    assert len(drawn) == 2, "k = 1 or k = 2 comes first"


REFUSED = {
    ("topic/scale",): "there is no assignment or problem `topic/scale`; did you mean "
    "`topic/scaled`?",
    ("topic/scaled/cod",): "topic/scaled has no part `cod`; did you mean `code`?",
    ("topic/why",): "topic/why draws no cases: it asks for no code",
    ("topic/scaled/why",): "topic/scaled/why draws no cases: it asks for no code",
    ("topic/scaled", "--format", "npz"): "npz is not text; write --output FILE.npz",
    ("topic/scaled", "--seed", "1", "--secret", "a"): "--seed is a secret too; give one of them",
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.items(), ids=map(" ".join, REFUSED))
def test_what_is_refused(arguments: tuple[str, ...], message: str, course: Path) -> None:
    result = run(*arguments)
    told = str(result.exception) if isinstance(result.exception, GraderError) else result.output
    assert message in told
    assert result.exit_code != 0
