"""A generated class for the benchmarks: six functions each, and of forty students thirty right in
different ways, five with one function wrong, two that raise at import, two that loop for ever in
one function and one that prints 50 MB."""

from __future__ import annotations

from pathlib import Path

CLASS = 40
SECONDS = 10  # that one function may take, for every grader that takes such a limit
CASES = 6  # arrays that each function is tried on

REFERENCE = """
import numpy as np


def shift(x):
    return x - x.mean()


def scale(x):
    return x / np.abs(x).max()


def gram(x):
    return x @ x.T


def rows(x):
    return x.sum(axis=1)


def lower(x):
    return np.tril(x)


def unit(x):
    return x / np.linalg.norm(x)
"""
NAMES = ("shift", "scale", "gram", "rows", "lower", "unit")
PROBLEM = """
id: made/{name}
title: The {name}
prompt: Write `{name}(x)`.
parts:
  code:
    asks: function
    call: {name}(x)
    reference: made.{name}
    inputs: {{n: 3..6, x: "normal[n, n]"}}
    points: 1
    checks: [equals: {{cases: 6}}]
"""
LOOP = "    while True:\n        pass\n"


def source(number: int) -> str:
    """What student `number` hands in; of every forty the last ten are not right."""
    text = REFERENCE + f"\n\n# {number}\n"
    kind = number % 40
    if kind < 30:  # each another text, and another way to the same
        return text.replace("x @ x.T", ("x @ x.T", "np.dot(x, x.T)", "x.dot(x.T)")[kind % 3])
    if kind < 35:
        return text.replace("np.tril(x)", "np.triu(x)")
    if kind < 37:
        return text.replace("import numpy as np", "import numpy as np\n\nraise ValueError('no')")
    if kind < 39:
        return text.replace("    return x.sum(axis=1)\n", LOOP)
    return text.replace(
        "    return np.tril(x)", "    print('x' * (50 << 20))\n    return np.tril(x)"
    )


# What each kind of student is called, with the first of every forty that is one.
KINDS = {
    "right": 0,
    "one function wrong": 30,
    "raises at import": 35,
    "loops for ever": 37,
    "prints 50 MB": 39,
}


def loops(number: int) -> bool:
    return number % CLASS in (37, 38)


def write_course(root: Path) -> None:
    """The course as grader takes it."""
    files = {
        "grader.toml": f"[limits]\nseconds = {SECONDS}\n",
        "reference/made.py": REFERENCE,
        **{f"problems/{name}.yaml": PROBLEM.format(name=name) for name in NAMES},
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def write_submission(folder: Path, number: int, first_line: str = "") -> Path:
    """The folder of one student, with the one file in it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hw.py").write_text(first_line + source(number), encoding="utf-8")
    return folder
