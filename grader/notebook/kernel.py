"""What a kernel has run, as a submission: its cells in the order in which they were run."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from grader.errors import CallerError
from grader.notebook.saved import current, folder_files
from grader.submission import Submission
from grader.values.endings import is_notebook

NAME = "kernel.ipynb"
_DEFINED = re.compile(rb"^[ \t]*(?:def|class)[ \t]+(\w+)", re.MULTILINE)


class NoKernel(CallerError):
    """There is no notebook here; the message says what to do instead."""


def shell() -> Any:
    """The running kernel's shell. Raises NoKernel."""
    ipython = sys.modules.get("IPython")
    found = ipython.get_ipython() if ipython is not None else None
    if found is None:
        raise NoKernel("grader.check is for a cell of a notebook; elsewhere run: grader check .")
    return found


def held(folder: Path, ipython: Any) -> Submission:
    """Cells that were run, what the saved notebook says in words, and files that these use.

    Of code that lies in files, what defines a name that the kernel has defined too is left out,
    unless it was imported: the kernel's own counts.
    """
    cells = [str(text) for text in ipython.user_ns.get("In", [])[1:]]
    source = "\n".join(cells).encode("utf-8", "replace")
    files = {
        name: data
        for name, data in folder_files(folder).items()
        if not is_notebook(name) and not _is_replaced(folder / name, data, source)
    }
    notes = [f"cell n of {NAME} is what you ran as In [n]"]
    notebook = current(folder, ipython)
    if notebook is not None:
        files[notebook.name] = _words_of(notebook.data)
        notes.append(notebook.said)
    files[NAME] = _notebook([{"cell_type": "code", "source": text} for text in cells])
    return Submission(folder.resolve().name, files, tuple(notes))


def _is_replaced(file: Path, data: bytes, source: bytes) -> bool:
    if file.suffix != ".py":
        return False
    used = {str(getattr(module, "__file__", "")) for module in [*sys.modules.values()]}
    defined = set(_DEFINED.findall(data)) & set(_DEFINED.findall(source))
    return bool(defined) and str(file.resolve()) not in used


def _words_of(data: bytes) -> bytes:
    """The notebook with its code left blank, so that its cells keep their numbers."""
    try:
        cells = json.loads(data)["cells"]
        return _notebook(
            [one if one["cell_type"] == "markdown" else {**one, "source": ""} for one in cells]
        )
    except (ValueError, KeyError, TypeError):
        return data  # it is said what is wrong with it where it is read


def _notebook(cells: list[dict[str, Any]]) -> bytes:
    plain = [{"metadata": {}, **one} for one in cells]
    return json.dumps({"cells": plain, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}).encode()
