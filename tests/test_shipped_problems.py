"""Every shipped problem, through the whole path: nothing handed in, and wrong answers of any kind.

The answers are made from the problem files. With `--whole` every problem meets every kind of
them, without it one in three one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from lent import lent_sandboxes
from typed import run
from wrong_answers import (
    CONSTANT,
    NOTHING,
    RAISES,
    RANDOM,
    TEXT,
    code_answers,
    written_answers,
    wrong_answer,
)

from grader.checks import Verdict
from grader.cli.common import open_course
from grader.course.parts import CodePart
from grader.grading import Session, grade
from grader.report import PartReport, ProblemReport
from grader.submission import Submission

ROOT = Path(__file__).parents[1]
COURSE, CHECKS = open_course(str(ROOT))
EMPTY, WRITTEN = "empty", "written"

Graded = Callable[[str, str], ProblemReport]
each_problem = pytest.mark.parametrize("problem", sorted(COURSE.problems))


@pytest.fixture(scope="module")
def graded() -> Iterator[Graded]:
    """The report on one problem, of the submission whose functions return what `kind` says, or
    which has a wrong answer to every written part."""
    with lent_sandboxes(), Session(COURSE, CHECKS, ("numpy", "torch")) as session:

        @cache
        def submission(kind: str) -> Submission:
            files = {} if kind in (EMPTY, WRITTEN) else code_answers(COURSE, kind)
            if kind == WRITTEN:
                files["answers.md"] = written_answers(COURSE)
            return Submission("student", {path: text.encode() for path, text in files.items()})

        yield lambda kind, problem: grade(session, submission(kind), [problem]).problems[0]


@each_problem
def test_nothing_is_handed_in(graded: Graded, problem: str) -> None:
    report = graded(EMPTY, problem)
    assert {part.verdict for part in report.parts} == {Verdict.NOT_ATTEMPTED}
    assert (report.score.earned, report.score.pending) == (0, 0)


@pytest.mark.one_in(3)
@each_problem
def test_wrong_written_answers_earn_nothing(graded: Graded, problem: str) -> None:
    specs = COURSE.problems[problem].problem.parts
    for part in graded(WRITTEN, problem).parts:
        if not wrong_answer(f"{problem}/{part.name}", specs[part.name]):
            continue
        assert part.score.earned == 0, part
        if part.asks == "prose":
            assert (part.verdict, part.score.pending) == (Verdict.UNDECIDED, part.score.possible)
        elif part.asks == "curve":  # without the data that the claims are about
            assert part.verdict is Verdict.NOT_ATTEMPTED, part
        elif part.verdict is Verdict.UNDECIDED:
            assert getattr(specs[part.name], "otherwise", "") == "person", part
        else:
            assert part.verdict is Verdict.WRONG, part


@pytest.mark.one_in(3)
@pytest.mark.in_turn("kind")
@each_problem
@pytest.mark.parametrize("kind", [RANDOM, CONSTANT, NOTHING, TEXT, RAISES])
def test_wrong_results_earn_nothing(graded: Graded, kind: str, problem: str) -> None:
    specs = COURSE.problems[problem].problem.parts
    for part in graded(kind, problem).parts:
        if isinstance(specs[part.name], CodePart):
            assert part.verdict in _expected(kind, part), part
            assert (part.score.earned, part.score.pending) == (0, 0), part


def _expected(kind: str, part: PartReport) -> set[Verdict]:
    """A rule, such as a name that must be used, is broken before anything is called."""
    if kind == RAISES and part.asks == "function":
        return {Verdict.CRASHED, Verdict.BROKE_A_RULE}
    return {Verdict.WRONG, Verdict.CRASHED, Verdict.BROKE_A_RULE}


def test_an_empty_folder_is_no_error(tmp_path: Path) -> None:
    done = run("check", tmp_path, "--course", ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    possible = sum(file.problem.total for file in COURSE.problems.values())
    said = f"nothing was attempted yet, of {possible:g} points"
    assert done.stdout.split("\n")[1].strip() == said
    assert "not attempted" in done.stdout
