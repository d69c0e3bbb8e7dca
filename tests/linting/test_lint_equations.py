"""A prompt's own equations against the reference: what lint says, and what it only notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.checks import all_checks
from grader.cli.commands import cli
from grader.course import CourseFault, load_course, shipped_course
from grader.course.binding import SameAs
from grader.grading import Session
from grader.kinds import language
from grader.linting import lint
from grader.linting.equations import written_equations
from grader.linting.misprints import misprint_faults

Lint = Callable[..., list[str]]
SHIPPED = shipped_course()

REFERENCE = """
import numpy as np


def scaled(x, t):
    return t * x, x.sum(axis=0)


def summed(x):
    return x.sum()
"""
PROBLEM = r"""
id: topic/scaled
title: Scaled
prompt: |
  Write `scaled(x, t)`. With $c = 2 t$, it returns

  $$ Y_{ij} = \frac{c}{2} x_{ij}, \qquad s_j = \sum_i x_{ij} $$
formulas:
  - part: code
    defines: c
    left: ['Y_{ij}', s_j]
    indices: {i: 0..n-1, j: 0..d-1}
    means: {Y: y, s: total}
parts:
  code:
    asks: function
    call: scaled(x, t)
    reference: scaling.scaled
    returns: [y, total]
    inputs: {n: 2..3, d: 4..5, x: "normal[n, d]", t: "uniform(1, 2)"}
    points: 1
    checks:
      - equals: {cases: 3}
"""


# A check that is no `equals`: none of its observations is simply what the function returned.
NO_EQUALS = ("- equals: {cases: 3}", "- property: {holds: deterministic}")


def faults(lint_course: Lint, problem: str, run: bool = True) -> list[str]:
    return lint_course({"problems/p.yaml": problem, "reference/scaling.py": REFERENCE}, run=run)


def changed(old: str, new: str) -> str:
    assert PROBLEM.count(old) == 1
    return PROBLEM.replace(old, new)


def test_a_part_without_an_ordinary_case_is_told_what_to_add(lint_course: Lint) -> None:
    assert faults(lint_course, changed(*NO_EQUALS)) == [
        "problems/p.yaml:9:5: formulas.0.part: `code` has no ordinary case to compare with; add "
        "an `equals` check to it"
    ]


def test_equations_that_hold_are_no_fault(lint_course: Lint) -> None:
    assert faults(lint_course, PROBLEM) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            r"\sum_i x_{ij} $$",
            r"-\sum_i x_{ij} $$",
            r"problems/p.yaml:7:1: prompt: the formula `s_j = -\sum_i x_{ij}` does not hold for "
            r"`code`: in case 1, at j = 0, the reference gives -2.96013 and the formula 2.96013",
        ),
        (
            "$c = 2 t$",
            "$c = t$",
            r"problems/p.yaml:7:1: prompt: the formula `Y_{ij} = \frac{c}{2} x_{ij}` does not hold "
            "for `code`, by way of `c` of line 5: in case 1, at i = 0, j = 0, the reference gives "
            "-2.82345 and the formula -1.41172",
        ),
        (
            r"\frac{c}{2} x_{ij}",
            r"\frac{c}{2} x_{ij} \log(0)",
            r"problems/p.yaml:7:1: prompt: the formula `Y_{ij} = \frac{c}{2} x_{ij} \log(0)` does "
            "not hold for `code`, by way of `c` of line 5: in case 1, at i = 0, j = 0, its right "
            "side has no value: not a number",
        ),
        (
            r"\sum_i x_{ij} $$",
            r"\sum_i y_{ij} $$",
            r"problems/p.yaml:7:1: prompt: the formula `s_j = \sum_i y_{ij}` does not hold for "
            "`code`: in case 1, at j = 0, its left side is -2.96013 and its right side -4.82949",
        ),
        (
            r"\sum_i x_{ij} $$",
            r"\sum_i z_{ij} $$",
            r"problems/p.yaml:7:1: prompt: the formula `s_j = \sum_i z_{ij}` cannot be compared: "
            "unknown symbol z_ij: this problem uses n, d, t, i, j, c, x, y, Y, total, s, at "
            "`z_{ij}`",
        ),
        (
            "$c = 2 t$",
            "$c = 2 u$",
            "problems/p.yaml:5:1: prompt: the formula `c = 2 u` cannot be compared: unknown symbol "
            "u: this problem uses n, d, t, i, j, x, y, Y, total, s, at `u`",
        ),
        (
            "    defines: c\n",
            "    defines: c\n    counts_from: 1\n",
            r"problems/p.yaml:7:1: prompt: the formula `Y_{ij} = \frac{c}{2} x_{ij}` does not hold "
            "for `code`, by way of `c` of line 5: in case 1, at i = 0, j = 0, its left side has no "
            "value: an index out of range",
        ),
        (
            r"Y_{ij} = \frac{c}{2} x_{ij}",
            r"Y_{ij} = Y_{ij}, \qquad w = c",
            "problems/p.yaml:10:5: formulas.0.defines: `c` is used by nothing under `holds`, so "
            "that it is not compared",
        ),
        (
            "    left: ['Y_{ij}', s_j]\n",
            "    left: ['Y_{ij}', s_j, c]\n",
            "problems/p.yaml:5:1: prompt: the formula `c = 2 t` says nothing about what `code` "
            "returns: none of its symbols is an output",
        ),
        (
            "Y: y, ",
            "Y: z, ",
            "problems/p.yaml:13:13: formulas.0.means.Y: `z` cannot be read: unknown symbol z: "
            "this problem uses n, d, t, i, j, x, y, total",
        ),
        (
            "j: 0..d-1",
            "j: 0..m-1",
            "problems/p.yaml:12:26: formulas.0.indices.j: `m-1`: unknown symbol m: this problem "
            "uses n, d, t, x, y, total",
        ),
    ],
    ids=[
        "a flipped sign", "a wrong definition", "no value", "by the result itself", "unreadable",
        "an unreadable definition", "counted from one", "an unused definition", "a tautology",
        "an unknown output", "an unknown size",
    ],
)  # fmt: skip
def test_what_lint_says(lint_course: Lint, old: str, new: str, words: str) -> None:
    assert words in faults(lint_course, changed(old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "left: ['Y_{ij}', s_j]",
            "left: ['Y_{ji}', s_j]",
            "problems/p.yaml:11:12: formulas.0.left.0: no equation of the prompt has the left "
            "side `Y_{ji}`; there are `c`, `Y_{ij}`, `s_j`",
        ),
        (
            "formulas:\n",
            "unchecked: {z: it is not there}\nformulas:\n",
            "problems/p.yaml:8:13: unchecked.z: no equation of the prompt has the left side `z`; "
            "there are `c`, `Y_{ij}`, `s_j`",
        ),
    ],
    ids=["holds", "unchecked"],
)
def test_left_sides_must_stand_in_the_prompt(
    lint_course: Lint, old: str, new: str, words: str
) -> None:
    assert faults(lint_course, changed(old, new), run=False) == [words]


def test_the_part_must_be_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, changed("- part: code", "- part: cod"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CourseFault) as found:
        load_course(Path(), language(all_checks()))
    assert str(found.value) == (
        "problems/p.yaml:9:5: formulas.0.part: `cod` is not a part that asks for a function; did "
        "you mean `code`?"
    )


def write(root: Path, problem: str) -> None:
    for path, text in (("problems/p.yaml", problem), ("reference/scaling.py", REFERENCE)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def notes(root: Path, problem: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    write(root, problem)
    monkeypatch.chdir(root)
    course = load_course(Path(), language(all_checks()))
    return [
        str(note) for note in lint(course, all_checks(), list(course.problems), run=False).notes
    ]


def test_an_equation_that_nothing_compares_is_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = re.sub(r"formulas:\n.*?parts:", "parts:", PROBLEM, flags=re.DOTALL)
    not_compared = (
        "is not compared with the reference; declare it under `formulas`, or say why not under "
        "`unchecked`"
    )
    assert notes(tmp_path, cut, monkeypatch) == [
        "problems/p.yaml:5:1: prompt: note: the formula `c = 2 t` " + not_compared,
        r"problems/p.yaml:7:1: prompt: note: the formula `Y_{ij} = \frac{c}{2} x_{ij}` "
        + not_compared,
        r"problems/p.yaml:7:1: prompt: note: the formula `s_j = \sum_i x_{ij}` " + not_compared,
    ]
    silenced = cut.replace(
        "parts:", "unchecked: {'Y_{ij}': a reason, s_j: another, c: one}\nparts:"
    )
    assert notes(tmp_path, silenced, monkeypatch) == []
    assert notes(tmp_path, PROBLEM, monkeypatch) == []
    ranged = cut.replace("$$\n", ", \\qquad i = 0, \\dots, n $$\n")
    assert len(notes(tmp_path, ranged, monkeypatch)) == 3
    prose = re.sub(r"  code:.*", "  why: {asks: prose, points: 1, rubric: [x]}\n", cut, flags=re.S)
    assert notes(tmp_path, prose, monkeypatch) == []


def test_every_equation_of_a_shipped_code_problem_is_accounted_for() -> None:
    checks = all_checks()
    course = load_course(SHIPPED, language(checks))
    result = lint(course, checks, list(course.problems), run=False)
    assert [str(note) for note in result.notes] == []


def test_notes_are_printed_and_are_no_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, re.sub(r"formulas:\n.*?parts:", "parts:", PROBLEM, flags=re.DOTALL))
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(cli, ["lint", "--no-run"])
    assert ran.exit_code == 0
    *notes, last = ran.output.splitlines()
    assert [note.split(" prompt: note: the formula `")[0] for note in notes] == [
        "problems/p.yaml:5:1:",
        "problems/p.yaml:7:1:",
        "problems/p.yaml:7:1:",
    ]
    assert last == "1 problem: no faults, 3 notes"


def test_equations_are_found_with_their_lines(tmp_path: Path) -> None:
    write(tmp_path, PROBLEM)
    course = load_course(tmp_path, language(all_checks()))
    (file,) = course.problems.values()
    found = [(one.equation.left, one.line, one.displayed) for one in written_equations(file)]
    assert found == [("c", 5, False), ("Y_{ij}", 7, True), ("s_j", 7, True)]


def test_the_words_on_the_page_are_the_real_ones(tmp_path: Path) -> None:
    page = (SHIPPED / "docs/problem-files.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (problem,) = [text for _, text in blocks if text.startswith("id: positions/turned-pairs\n")]
    (reference,) = [text for _, text in blocks if text.startswith("# reference/turning.py\n")]
    (words,) = [text for kind, text in blocks if kind == "text" and "turned-pairs" in text]
    assert problem.count("base^{-2j/d}") == 1
    (tmp_path / "problems/positions").mkdir(parents=True)
    (tmp_path / "reference").mkdir()
    file = tmp_path / "problems/positions/turned-pairs.yaml"
    file.write_text(problem.replace("base^{-2j/d}", "base^{2j/d}"), encoding="utf-8")
    (tmp_path / "reference/turning.py").write_text(reference, encoding="utf-8")
    checks = all_checks()
    course = load_course(tmp_path, language(checks))
    with Session(course, checks, cache=tmp_path / "cache") as session:
        (said,) = misprint_faults(session, course.problems["positions/turned-pairs"])
    before, after = " ".join(words.split()).split(" … ")
    assert str(said).removeprefix(f"{tmp_path}/").startswith(before)
    assert str(said).endswith(after.partition("`")[2])


def test_the_keys_of_same_as_are_on_the_page() -> None:
    page = (SHIPPED / "docs/written-answers.md").read_text(encoding="utf-8")
    section = re.search(r"^### Formula and code\n(.*?)^### ", page, re.MULTILINE | re.DOTALL)
    assert section
    assert set(re.findall(r"^\| `(\w+)` \|", section[1], re.MULTILINE)) == set(SameAs.model_fields)
