"""nbgrader: `nbgrader autograde` of notebooks whose last cells test a function each."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, ClassVar

from homework import CASES, NAMES, REFERENCE, SECONDS

from graders.rival import Made, NotThere, Rival, all_right

CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "made"
c.ExecutePreprocessor.timeout = {seconds}
c.ExecutePreprocessor.interrupt_on_timeout = True
c.Autograde.create_student = True
"""
TEST = """
_right = {{}}
exec({reference!r}, _right)
import numpy as _np
for _seed in range({cases}):
    _x = _np.random.default_rng(_seed).normal(size=(4, 4))
    assert _np.allclose({name}(_x), _right["{name}"](_x))
"""


def cell(source: str, name: str, **marks: Any) -> dict[str, Any]:
    kept = {"schema_version": 3, "grade_id": name, "task": False, **marks}
    metadata = {"nbgrader": kept}
    return {
        "cell_type": "code",
        "id": name,
        "execution_count": None,
        "metadata": metadata,
        "outputs": [],
        "source": source,
    }


def notebook(answer: str) -> str:
    """One cell with the answers, to be written, then a locked one for each test."""
    cells = [cell(answer, "answer", grade=False, solution=True, locked=False)]
    for name in NAMES:
        text = TEST.format(name=name, cases=CASES, reference=REFERENCE)
        cells.append(cell(text, f"test-{name}", grade=True, solution=False, locked=True, points=1))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole)


class Nbgrader(Rival):
    name: ClassVar[str] = "nbgrader"
    packages: ClassVar[tuple[str, ...]] = ("nbgrader", "ipykernel", "numpy")

    def prepare(self) -> None:
        (self.folder / "nbgrader_config.py").write_text(CONFIG.format(seconds=SECONDS))
        source = self.folder / "source" / "one"
        source.mkdir(parents=True, exist_ok=True)
        (source / "hw.ipynb").write_text(notebook(REFERENCE))
        self.run([self.bin / "nbgrader", "generate_assignment", "one", "--force"], self.folder)
        if not (self.folder / "release" / "one" / "hw.ipynb").exists():
            raise NotThere("`nbgrader generate_assignment` made no assignment")

    def grade(self, submission: Path) -> Made:
        handed_in = self.folder / "submitted" / submission.name / "one"
        handed_in.mkdir(parents=True, exist_ok=True)
        (handed_in / "hw.ipynb").write_text(notebook((submission / "hw.py").read_text()))
        command = [self.bin / "nbgrader", "autograde", "one", "--student", submission.name]
        seconds, said = self.run([*command, "--force"], self.folder)
        if said:
            return Made(seconds, None, said)
        passed = self._passed(submission.name)
        return Made(seconds, all_right(passed) if passed else None)

    def _passed(self, student: str) -> dict[str, bool]:
        query = """
            SELECT base_cell.name, grade.auto_score FROM grade
            JOIN grade_cells ON grade.cell_id = grade_cells.id
            JOIN base_cell ON grade_cells.id = base_cell.id
            JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
            JOIN submitted_assignment
              ON submitted_notebook.assignment_id = submitted_assignment.id
            WHERE submitted_assignment.student_id = ?
        """
        with sqlite3.connect(self.folder / "gradebook.db") as book:
            found = book.execute(query, [student]).fetchall()
        return {name.removeprefix("test-"): bool(score) for name, score in found}
