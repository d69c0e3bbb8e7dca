"""Every example submission scores what its README says, and its mistakes are named."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from grader.checks import Verdict
from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.report import Report
from grader.submission import read_submission

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted(folder for folder in (ROOT / "submissions_example").iterdir() if folder.is_dir())
ROW = re.compile(r"^\| ([\w/-]+) \| ([\d.]+) / ([\d.]+) \|$", re.MULTILINE)
NAMED = re.compile(r"^\| ([\w/-]+) \| (\w+) \| (.+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def report_of() -> Iterator[Callable[[Path], Report]]:
    """(folder) -> the report on it, of every problem of the course; each is graded once."""
    course, checks = open_course(str(ROOT))
    with Session(course, checks, ("numpy", "torch")) as opened:
        yield cache(lambda folder: grade(opened, read_submission(folder), list(course.problems)))


@pytest.mark.parametrize("name", ["numpy_correct", "torch_correct"])
def test_every_problem_is_right_in_two_styles(
    name: str, report_of: Callable[[Path], Report]
) -> None:
    not_right = [
        (problem.id, part.name, str(part.verdict))
        for problem in report_of(ROOT / "submissions_example" / name).problems
        for part in problem.parts
        if part.asks != "prose" and part.verdict is not Verdict.CORRECT
    ]
    assert not_right == []


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_scores_what_its_readme_says(folder: Path, report_of: Callable[[Path], Report]) -> None:
    readme = (folder / "README.md").read_text()
    promised = {
        name: (float(earned), float(possible)) for name, earned, possible in ROW.findall(readme)
    }
    assert promised, "an example says what it must score"
    report = report_of(folder)
    scored = {p.id: (p.score.earned, p.score.possible) for p in report.problems}
    silent = {name: (0.0, possible) for name, (_, possible) in scored.items()}
    assert scored == {**silent, **promised}
    named = {
        (problem.id, part.name, part.mistake.name)
        for problem in report.problems
        for part in problem.parts
        if part.mistake
    }
    assert named == {found for found in NAMED.findall(readme) if found[0] != "problem"}
