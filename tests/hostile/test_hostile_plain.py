"""The same as a plain user who owns the course: nothing but the walls keeps its files from it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from hostile_plain import ATTACKS, CHOSEN, chosen

MODES = ["full", "strong", "off"]
CONTROLS = 4  # more of a control that did not work


def tried(mode: str, sample: tuple[int, int]) -> list[Any]:
    program = Path(__file__).with_name("hostile_plain.py")
    done = subprocess.run(
        [sys.executable, str(program), mode, *map(str, sample)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("mode", MODES)
def test_as_a_plain_user(mode: str, request: pytest.FixtureRequest) -> None:
    """Each attack in one of the modes; with --whole in all."""
    whole = request.config.getoption("--whole")
    sample = (0, 1) if whole else (MODES.index(mode), len(MODES))
    attacks, carriers = chosen(mode, *sample)
    assert len(ATTACKS) == len(CHOSEN)
    *seen, footprint = tried(mode, sample)
    if seen[0][3] == "strong" and mode == "full":
        pytest.skip("this machine gives plain users no namespaces")
    if mode == "off":  # the control: what the walls stop works without them
        works = [
            *([one.what, "correct", ANY, ANY] for one in attacks),
            *([one.what, "correct", [True], mode] for one in carriers),
        ]
        # What the kernel keeps of files is everybody's: whoever reads one in between, such as
        # another test, undoes what is carried so.
        for _ in range(CONTROLS):
            if seen == works:
                break
            *seen, _ = tried(mode, sample)
        assert seen == works
        return
    assert seen == [
        *([one.what, one.expected(mode), ["correct", "correct"], mode] for one in attacks),
        *([one.what, "correct", [False], mode] for one in carriers),
    ]
    assert footprint[2] == [True], "the course and the truth are as they were"
