"""The answers.md that `grader show` gives out: unfilled it is no answer, filled in it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks import all_checks
from grader.course import Course, Problem, load_course, shipped_course
from grader.grading import Session, grade
from grader.handout.blank import blank_answers
from grader.kinds import language
from grader.kinds.base import WrittenPart
from grader.kinds.ledger.keys import LedgerPart
from grader.submission import read_submission


@pytest.fixture(scope="module")
def shipped() -> Course:
    return load_course(shipped_course(), language(all_checks()))


def verdicts(course: Course, answers: str, folder: Path) -> dict[tuple[str, str], str]:
    (folder / "answers.md").write_text(answers, encoding="utf-8")
    with Session(course, all_checks(), ("numpy",)) as session:
        report = grade(session, read_submission(folder), list(course.problems))
    return {
        (problem.id, part.name): str(part.verdict)
        for problem in report.problems
        for part in problem.parts
    }


def test_unfilled_it_is_not_attempted(shipped: Course, tmp_path: Path) -> None:
    blank = blank_answers(file.problem for file in shipped.problems.values())
    assert set(verdicts(shipped, blank, tmp_path).values()) == {"not attempted"}


def filled(problem: Problem) -> tuple[str, list[str]]:
    """The form with right answers written into it, and the parts that have one."""
    section, parts = f"{blank_answers([problem])}\n\n", []
    for name, part in problem.parts.items():
        if not isinstance(part, WrittenPart) or part.for_a_person or part.data_files:
            continue
        right = part.marker().right_answer(part)
        if not right:
            continue
        if isinstance(part, LedgerPart):
            blank = "\n".join(f"{line}:" for line in part.lines)
            section = section.replace(f"### {name}\n\n{blank}\n", f"### {name}\n\n{right}\n")
        elif part.on_several_lines:
            section = section.replace(f"### {name}\n", f"### {name}\n\n{right}\n")
        else:
            section = section.replace(f"\n{name}:\n", f"\n{name}: {right}\n")
        parts.append(name)
    return section, parts


def test_filled_in_with_the_right_answers_it_is_read(shipped: Course, tmp_path: Path) -> None:
    """Every label and heading of the form is one that the reader of answers knows."""
    text = ""
    wanted: dict[tuple[str, str], str] = {}
    for file in shipped.problems.values():
        section, parts = filled(file.problem)
        text += section
        wanted.update({(file.problem.id, name): "correct" for name in parts})
    found = verdicts(shipped, text, tmp_path)
    assert {key: found[key] for key in wanted} == wanted
