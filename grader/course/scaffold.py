"""`grader new`: a problem that works, to be edited into the one that is wanted."""

from __future__ import annotations

import keyword
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from grader.course.faults import shown
from grader.course.specs import ID_PATTERN
from grader.errors import CallerError

SCHEMA_FILE = "problem.schema.json"  # in the course's top folder, for completion in an editor
# A reference module of such a name would be imported in place of the library.
_TAKEN = {*sys.stdlib_module_names, "numpy", "torch", "scipy", "sympy", "pandas", "matplotlib"}

PROBLEM = """\
# yaml-language-server: $schema={schema}
id: {id}
title: {title}
prompt: |
  Say what is asked, in Markdown with LaTeX: for a vector $x \\in \\mathbb{{R}}^n$, write
  `{function}(x)`, which returns

  $$ y_i = 2 x_i . $$
formulas:
  - part: code
    left: y_i
    indices: {{i: 0..n-1}}
    means: {{y: result}}
parts:
  code:
    asks: function
    call: {function}(x)
    reference: {module}.{function}
    inputs: {{n: 2..6, x: "normal[n]"}}
    points: 4
    checks:
      - equals: {{cases: 8, public: 1}}
    mistakes:
      - name: the result is squared instead of doubled
        reference: {module}.{function}_squared
        hint: Try x = 3 by hand. What do you get, and what is asked for?
        credit: 0.25
"""

REFERENCE = '''\
def {function}(x: Floats) -> Floats:
    """The right answer: y = 2x. Replace it with yours, and state the formula."""
    return 2 * x


def {function}_squared(x: Floats) -> Floats:
    """A wrong answer that is worth recognising: x² in place of 2x."""
    return x**2
'''

REFERENCE_HEAD = '''\
"""Reference answers: {module}."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


'''

EXAMPLE = """\
def {function}(x):
    return x + x
"""


class CannotCreate(CallerError):
    """A file is in the way, or the id is not one; the message says which."""


@dataclass(frozen=True)
class Created:
    problem: Path
    reference: Path
    example: Path


def create_problem(root: Path, problem_id: str) -> Created:
    """Write the three files below `root`. Raises CannotCreate, having written nothing."""
    if not re.match(ID_PATTERN, problem_id):
        raise CannotCreate(
            f"`{problem_id}` is not a valid id; use lower-case words with dashes and slashes, "
            "such as vectors/distances"
        )
    topic, _, last = problem_id.rpartition("/")
    module = _identifier(topic.replace("/", "_") or last)
    if module in _TAKEN:
        module += "_answers"
    function = _identifier(last)
    names = {
        "id": problem_id,
        "title": last.replace("-", " ").capitalize(),
        "function": function,
        "module": module,
        "schema": "../" * (problem_id.count("/") + 1) + SCHEMA_FILE,
    }
    made = Created(
        root / "problems" / f"{problem_id}.yaml",
        root / "reference" / f"{module}.py",
        _example_folder(root / "submissions_example", module, function) / "answer.py",
    )
    for file in (made.problem, made.example):
        if file.exists():
            raise CannotCreate(f"{shown(file)} exists already; choose another id or remove it")
    old = made.reference.read_text(encoding="utf-8") if made.reference.exists() else ""
    if re.search(rf"^def {function}\b", old, re.MULTILINE):
        where = shown(made.reference)
        raise CannotCreate(f"{where} defines {function} already; choose another id")
    head = old.rstrip("\n") + "\n\n\n" if old else REFERENCE_HEAD.format(**names)
    if old and "Floats" not in old:
        head += "from numpy import ndarray as Floats\n\n\n"
    _write(made.problem, PROBLEM.format(**names))
    _write(made.reference, head + REFERENCE.format(**names))
    _write(made.example, EXAMPLE.format(**names))
    return made


def _example_folder(examples: Path, module: str, function: str) -> Path:
    """Named for the function, unless a problem of another topic asks for one of that name."""
    short = examples / function
    return examples / f"{module}_{function}" if short.exists() else short


def _identifier(text: str) -> str:
    name = re.sub(r"\W", "_", text)
    if name[0].isdigit() or keyword.iskeyword(name):
        name = f"q_{name}"
    return name


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
