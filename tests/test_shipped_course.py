"""Every question of the course has its problem, in the assignment that docs/course.md says."""

import re
from pathlib import Path

from click.testing import CliRunner

from grader.cli.commands import cli

ROOT = Path(__file__).parents[1]
QUESTIONS = (
    *("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"),
    *("B1a", "B1b", "B2", "B3", "B4", "B5"),
    *("C1.1–1.2", "C1.3", "C1.4", "C2.1–2.2", "C3.1", "C3.2", "C3.3"),
    *("C4.1–4.3", "C4.4", "C4.5", "C5.1–5.2", "C5.4"),
    *("D1", "D2", "D3", "D4"),
    *("E1", "E2", "E3a–b", "E3c", "E4", "E5", "E6"),
    *("F1", "F2", "F3"),
)


def documented() -> tuple[list[str], dict[str, set[str]]]:
    """The questions of docs/course.md in order, and the problems of each assignment."""
    questions: list[str] = []
    problems: dict[str, set[str]] = {}
    assignment = ""
    for line in (ROOT / "docs" / "course.md").read_text().splitlines():
        if line.startswith("## "):
            assignment = line[3:]
            problems[assignment] = set()
        elif row := re.match(r"\| ([A-F]\S+) \| [^|]+ \| (.+) \|$", line):
            questions.append(row[1])
            problems[assignment] |= set(re.findall(r"`([\w/-]+)`", row[2]))
    return questions, problems


def listed() -> dict[str, set[str]]:
    """The problems of each assignment, as `grader list` prints them."""
    result = CliRunner().invoke(cli, ["list", "--course", str(ROOT)])
    assert result.exit_code == 0, result.output
    found: dict[str, set[str]] = {}
    for line in result.output.splitlines():
        if heading := re.match(r"([\w -]+): \d+ problems?, [\d.]+ points$", line):
            assignment = heading[1]
            found[assignment] = set()
        elif row := re.match(r"  ([\w/-]+) +[\d.]+  ", line):
            found[assignment].add(row[1])
    return found


def test_no_question_is_dropped() -> None:
    assert documented()[0] == list(QUESTIONS)


def test_the_list_shows_what_the_page_says() -> None:
    assert listed() == documented()[1]
