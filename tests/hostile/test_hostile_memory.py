"""Answers that are out for the grader's memory: what each gets, and that there is room."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hostile_memory import ANSWERS, LONG

# From 263 to 312 MB were seen in runs of the same code.
MAX_KILOBYTES = 400 << 10
POSITIONS = "inner products depend on differences only: case 1: "
TOO_LARGE = "what you return is too large to compare: "
UNREADABLE = "what came back could not be read"

TURNED = {
    "many rows": ("wrong", "the result has shape (12000, 1), not (5, 6)"),
    "eight million rows": ("wrong", TOO_LARGE + "an array of shape (8000000, 1)"),
    "rows of nothing": ("wrong", TOO_LARGE + "an array of shape (1000000000000, 0)"),
    "as much as may travel, every time": ("wrong", "the result has shape (1000, 200), not (5, 6)"),
    "400 000 numbers": ("wrong", TOO_LARGE + "more than 400,000 values"),
    "pairs of numbers": ("wrong", "the result has shape (100000, 2), not (5, 6)"),
    "many arrays": ("wrong", "the result has shape (20000, 0), not (5, 6)"),
    "33 axes": ("wrong", TOO_LARGE + "an array of 33 axes"),
    "one buffer forty times": ("crashed", UNREADABLE),
    "buffers that overlap": ("crashed", UNREADABLE),
    "millions of brackets": ("crashed", UNREADABLE),
    "nothing, and 2**62 of it": ("crashed", UNREADABLE),
    "a Boolean that is seven": ("crashed", UNREADABLE),
}
STEPPED = {
    "an input changed in a dictionary": "params['W']",
    "an input changed in a list": "params['b'][0]",
    "an input with one more key": "params",
}


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> dict[str, Any]:
    program = Path(__file__).with_name("hostile_memory.py")
    command = [sys.executable, str(program), str(tmp_path_factory.mktemp("memory"))]
    command += ["--whole"] if request.config.getoption("--whole") else []
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_answer_is_looked_at() -> None:
    assert {"right", *TURNED, *STEPPED} == set(ANSWERS)


def test_a_right_answer_is_right(graded: dict[str, Any]) -> None:
    assert graded["right"] == {"turned": ["correct", "", []], "stepped": ["correct", "", []]}


@pytest.mark.parametrize(
    "what",
    [pytest.param(one, marks=[pytest.mark.whole] if one in LONG else []) for one in TURNED],
)
def test_it_gets_a_verdict(graded: dict[str, Any], what: str) -> None:
    verdict, words = TURNED[what]
    assert graded[what]["turned"] == [verdict, POSITIONS + words, []]
    assert graded[what]["stepped"] == ["correct", "", []]


@pytest.mark.parametrize("what", STEPPED)
def test_an_input_that_is_changed_deep_inside_is_named(graded: dict[str, Any], what: str) -> None:
    said = f"your function changes its input {STEPPED[what]} in place"
    assert graded[what]["stepped"] == [
        "partly",
        f"inputs are left unchanged: case 1: {said}",
        ["your function changes its input params in place"],
    ]


def test_the_grader_takes_little_memory_for_all_of_it(graded: dict[str, Any]) -> None:
    assert graded["kilobytes"] < MAX_KILOBYTES
