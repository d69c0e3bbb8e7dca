"""The files that a student begins with: functions without a body, as Python and as a notebook."""

from __future__ import annotations

import ast
import json
import textwrap
from collections.abc import Iterator
from typing import Any

from grader.course.asked import Asked
from grader.course.parts import CodePart
from grader.course.problem import Problem
from grader.handout.blank import blank_answers
from grader.handout.sheet import problem_sheet
from grader.values.question_cells import METADATA, mark_of

WIDTH = 88  # of the text in docstrings
_NOTEBOOK_HEAD = """\
Write your functions and answers below, and run the cells that check them. \
{check} shows what the public checks say; they are a few of the cases that your instructor grades \
with. Save the notebook before you check what you wrote in words."""


def starter_source(asked: Asked) -> str:
    """One Python file; empty where no code is asked for."""
    pieces = [piece for problem in asked.problems for piece in definitions(problem, asked)]
    if not pieces:
        return ""
    head = f'"""Your answers to {asked.name}: fill in the bodies, keep the names."""'
    return "\n\n\n".join([f"{head}\n\n{_imports(asked)}", *dict.fromkeys(pieces)]) + "\n"


def definitions(problem: Problem, asked: Asked) -> Iterator[str]:
    """Each function or class of a problem, with what it is for in its docstring."""
    for name, part in problem.parts.items():
        if isinstance(part, CodePart):
            says = f"{problem.title} ({problem.id}, {name})."
            text = f"{says}\n\n{part.text.strip()}" if part.text.strip() else says
            yield _documented(part.first_lines(asked.references), text)


def starter_notebook(asked: Asked) -> str:
    """The same as a notebook, with the questions, room for written answers and a check of each."""
    cells = [
        _question(f"# {asked.name}\n\n" + _NOTEBOOK_HEAD.format(check="`grader.check(…)`")),
        _code(f"{_imports(asked)}\n\nimport grader"),
    ]
    for problem in asked.problems:
        cells.append(_question(problem_sheet(problem, asked)))
        cells += [_code(text) for text in dict.fromkeys(definitions(problem, asked))]
        blank = blank_answers([problem])
        if blank:
            cells.append(_cell("markdown", blank))
        cells.append(_code(f'grader.check("{problem.id}")'))
    cells.append(_question("## Handing in\n\nEverything once more, and a zip to hand in:"))
    cells.append(_code("grader.check_all()"))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _imports(asked: Asked) -> str:
    lines = [text for problem in asked.problems for text in definitions(problem, asked)]
    return "import numpy as np" + (
        "\nimport torch" if any("torch." in one for one in lines) else ""
    )


def _documented(source: str, text: str) -> str:
    """The definition with `text` as its docstring."""
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    lines = source.split("\n")
    first = node.body[0].lineno - 1
    wrapped = "\n\n".join(
        textwrap.fill(" ".join(block.split()), WIDTH) for block in text.split("\n\n")
    )
    quoted = wrapped.replace('"""', "'''")
    raw = "r" if "\\" in quoted else ""
    end = "\n" if "\n" in quoted else ""
    docstring = textwrap.indent(f'{raw}"""{quoted}{end}"""', "    ")
    body = lines[first:]
    if isinstance(node, ast.ClassDef):
        docstring += "\n"
    elif body[-1].startswith("    return "):
        # As a remark: a starter that returns its own argument would be an answer.
        body = [*body[:-2], f"    ...  # {body[-1].strip()}"]
    return "\n".join([*lines[:first], docstring, *body])


def _cell(kind: str, source: str, **metadata: str) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": metadata, "source": source.splitlines(keepends=True)}


def _question(source: str) -> dict[str, Any]:
    return _cell("markdown", source, **{METADATA: mark_of(source)})


def _code(source: str) -> dict[str, Any]:
    return {**_cell("code", source), "outputs": [], "execution_count": None}
