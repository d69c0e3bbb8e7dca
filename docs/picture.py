"""Draws the README's picture of a report: `python docs/picture.py` writes docs/report.svg."""

from pathlib import Path

from rich.console import Console

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.grading.session import libraries_of
from grader.report import terminal
from grader.submission import read_submission

ROOT = Path(__file__).parents[1]


def main() -> None:
    course, checks = open_course(str(ROOT))
    submission = read_submission(ROOT / "submissions_example" / "half_right")
    problems = ["language-model/positional-encoding", "language-model/subsequent-mask"]
    with Session(course, checks, libraries_of([submission])) as session:
        report = grade(session, submission, problems)
    console = Console(record=True, width=100, highlight=False, file=Path("/dev/null").open("w"))
    terminal.draw(report, console)
    console.save_svg(str(ROOT / "docs" / "report.svg"), title="grader check half_right")


if __name__ == "__main__":
    main()
