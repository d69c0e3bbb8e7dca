"""Every formula of every problem that comes with the package can be shown, in every way."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from grader.checks import all_checks
from grader.course import shipped_course
from grader.course.course import load_problem, read_source
from grader.course.finding import problem_files
from grader.course.references import References, read_references
from grader.kinds import language
from grader.linting.typesetting import texts_of
from grader.typeset.finding import formulas
from grader.typeset.formula import displayed, in_one_line
from grader.typeset.mathml import mathml

FILES = problem_files(shipped_course())
KINDS = language(all_checks())


@pytest.fixture(scope="module")
def references() -> References:
    return read_references(shipped_course() / "reference", "reference")[0]


@pytest.mark.parametrize("file", FILES, ids=[f"{f.parent.name}/{f.stem}" for f in FILES])
def test_no_formula_is_left_as_latex(file: Path, references: References) -> None:
    for path, text in texts_of(load_problem(read_source(file), KINDS, references).problem):
        for formula in formulas(text):
            ElementTree.fromstring(mathml(formula.text, display=formula.displayed))
            lines = displayed(formula.text, 76) if formula.displayed else []
            assert max(map(cell_len, lines), default=0) <= 76, (path, formula)
            for line in [in_one_line(formula.text), *lines]:
                assert not set(line) & set("\\$\ue000"), (path, formula, line)
