"""A student's formula and code against each other: what is said, and when nothing is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import graded, open_session, write_course

from grader.grading import Session, agreement
from grader.report import AgreementReport, Report, markdown, terminal
from grader.report.wording import agreement_sentence

REFERENCE = """
import numpy as np


def slope(A):
    return 4 * (A @ A.T - np.eye(len(A))) @ A


def turns(k, d):
    angles = k * 10.0 ** (-2.0 * np.arange(d // 2) / d)
    matrix = np.zeros((d, d))
    for i, angle in enumerate(angles):
        c, s = np.cos(angle), np.sin(angle)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]
    return matrix
"""
PROBLEM = """
id: small/slope
title: A slope
prompt: Derive it.
parts:
  code:
    asks: function
    call: slope(A)
    reference: slopes.slope
    returns: slope
    inputs: {r: 2..2, n: 3..3, A: "normal[r, n]"}
    points: 2
    checks:
      - equals: {cases: 3, public: 1, weight: 3}
      - equals: {name: large, cases: 1, inputs: {A: "1000 * normal[r, n]"}}
      - rules: {forbid: [torch]}
  formula:
    asks: formula
    symbols: {A: "matrix[r, n]", B: "matrix[r, n]"}
    identity: {I: r}
    answer: 4 (A A^T - I) A
    same_as: code
    points: 2
"""
TURNS = """
id: small/turns
title: Turns
prompt: Turn it.
parts:
  code:
    asks: function
    call: turns(k, d)
    reference: slopes.turns
    inputs: {k: "integers(1, 5)", d: 4..8 step 2}
    points: 2
    checks:
      - equals: {cases: 3, public: 1}
  block:
    asks: formula
    symbols: {k: real, w: positive}
    answer: "[[cos(w k), sin(w k)], [-sin(w k), cos(w k)]]"
    same_as:
      part: code
      indices: {i: 0..d/2-1}
      means: {w: 10^(-2*i/d)}
      gives: result[2*i:2*i+2, 2*i:2*i+2]
    points: 2
"""
SETTINGS = 'secret = "of the staff"\n[limits]\nseconds = 5\n'
IMPORT = "import numpy as np\ndef slope(A):\n    G = A @ A.T\n    I = np.eye(len(A))\n    return "
RIGHT, HALF, OTHER = "4 * (G - I) @ A", "2 * (G - I) @ A", "4 * G @ A"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("agreeing") / "course"
    write_course(root, {"slope": PROBLEM, "turns": TURNS}, {"slopes": REFERENCE}, SETTINGS)
    with open_session(root, truth_cache, ("numpy",)) as session:
        yield session


def report_on(course: Session, code: str, formula: str, problem: str = "small/slope") -> Report:
    part = "formula" if problem == "small/slope" else "block"
    source = IMPORT + code + "\n" if problem == "small/slope" else code
    files = {"hw.py": source, "answers.md": f"# {problem}\n\n{part}: `{formula}`\n"}
    return graded(course, files, [problem])


def agreements(course: Session, code: str, formula: str) -> list[AgreementReport]:
    (problem,) = report_on(course, code, formula).problems
    return list(problem.agreements)


SAID = {
    "only the code is wrong": (
        HALF, "4 (A A^T - I) A", "code wrong",
        "Your formula is right, your code is not: they differ first in case 1 at [0, 0], where "
        "your formula gives FORMULA and your code CODE.",
    ),
    "only the formula is wrong": (
        RIGHT, "4 A A^T A", "formula wrong",
        "Your code is right, your formula is not: they differ first in case 1 at [0, 0], where "
        "your formula gives FORMULA and your code CODE.",
    ),
    "both in the same way": (
        HALF, "2 A A^T A - 2 A", "same mistake",
        "Both are wrong in the same way: your code computes what your formula says.",
    ),
    "both, in different ways": (
        HALF, "4 A A^T A", "both wrong",
        "Both are wrong, and they do not agree with each other: they differ first in case 1 at "
        "[0, 0], where your formula gives FORMULA and your code CODE.",
    ),
    "a formula of another shape": (
        RIGHT, "4 (A A^T - I)", "formula wrong",
        "Your code is right, your formula is not: they differ first in case 1.",
    ),
    "code of another shape": (
        "(4 * (G - I) @ A)[0]", "4 (A A^T - I) A", "code wrong",
        "Your formula is right, your code is not.",
    ),
    "wrong in hidden cases only": (
        "(4 if abs(A[0, 0] - PUBLIC) < 1e-4 else 2) * (G - I) @ A", "4 (A A^T - I) A", "code wrong",
        "Your formula is right, your code is not.",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def public_entry(course: Session) -> str:
    """A[0, 0] of the public case, as any student can read it in a report."""
    (problem,) = report_on(course, "A", "A").problems
    (shown,) = [one for one in problem.parts[0].checks[0].findings if one.kind == "inputs"]
    found = re.search(r"-?\d+\.\d+", shown.inputs["A"])
    assert found
    return found[0]


@pytest.mark.parametrize(("code", "formula", "says", "sentence"), SAID.values(), ids=SAID)
def test_what_is_said(
    course: Session, public_entry: str, code: str, formula: str, says: str, sentence: str
) -> None:
    (found,) = agreements(course, code.replace("PUBLIC", public_entry), formula)
    assert (found.formula, found.code, found.says) == ("formula", "code", says)
    for word, value in (("FORMULA", found.formula_value), ("CODE", found.code_value)):
        if word in sentence:
            assert value is not None
            sentence = sentence.replace(word, value)
    assert agreement_sentence(found) == sentence


SILENT = {
    "both right": (RIGHT, "4 (A A^T - I) A"),
    "the formula cannot be read": (HALF, "4 (A A^T - J) A"),
    "the code crashes": ("1 / 0", "4 A"),
    "the code crashes in one case": ("G if A[0, 0] > 0 else 1 / 0", "4 A"),
    "the formula uses what the code has not": (HALF, "4 B"),
    "only an edge is wrong": ("np.clip(4 * (G - I) @ A, -1e4, 1e4)", "4 A"),
    "no code": ("", "4 A"),
    "a formula without a value": (HALF, "A / (2 - 2)"),
}


@pytest.mark.parametrize(("code", "formula"), SILENT.values(), ids=SILENT)
def test_when_nothing_is_said(course: Session, code: str, formula: str) -> None:
    if not code:
        files = {"answers.md": f"# small/slope\n\nformula: `{formula}`\n"}
        (problem,) = graded(course, files, ["small/slope"]).problems
        assert problem.agreements == ()
        return
    assert agreements(course, code, formula) == []


def test_it_changes_no_points(course: Session) -> None:
    (problem,) = report_on(course, HALF, "2 (A A^T - I) A").problems
    assert problem.agreements[0].says == "same mistake"
    assert (problem.score.earned, problem.score.pending) == (0.0, 0.0)


TURNING = """
import numpy as np
def turns(k, d):
    matrix = np.zeros((d, d))
    for i in range(d // 2):
        angle = k * 10.0 ** (-2.0 * i / d)
        c, s = np.cos(angle), np.sin(angle)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, -s], [s, c]]
    return matrix
"""


def test_blocks_under_an_index(course: Session) -> None:
    right = "[[cos(w k), sin(w k)], [-sin(w k), cos(w k)]]"
    (problem,) = report_on(course, TURNING, right, "small/turns").problems
    (found,) = problem.agreements
    assert (found.indices, found.place) == ({"i": 0}, (0, 1))
    assert agreement_sentence(found).startswith(
        "Your formula is right, your code is not: they differ first in case 1 for i = 0 at [0, 1], "
        "where your formula gives "
    )
    turned = "[[cos(w k), -sin(w k)], [sin(w k), cos(w k)]]"
    (problem,) = report_on(course, TURNING, turned, "small/turns").problems
    assert [one.says for one in problem.agreements] == ["same mistake"]


def test_it_stands_in_every_report(course: Session) -> None:
    report = report_on(course, HALF, "2 (A A^T - I) A")
    said = "Both are wrong in the same way: your code computes what your formula says."
    assert f"  formula and code compared\n    {said}\n" in terminal.render(report)
    assert f"**formula** and **code**: {said}" in markdown.render(report)
    assert '"says": "same mistake"' in report.to_json()
    assert Report.model_validate_json(report.to_json()) == report


def test_hidden_cases_are_not_quoted(course: Session, public_entry: str) -> None:
    code = f"(4 if abs(A[0, 0] - {public_entry}) < 1e-4 else 2) * (G - I) @ A"
    (found,) = agreements(course, code, "4 (A A^T - I) A")
    assert (found.case, found.place, found.indices) == ("", None, {})
    assert (found.formula_value, found.code_value) == (None, None)


def test_a_defect_of_ours_is_told_and_costs_no_points(
    course: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = report_on(course, HALF, "4 (A A^T - I) A")

    def broken(*arguments: object) -> None:
        raise KeyError("an input of a hidden case")

    monkeypatch.setattr(agreement, "first_apart", broken)
    report = report_on(course, HALF, "4 (A A^T - I) A")
    (found,) = report.problems[0].agreements
    assert re.fullmatch(
        r"They could not be compared with each other, a fault of the grader "
        r"\(KeyError at test_agreement\.py, line \d+\); no points depend on it\.",
        agreement_sentence(found),
    )
    assert "hidden" not in report.to_json()
    assert [one.verdict for one in report.problems[0].parts] == [
        one.verdict for one in whole.problems[0].parts
    ]
    assert report.score == whole.score


# part of a shipped problem -> (code, formula, what is said)
SHIPPED = {
    "companions/softmax": (
        "import numpy as np\ndef softmax_jacobian(x):\n    e = np.exp(x - x.max())\n"
        "    p = e / e.sum()\n    return np.outer(p, p) - np.diag(p)\n",
        "formula: $\\mathrm{diag}(p) - p p^T$",
        ("formula", "jacobian", "code wrong"),
    ),
    "structured/attention": (
        "import numpy as np\ndef redundancy_gradient(A):\n"
        "    return {'dA': 2 * (A @ A.T - np.eye(len(A))) @ A}\n",
        "formula: $2 (A A^T - I) A$",
        ("formula", "gradient", "same mistake"),
    ),
    "attention/fused": (
        "import numpy as np\ndef fuse_query_key(WQ, WK):\n"
        "    return np.einsum('kia,kib->kab', WQ, WK) / np.sqrt(WQ.shape[1])\n",
        r"entry: $\sum_i W^Q[k, i, j_1] W^K[k, i, j_2]$",
        ("entry", "code", "formula wrong"),
    ),
    "attention/rotation": (
        "import numpy as np\ndef rotation_matrix(k, d_model):\n"
        "    R = np.zeros((d_model, d_model))\n"
        "    for i in range(d_model // 2):\n        a = k / 10000 ** (2 * i / d_model)\n"
        "        R[2*i:2*i+2, 2*i:2*i+2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]\n"
        "    return R\n",
        "matrix: `[[cos(lambda k), sin(lambda k)], [sin(lambda k), cos(lambda k)]]`",
        ("matrix", "move", "both wrong"),
    ),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_problems_compare_formula_and_code(shipped: Session, name: str) -> None:
    code, formula, wanted = SHIPPED[name]
    files = {"hw.py": code, "answers.md": f"# {name}\n\n{formula}\n"}
    (problem,) = graded(shipped, files, [name]).problems
    (found,) = problem.agreements
    assert (found.formula, found.code, found.says) == wanted
