"""Commands that only read must not pay for torch."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROBE = """
import sys
from grader.cli.commands import cli
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


def imported(arguments: list[str], cache: Path) -> set[str]:
    """The top-level modules that a command has imported by its end."""
    probe = PROBE.split("print(")[0] + (
        'print(" ".join({name.split(".")[0] for name in sys.modules}), file=sys.stderr)\n'
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "GRADER_CACHE": str(cache)},
        cwd=ROOT,
    )
    return set(done.stderr.strip().split("\n")[-1].split())


HEAVY = {"numpy", "torch", "sympy", "flint", "ruamel", "pydantic"}


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (["list"], {"numpy", "ruamel", "pydantic"}),
        (["show", "positions/rotary"], {"ruamel", "pydantic"}),
    ],
    ids=["list", "show"],
)
def test_the_second_time_nothing_heavy_is_imported(
    arguments: list[str], first: set[str], tmp_path: Path
) -> None:
    assert imported(arguments, tmp_path) & HEAVY == first
    assert imported(arguments, tmp_path) & HEAVY == set()


def test_code_is_checked_without_what_reads_mathematics(tmp_path: Path) -> None:
    answer = tmp_path / "homework"
    answer.mkdir()
    (answer / "a.py").write_text("def subsequent_mask(n):\n    return None\n")
    arguments = ["check", str(answer), "--assignment", "language-model/subsequent-mask"]
    imported(arguments, tmp_path / "cache")
    # The second time, so that the course is known.
    later = imported(arguments, tmp_path / "cache")
    assert later & {*HEAVY, "latex2mathml", "markdown_it"} == {"numpy", "pydantic"}
