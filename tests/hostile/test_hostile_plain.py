"""The same as a plain user who owns the course: nothing but the walls keeps its files from it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest
from hostile_carriers import CARRIERS
from hostile_plain import ATTACKS, CHOSEN, KERNEL_CARRIERS


@pytest.mark.parametrize("mode", ["full", "strong", "off"])
def test_as_a_plain_user(mode: str) -> None:
    program = Path(__file__).with_name("hostile_plain.py")
    done = subprocess.run(
        [sys.executable, str(program), mode], capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stderr
    assert len(ATTACKS) == len(CHOSEN)
    *seen, footprint = [json.loads(line) for line in done.stdout.splitlines()]
    if seen[0][3] == "strong" and mode == "full":
        pytest.skip("this machine gives plain users no namespaces")
    if mode == "off":  # the control: what the walls stop works without them
        assert seen == [
            *([one.what, "correct", ANY, ANY] for one in ATTACKS),
            *([one.what, "correct", [True], mode] for one in KERNEL_CARRIERS),
        ]
        return
    assert seen == [
        *([one.what, one.expected(mode), ["correct", "correct"], mode] for one in ATTACKS),
        *([one.what, "correct", [False], mode] for one in CARRIERS),
    ]
    assert footprint[2] == [True], "the course and the truth are as they were"
