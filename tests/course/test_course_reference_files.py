"""Which files of reference/ a function needs, as far as imports tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.references import read_references

FILES = {
    "alone.py": "import numpy as np\n",
    "first.py": "from second import helper\n",
    "second.py": "import third as t\n",
    "third.py": "def helper(): import alone\n",
    "circle.py": "import circle_back\n",
    "circle_back.py": "import circle\n",
    "package/__init__.py": "import alone\n",
    "package/inner.py": "",
    "package/deep/__init__.py": "",
    "package/deep/leaf.py": "",
    "takes_inner.py": "from package import inner\n",
    "takes_leaf.py": "import package.deep.leaf\n",
    "relative.py": "from . import alone\n",
    "by_name.py": "import importlib\n",
    "through.py": "import by_name\n",
}


@pytest.mark.parametrize(
    ("modules", "needed"),
    [
        (["alone"], {"alone"}),
        (["first"], {"first", "second", "third", "alone"}),
        (["circle"], {"circle", "circle_back"}),
        (["takes_inner"], {"takes_inner", "package/__init__", "package/inner", "alone"}),
        (
            ["takes_leaf"],
            {
                "takes_leaf",
                "package/__init__",
                "package/deep/__init__",
                "package/deep/leaf",
                "alone",
            },
        ),
        (["alone", "circle"], {"alone", "circle", "circle_back"}),
        (["relative"], None),
        (["by_name"], None),
        (["through"], None),
    ],
)
def test_files_that_a_module_needs(
    tmp_path: Path, modules: list[str], needed: set[str] | None
) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    references, faults = read_references(tmp_path, "reference")
    assert not faults
    every = {path.removesuffix(".py") for path in FILES}
    found = {path.removesuffix(".py") for path in references.files_for(*modules)}
    assert found == (every if needed is None else needed)
