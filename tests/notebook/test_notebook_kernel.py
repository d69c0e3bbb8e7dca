"""`grader.check` in a notebook: in a real kernel, and what it takes for the submission."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from kits import unpacked
from nbclient import NotebookClient

import grader
from grader.notebook import check
from grader.notebook.kernel import NoKernel, held
from grader.notebook.saved import current

PROBLEM = "attention/masked-softmax"
RIGHT = """\
def masked_softmax(scores, mask):
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)
"""


def executed(folder: Path, notebook: Any) -> list[dict[str, Any]]:
    """What each code cell of the notebook has shown, by a kernel in the folder."""
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [
        output["data"]
        for cell in cells
        for output in cell.outputs
        if output["output_type"] == "execute_result"
    ]


def test_the_starter_runs_from_top_to_bottom(tmp_path: Path) -> None:
    folder = unpacked(PROBLEM, tmp_path / "kit")
    notebook = nbformat.read(folder / "homework.ipynb", as_version=4)
    nbformat.validate(notebook)
    shown = executed(folder, notebook)
    assert len(shown) == 2
    for one in shown:
        assert "public checks: there is nothing to check yet" in one["text/plain"]
        assert "· not attempted: attention/masked-softmax" in one["text/plain"]


def test_a_student_mends_what_a_cell_shows_and_hands_in(tmp_path: Path) -> None:
    folder = unpacked(PROBLEM, tmp_path / "kit")
    notebook = nbformat.read(folder / "homework.ipynb", as_version=4)
    defined = next(one for one in notebook.cells if one.source.startswith("def masked_softmax"))
    mended = nbformat.v4.new_code_cell(RIGHT)
    again = nbformat.v4.new_code_cell(f"%load_ext grader\n%grader {PROBLEM}")
    defined.source = RIGHT.replace("exp(scores", "exp(2 * scores")
    words = next(one for one in notebook.cells if one.source.startswith(f"# {PROBLEM}"))
    words.source = f"# {PROBLEM}\n\nwhere: before\n\nrows: sum, zero"
    notebook.cells[-1:-1] = [mended, again]
    nbformat.write(notebook, folder / "homework.ipynb")
    wrong, right, handed_in = executed(folder, notebook)
    assert "0 of 1 public check of your code passes" in wrong["text/plain"]
    assert "✗ code: wrong  (kernel.ipynb, cell 2, line 1)" in wrong["text/plain"]
    assert "1 of 1 public check of your code passes" in right["text/plain"]
    assert "your answer was read as: sum, zero" in right["text/plain"]
    assert right["text/html"].startswith('<iframe sandbox="" title="public checks"')
    assert "1 of 1 public check of your code passes" in handed_in["text/plain"]
    with zipfile.ZipFile(io.BytesIO((folder / "handin.zip").read_bytes())) as archive:
        assert sorted(archive.namelist()) == [
            f"kit/{name}" for name in ("README.md", "answers.md", "homework.ipynb", "homework.py")
        ]


def shell(*cells: str, **names: object) -> Any:
    return SimpleNamespace(user_ns={"In": ["", *cells], **names})


def test_what_the_kernel_has_defined_counts_before_files(tmp_path: Path) -> None:
    (tmp_path / "homework.py").write_text("def f(x):\n    return 0\n", encoding="utf-8")
    (tmp_path / "helper.py").write_text("def g(x):\n    return 1\n", encoding="utf-8")
    found = held(tmp_path, shell("def f(x):\n    return 2\n"))
    assert sorted(found.files) == ["helper.py", "kernel.ipynb"]
    assert found.notes == ("cell n of kernel.ipynb is what you ran as In [n]",)


def saved(file: Path, *cells: tuple[str, str]) -> Path:
    content = {"cells": [{"cell_type": kind, "source": text} for kind, text in cells]}
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_words_come_from_the_saved_notebook_and_keep_their_place(tmp_path: Path) -> None:
    saved(tmp_path / "a.ipynb", ("code", "def old(): pass"), ("markdown", "# q\n\nx: 1"))
    found = held(tmp_path, shell("y = 1"))
    cells = json.loads(found.files["a.ipynb"])["cells"]
    assert [cell["source"] for cell in cells] == ["", "# q\n\nx: 1"]
    assert found.notes[1].startswith("a.ipynb was read as it was saved ")


@pytest.mark.parametrize("how", ["vscode", "jupyter", "alone", "none"])
def test_which_notebook_runs(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    mine = saved(tmp_path / "mine.ipynb", ("markdown", "mine"))
    if how != "alone":
        saved(tmp_path / "other.ipynb", ("markdown", "other"))
    if how == "jupyter":
        monkeypatch.setenv("JPY_SESSION_NAME", str(mine))
    names = {"__vsc_ipynb_file__": str(mine)} if how == "vscode" else {}
    found = current(tmp_path, shell(**names))
    assert (found is None) == (how == "none")
    assert found is None or found.name == "mine.ipynb"


def test_outside_of_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", None)
    with pytest.raises(NoKernel, match=r"elsewhere run: grader check \."):
        check(PROBLEM)
    with pytest.raises(AttributeError, match="module 'grader' has no attribute 'nothing'"):
        _ = grader.nothing


def test_import_grader_is_cheap() -> None:
    code = "import sys; before = set(sys.modules); import grader; print(set(sys.modules) - before)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ
    )
    assert done.stdout == "{'grader'}\n"
