"""What a kit says of code is what the instructor's check says, as far as it is about public cases.

`python tests/kit/test_kit_agrees.py` compares them for every example and assignment.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from kits import ROOT, checked, shipped, unpacked
from lent import lent_sandboxes

from grader.checks import Check, Verdict
from grader.cli.common import open_course
from grader.course import Course
from grader.grading import Session, grade
from grader.kit.folder import kit_files, write_kit
from grader.report import Report
from grader.submission import Submission
from grader.submission.intake import read_submission

EXAMPLES = ROOT / "submissions_example"
SECOND = ROOT / "docs" / "second-course"
Opened = tuple[Course, Mapping[str, Check]]


def in_full(submission: Submission, assignment: str, opened: Opened) -> Report:
    course, checks = opened
    with lent_sandboxes(), Session(course, checks, ("numpy", "torch")) as session:
        return grade(session, submission, course.assignment(assignment), assignment=assignment)


def disagreements(kit: Report, full: Report) -> Iterator[str]:
    for mine, theirs in zip(kit.problems, full.problems, strict=True):
        for part, whole in zip(mine.parts, theirs.parts, strict=True):
            known = {check.name: check for check in whole.checks}
            for check in part.checks:
                if check.kind == "elsewhere" or part.asks not in ("function", "module"):
                    continue
                other = known[check.name]
                public = other.message.startswith(("case 1:", "example 1:"))
                same = (check.verdict, check.message) == (other.verdict, other.message)
                right = check.verdict is Verdict.CORRECT and not (
                    public and other.verdict is not Verdict.CORRECT
                )
                if not same and not right:
                    yield f"{mine.id} {part.name} {check.name}: {check.message}; {other.message}"


@pytest.mark.parametrize(
    ("example", "assignment", "said"),
    [
        ("half_right", "attention-basics", {"wrong"}),
        ("numpy_correct", "structured-attention", {"correct"}),
    ],
)
def test_code_is_judged_alike(
    example: str, assignment: str, said: set[str], tmp_path: Path
) -> None:
    submission = read_submission(EXAMPLES / example)
    kit = checked(unpacked(assignment, tmp_path / "kit"), submission.files)
    assert list(disagreements(kit, in_full(submission, assignment, shipped()))) == []
    checks = [check for one in kit.problems for part in one.parts for check in part.checks]
    assert {str(check.verdict) for check in checks} == said


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("example", "said"), [("torch", "correct"), ("wrong_too", "wrong")])
def test_what_is_drawn_by_chance_is_judged_alike(example: str, said: str, tmp_path: Path) -> None:
    """The draws of the reference are in the kit, and so are the seeds of the public case."""
    opened, problem = open_course(str(SECOND)), "sampling/drawn"
    write_kit(kit_files(*opened, problem, with_mistakes=False), tmp_path / "kit", problem)
    submission = read_submission(SECOND / "submissions" / example)
    kit = checked(tmp_path / "kit", submission.files)
    assert list(disagreements(kit, in_full(submission, problem, opened))) == []
    assert [str(part.verdict) for part in kit.problems[0].parts] == [said] * 3


def main() -> None:
    """Of everything that is shipped; the exit code is 1 if they disagree anywhere."""
    found = compared = 0
    for assignment in shipped()[0].settings.assignments:
        for folder in sorted(EXAMPLES.iterdir()):
            with tempfile.TemporaryDirectory() as room:
                submission = read_submission(folder)
                kit = checked(unpacked(assignment, Path(room) / "kit"), submission.files)
                for line in disagreements(kit, in_full(submission, assignment, shipped())):
                    print(f"{folder.name}: {line}")
                    found += 1
                compared += sum(len(part.checks) for one in kit.problems for part in one.parts)
    print(f"{compared} checks, {found} disagree")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
