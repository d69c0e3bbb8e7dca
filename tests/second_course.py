"""What the wrong answers to the second course get: the table in its README.

`test_second_course.py` holds every line of it. Where words have changed, look at the difference,
then write the table anew:

    .venv/bin/python tests/second_course.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lent import lent_sandboxes

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.report import Report
from grader.report.wording import mistake_sentence
from grader.submission import read_submission
from grader.values.counting import amount

ROOT = Path(__file__).parents[1] / "docs" / "second-course"
HEAD = "| submission | part | points | what the report says |\n|---|---|---|---|\n"
WRONG = ("wrong", "wrong_too")
ASSIGNMENT = "second"


@contextmanager
def grading_second() -> Iterator[Callable[..., Report]]:
    """Name of a submission, and of problems where not all are meant -> the report on it."""
    course, checks = open_course(str(ROOT))

    def report(name: str, *problems: str) -> Report:
        asked = problems or course.assignment(ASSIGNMENT)
        return grade(session, read_submission(ROOT / "submissions" / name), asked)

    with lent_sandboxes(), Session(course, checks, ("numpy", "torch")) as session:
        yield report


def table_of_wrong(report_of: Callable[..., Report]) -> str:
    rows = [
        f"| {name} | {problem.id} {part.name} "
        f"| {amount(part.score.earned)} of {amount(part.score.possible)} "
        f"| {part.message}{'. ' + mistake_sentence(part) if part.mistake else ''} |\n"
        for name in WRONG
        for problem in report_of(name).problems
        for part in problem.parts
    ]
    return HEAD + "".join(rows)


if __name__ == "__main__":
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8").partition(HEAD)[0]
    with grading_second() as opened:
        readme.write_text(text + table_of_wrong(opened), encoding="utf-8")
