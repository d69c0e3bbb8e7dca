"""Who may import whom. `lint-imports` checks the order; here stands what it cannot be told."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
# Packages whose docstring says what they import; both run where a student's bytes are.
PROGRAMS = ["grader/sandbox/inside", "grader/reader"]


def imported(source: str) -> Iterator[str]:
    """Every import of a source, those inside of functions too: `a.b.c` for `from a.b import c`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "these packages import by full names"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def stated(package: str) -> list[str]:
    """What the package's docstring says that it imports besides the standard library."""
    text = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text("utf-8")))
    (sentence,) = re.findall(r"^It imports nothing but (.*?)(?:\n\n|\Z)", text or "", re.M | re.S)
    return re.findall(r"`([\w.]+)`", re.sub(r"\([^)]*\)", "", sentence))


def is_below(name: str, top: str) -> bool:
    return name == top or name.startswith(f"{top}.")


@pytest.mark.parametrize("package", PROGRAMS)
def test_a_program_imports_what_its_docstring_says(package: str) -> None:
    allowed = [*stated(package), package.replace("/", ".")]
    used = set()
    for file in sorted((ROOT / package).glob("*.py")):
        for name in imported(file.read_text("utf-8")):
            if name.partition(".")[0] in sys.stdlib_module_names:
                continue
            found = [top for top in allowed if is_below(name, top)]
            assert found, f"{file.name} imports {name}, which {package}/__init__.py does not name"
            used.update(found)
    assert used == set(allowed), "the docstring names what nothing imports"


def test_an_import_inside_of_a_function_counts() -> None:
    source = "import os\ndef f():\n    from grader.course import Course\n    import torch.nn\n"
    assert list(imported(source)) == ["os", "grader.course.Course", "torch.nn"]


@pytest.mark.parametrize(
    ("program", "packages"),
    [
        ("grader.sandbox.inside.warm", {"errors", "jail", "sandbox", "values"}),
        ("grader.sandbox.inside.fresh", {"errors", "jail", "sandbox", "values"}),
        ("grader.reader.program", {"errors", "jail", "reader", "values"}),
    ],
)
def test_a_program_has_nothing_else_of_grader_in_its_memory(
    program: str, packages: set[str]
) -> None:
    """By way of other modules, either: what is in memory is there for a student's code to read."""
    probe = f"import sys, {program}; print(*(m for m in sys.modules if m.startswith('grader.')))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert {name.split(".")[1] for name in done.stdout.split()} == packages


def test_the_architecture_lists_the_packages_in_the_order_of_the_contract() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    listed = re.findall(r"^\| `grader/(\w+)` \|", page, re.MULTILINE)
    (layers,) = [
        one["layers"] for one in CONTRACTS["contracts"] if one.get("containers") == ["grader"]
    ]
    assert [*listed, "__main__"] == layers[::-1]
    packages = {file.parent.name for file in (ROOT / "grader").glob("*/__init__.py")}
    assert set(listed) == packages | {"errors", "pytest_plugin"}


def test_ci_checks_the_contracts() -> None:
    assert "\n.venv/bin/lint-imports\n" in (ROOT / ".ci/run").read_text("utf-8")
