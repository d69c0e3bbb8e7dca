"""Commands that only read must not pay for torch."""

import subprocess
import sys

import pytest

PROBE = """
import sys
from grader.cli import cli
try:
    cli.main(sys.argv[1:], standalone_mode=False)
except SystemExit:
    pass
print("torch" in sys.modules, "sympy" in sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["list"], ["lint", "--no-run"], ["schema"], ["show", "positions/rotary"]],
    ids=" ".join,
)
def test_does_not_import_torch_or_sympy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().split("\n")[-1] == "False False"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["show", "positions/rotary"],
        ["show", "positions/rotary", "--format", "html"],
        ["show", "attention-basics"],
    ],
    ids=" ".join,
)
def test_what_is_only_read_does_not_import_numpy_either(arguments: list[str]) -> None:
    probe = PROBE.replace('"sympy"', '"numpy"')
    done = subprocess.run(
        [sys.executable, "-c", probe, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().split("\n")[-1] == "False False"
