"""docs/architecture.md names what is there: files, functions, packages, the parts of a check."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from grader.checks import Check
from grader.course import CheckOptions

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
WORDS = re.findall(r"`([^`\n]+)`", PAGE)
# `grading/part.grade_code_part`, `sandbox/sandbox.Sandbox.open`
NAMED = [word for word in WORDS if re.fullmatch(r"\w+(?:/\w+)+(?:\.(?!py\b)\w+)+", word)]
FILES = [word for word in WORDS if re.fullmatch(r"[\w/]+\.py|[\w/]+/", word)]


def names_of(tree: ast.Module | ast.ClassDef) -> dict[str, ast.stmt]:
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


@pytest.mark.parametrize("name", NAMED)
def test_a_function_of_the_walk_exists(name: str) -> None:
    path, *inner = name.split(".")
    place: ast.stmt | ast.Module = ast.parse((ROOT / f"grader/{path}.py").read_text("utf-8"))
    for word in inner:
        assert isinstance(place, ast.Module | ast.ClassDef), f"{name}: {word} is in no class"
        place = names_of(place)[word]


def test_the_walk_has_its_steps() -> None:
    assert [int(step) for step in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)] == [
        *range(1, 15)
    ]


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_page_exists(file: str) -> None:
    tops = ("", "grader", "grader/batch", "grader/sandbox", "grader/maths")
    found = [top for top in tops if (ROOT / top / file).exists()]
    assert found, f"{file} is neither in the repository nor in grader/"


@pytest.mark.parametrize("package", re.findall(r"^\| `(grader/\w+)` \|", PAGE, re.MULTILINE))
def test_a_module_beside_its_package_exists(package: str) -> None:
    """`scanning` in the row of `grader/grading` is its module, `tree/` in that of `grader/maths` a
    folder of it."""
    (row,) = re.findall(rf"^\| `{package}` \| (.*) \|$", PAGE, re.MULTILINE)
    for group in re.findall(r"\((`[^)]*`)\)", row):
        for module in re.findall(r"`(\w+/?)`", group):
            inside = f"{module}__init__.py" if module.endswith("/") else f"{module}.py"
            assert (ROOT / package / inside).is_file(), f"{package}/{inside}"


def test_the_page_has_every_part_of_a_check() -> None:
    (table,) = re.findall(r"^\| of a check \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    listed = [
        word
        for row in table.splitlines()
        for word in re.findall(r"`(\w+)`", row[: row.find("|", 1)])
    ]
    own = {name for name in vars(Check) if not name.startswith("_")}
    assert sorted(listed) == sorted(own | {"kind", "Options"})


def test_the_page_has_what_options_say() -> None:
    (table,) = re.findall(r"^\| of its options \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    listed = [
        word
        for row in table.splitlines()
        for word in re.findall(r"`(\w+)`", row[: row.find("|", 1)])
    ]
    own = {name for name in vars(CheckOptions) if not name.startswith(("_", "model_"))}
    assert sorted(listed) == sorted(own | {"shorthand"})


def test_only_title_and_judge_must_be_written() -> None:
    assert Check.__abstractmethods__ == {"title", "judge"}
    assert "Only `title` and `judge` must be written" in PAGE
