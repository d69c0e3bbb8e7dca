"""A course of two small parts, `softmax` and `gram`, and how a submission to it is graded.

Every faulty submission spoils `softmax` and answers `gram` rightly, so that a test can see that
the fault costs its own part and nothing else.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.checks import all_checks
from grader.course import load_course
from grader.grading import Session, grade
from grader.kinds import language
from grader.report import PartReport, Report
from grader.submission import Submission

REFERENCE = """
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def gram(x):
    return x @ x.T
"""

PROBLEM = """
id: small/rows
title: Rows
prompt: Write `softmax(x)` over the last axis, and `gram(x)`, the inner products of the rows.
parts:
  softmax:
    asks: function
    call: softmax(x)
    reference: rows.softmax
    inputs: {n: 2..3, m: 4..6, x: "normal[n, m]"}
    points: 4
    checks:
      - equals: {cases: 3}
  gram:
    asks: function
    call: gram(x)
    reference: rows.gram
    inputs: {n: 2..3, m: 4..6, x: "normal[n, m]"}
    points: 2
    checks:
      - equals: {cases: 2}
"""

SETTINGS = "[limits]\nseconds = 1\nmemory_mb = 512\n"

RIGHT_SOFTMAX = """
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""

RIGHT_GRAM = """
import numpy as np


def gram(x):
    return np.einsum("ik,jk->ij", x, x)
"""


def write_course(
    root: Path, problems: Mapping[str, str], reference: Mapping[str, str], settings: str = ""
) -> Path:
    """A course folder: problem files and reference modules by name without the ending."""
    for folder, ending, texts in (("problems", ".yaml", problems), ("reference", ".py", reference)):
        (root / folder).mkdir(parents=True)
        for name, text in texts.items():
            (root / folder / (name + ending)).write_text(text, encoding="utf-8")
    (root / "grader.toml").write_text(settings, encoding="utf-8")
    return root


def open_session(root: Path, cache: Path, preload: Sequence[str] = ("numpy", "torch")) -> Session:
    checks = all_checks()
    return Session(load_course(root, language(checks)), checks, tuple(preload), cache)


def submitted(files: Mapping[str, str | bytes], notes: Sequence[str] = ()) -> Submission:
    """A submission of these files; text is dedented."""
    return Submission(
        "student",
        {
            path: textwrap.dedent(content).encode() if isinstance(content, str) else content
            for path, content in files.items()
        },
        tuple(notes),
    )


def graded(
    session: Session, files: Mapping[str, str | bytes], problems: Sequence[str] = ()
) -> Report:
    return grade(session, submitted(files), list(problems) or list(session.course.problems))


def part_of(report: Report, name: str) -> PartReport:
    (found,) = [part for problem in report.problems for part in problem.parts if part.name == name]
    return found


def notebook(*cells: str | tuple[str, str], version: int = 4) -> bytes:
    """A notebook of code cells; a pair is (cell type, source)."""
    made: list[dict[str, Any]] = []
    for cell in cells:
        kind, source = cell if isinstance(cell, tuple) else ("code", cell)
        lines = textwrap.dedent(source).strip("\n").splitlines(keepends=True)
        key = "input" if version == 3 and kind == "code" else "source"
        made.append({"cell_type": kind, key: lines, "metadata": {}})
    if version == 3:
        return json.dumps({"nbformat": 3, "worksheets": [{"cells": made}]}).encode()
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": made}).encode()
