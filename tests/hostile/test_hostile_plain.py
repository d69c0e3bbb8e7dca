"""The same as a plain user who owns the course: nothing but the walls keeps its files from it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest
from hostile_plain import ATTACKS, CHOSEN, chosen

MODES = ["full", "strong", "off"]


@pytest.mark.parametrize("mode", MODES)
def test_as_a_plain_user(mode: str, request: pytest.FixtureRequest) -> None:
    """Each attack in one of the modes; with --whole in all."""
    whole = request.config.getoption("--whole")
    sample = (0, 1) if whole else (MODES.index(mode), len(MODES))
    attacks, carriers = chosen(mode, *sample)
    program = Path(__file__).with_name("hostile_plain.py")
    done = subprocess.run(
        [sys.executable, str(program), mode, *map(str, sample)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    assert len(ATTACKS) == len(CHOSEN)
    *seen, footprint = [json.loads(line) for line in done.stdout.splitlines()]
    if seen[0][3] == "strong" and mode == "full":
        pytest.skip("this machine gives plain users no namespaces")
    if mode == "off":  # the control: what the walls stop works without them
        assert seen == [
            *([one.what, "correct", ANY, ANY] for one in attacks),
            *([one.what, "correct", [True], mode] for one in carriers),
        ]
        return
    assert seen == [
        *([one.what, one.expected(mode), ["correct", "correct"], mode] for one in attacks),
        *([one.what, "correct", [False], mode] for one in carriers),
    ]
    assert footprint[2] == [True], "the course and the truth are as they were"
