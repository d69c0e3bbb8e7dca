"""The notebook that runs, as it was last saved: a kernel does not know its own text.

Each program that shows notebooks tells in its own way which file it is; where none does, and the
folder has one notebook, it is that.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.submission import Submission
from grader.submission.intake import read_submission
from grader.values.endings import is_notebook

COLAB_SECONDS = 10  # a large notebook takes a while to be sent


@dataclass(frozen=True)
class Notebook:
    name: str
    data: bytes
    said: str  # how old it is


def current(folder: Path, ipython: Any) -> Notebook | None:
    """The running notebook; None where nobody can tell which it is."""
    if "google.colab" in type(ipython).__module__:
        return _from_colab()
    named = ipython.user_ns.get("__vsc_ipynb_file__") or os.environ.get("JPY_SESSION_NAME") or ""
    file = Path(named)
    if not (is_notebook(named) and file.is_file()):
        there = [name for name in folder_files(folder) if is_notebook(name) and "/" not in name]
        if len(there) != 1:
            return None
        file = folder / there[0]
    return Notebook(file.name, file.read_bytes(), _age(file))


def as_saved(folder: Path, ipython: Any) -> tuple[Submission, tuple[str, ...]]:
    """The folder's files, with the running notebook, and how old that is."""
    submission = read_submission(folder)
    notebook = current(folder, ipython)
    if notebook is None:
        return submission, ()
    files = {**submission.files, notebook.name: notebook.data}
    return Submission(submission.name, files, submission.notes), (notebook.said,)


def folder_files(folder: Path) -> dict[str, bytes]:
    return dict(read_submission(folder).files)


def _age(file: Path) -> str:
    seconds = max(0, round(time.time() - file.stat().st_mtime))
    ago = f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"
    return f"{file.name} was read as it was saved {ago} ago: save it before you check"


def _from_colab() -> Notebook | None:
    """As it is on the screen, by a call that many notebooks use and nobody promises."""
    try:
        from google.colab import _message  # type: ignore[import-not-found]

        answer = _message.blocking_request("get_ipynb", request="", timeout_sec=COLAB_SECONDS)
        data = json.dumps(answer["ipynb"]).encode()
    except Exception:  # whatever happens there: the code can be checked all the same
        return None
    return Notebook("homework.ipynb", data, "the notebook was read as it is on your screen")
