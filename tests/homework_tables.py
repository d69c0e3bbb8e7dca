"""What each homework document among the examples gets, part by part: the table in its README.

`test_examples.py` holds every line of it. What is read in another way now changes the table;
look at the difference, then write the tables anew:

    .venv/bin/python tests/homework_tables.py
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lent import lent_sandboxes

from grader.checks import Verdict
from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.report import Report
from grader.submission import read_submission

ROOT = Path(__file__).parents[1]
HOMEWORKS = sorted((ROOT / "submissions_example").glob("homework_*"))
HEAD = "| problem | part | verdict | points | named mistake |\n|---|---|---|---|---|\n"
_ASSIGNMENT = re.compile(r"^grader check \S+ --assignment (\S+)$", re.MULTILINE)


@contextmanager
def grading() -> Iterator[Callable[[Path, str], Report]]:
    """(folder, assignment) -> the report on it; without an assignment, on the whole course."""
    course, checks = open_course(str(ROOT))

    def report(folder: Path, assignment: str) -> Report:
        problems = course.assignment(assignment) if assignment else list(course.problems)
        return grade(opened, read_submission(folder), problems, assignment=assignment)

    with lent_sandboxes(), Session(course, checks, ("numpy", "torch")) as opened:
        yield report


def assignment_of(readme: str) -> str:
    """The assignment that a homework was handed in for; its questions have the numbers of it."""
    return "".join(_ASSIGNMENT.findall(readme))


def table_of(report: Report) -> str:
    """All parts that were attempted."""
    rows = [
        f"| {problem.id} | {part.name} | {part.verdict} "
        f"| {part.score.earned:g} / {part.score.possible:g} "
        f"| {part.mistake.name if part.mistake else ''} |\n"
        for problem in report.problems
        for part in problem.parts
        if part.verdict is not Verdict.NOT_ATTEMPTED
    ]
    return HEAD + "".join(rows)


def main() -> None:
    with grading() as report:
        for folder in HOMEWORKS:
            readme = (folder / "README.md").read_text()
            told, _, _ = readme.partition(HEAD)
            table = table_of(report(folder, assignment_of(readme)))
            (folder / "README.md").write_text(told + table)
            print(f"{folder.name}: {'as it was' if told + table == readme else 'written anew'}")


if __name__ == "__main__":
    main()
