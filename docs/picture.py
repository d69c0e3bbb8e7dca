"""Draws the README's pictures of a report: `python docs/picture.py` writes docs/report.svg, and
docs/report.png, for which it needs Chromium."""

import io
import re
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.report import terminal
from grader.report.formats import FORMATS
from grader.sandbox.libraries import libraries_in
from grader.submission import read_submission

ROOT = Path(__file__).parents[1]


def main() -> None:
    course, checks = open_course(str(ROOT))
    submission = read_submission(ROOT / "submissions_example" / "half_right")
    problems = ["language-model/positional-encoding", "language-model/subsequent-mask"]
    with Session(course, checks, libraries_in(submission.sources)) as session:
        report = grade(session, submission, problems)
    console = Console(record=True, width=100, highlight=False, file=io.StringIO())
    terminal.draw(report, console)
    picture = console.export_svg(title="grader check half_right")
    # Whoever looks at it fetches nothing: the viewer's own monospace font will do.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    (ROOT / "docs" / "report.svg").write_text(picture, encoding="utf-8")
    photograph(FORMATS["html"](report), ROOT / "docs" / "report.png")


def photograph(page: str, file: Path) -> None:
    """The first screen of a page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        source = Path(folder) / "report.html"
        source.write_text(page, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        opened = browser.new_page(viewport={"width": 760, "height": 860})
        opened.goto(source.as_uri())
        opened.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    main()
