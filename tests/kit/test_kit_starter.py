"""The files that a student begins with answer nothing, run, and say what is asked."""

from __future__ import annotations

import ast
import json

import pytest
from kits import shipped, shipped_kit

from grader.sandbox.inside.starters import is_empty


@pytest.mark.parametrize("assignment", list(shipped()[0].settings.assignments))
def test_starters_are_empty_and_the_same_in_both_files(assignment: str) -> None:
    files = shipped_kit(assignment)
    source = files["homework.py"].decode()
    tree = ast.parse(source)
    compile(source, "homework.py", "exec")
    found = [one for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)]
    assert found
    assert [
        one.name for one in found if isinstance(one, ast.FunctionDef) and not is_empty(one)
    ] == []
    assert all(ast.get_docstring(one) for one in found)
    cells = json.loads(files["homework.ipynb"])["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    names = {one.name for one in found}
    there = {getattr(one, "name", "") for one in ast.parse(code).body}
    assert names == there - {""}


def test_what_a_starter_looks_like() -> None:
    assert shipped_kit("attention/masked-softmax")["homework.py"].decode() == (
        '"""Your answers to attention/masked-softmax: fill in the bodies, keep the names."""\n'
        "\n"
        "import numpy as np\n"
        "\n"
        "\n"
        "def masked_softmax(scores, mask):\n"
        '    """Attention weights under a mask (attention/masked-softmax, code)."""\n'
        "    ...  # return weights\n"
    )
