"""Growth that cannot be seen is told to the author, who can choose other sizes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

Lint = Callable[..., list[str]]
PROBLEM = """
id: fast/sums
title: Fast sums
prompt: Write it so that it is fast.
parts:
  code:
    asks: function
    call: double(x)
    reference: sums.double
    library: numpy
    inputs: {n: 2..4, x: "normal[n]"}
    points: 2
    checks:
      - equals
      - efficiency: {sizes: {n: [4, 16]}}
"""
# By the process's own clock: as long on every machine.
REFERENCE = """
import time


def double(x):
    until = time.process_time() + SECONDS
    while time.process_time() < until:
        pass
    return 2 * x
"""
TOO_FAST = (
    "problems/sums.yaml:15:30: parts.code.checks.1.efficiency.sizes.n: note: the reference takes N "
    "ms where `n` is 4, too little to see how it grows; start where it takes 2 ms or more"
)


@pytest.mark.parametrize(("seconds", "notes"), [("0", [TOO_FAST]), ("0.02", [])])
def test_the_reference_takes_long_enough(lint_course: Lint, seconds: str, notes: list[str]) -> None:
    """A note, and no fault: how long it takes depends on the machine."""
    files = {
        "problems/sums.yaml": PROBLEM,
        "reference/sums.py": REFERENCE.replace("SECONDS", seconds),
    }
    assert lint_course(files) == []
    found = lint_course(files, notes=True)
    assert [re.sub(r"takes [\d.]+ ms where", "takes N ms where", note) for note in found] == notes


def test_sizes_that_cannot_be_drawn(lint_course: Lint) -> None:
    files = {
        "problems/sums.yaml": PROBLEM.replace("[4, 16]", "[4, 100000000]"),
        "reference/sums.py": REFERENCE.replace("SECONDS", "0"),
    }
    assert lint_course(files) == [
        "problems/sums.yaml:11:23: parts.code.inputs.x: an input of shape (100000000,) is larger "
        "than 20,000,000 entries"
    ]
