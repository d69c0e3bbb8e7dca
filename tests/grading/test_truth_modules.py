"""A course may have more reference modules than a cell keeps loaded."""

from __future__ import annotations

from pathlib import Path

from small_course import PROBLEM, REFERENCE, open_session, write_course

from grader.sandbox import Call
from grader.sandbox.cell import MAX_LOADED


def test_a_module_that_was_let_go_is_loaded_again(tmp_path: Path) -> None:
    others = [f"more{number}" for number in range(MAX_LOADED + 1)]
    source = "def double(x):\n    return 2 * x\n"
    modules = {"rows": REFERENCE, **dict.fromkeys(others, source)}
    root = write_course(tmp_path / "course", {"rows": PROBLEM}, modules)
    with open_session(root, tmp_path / "truth", ("numpy",)) as session:
        for number, name in enumerate([*others, *others]):
            assert session.truth.values(f"{name}.double", [Call("double", (number,))]) == [
                2 * number
            ]
