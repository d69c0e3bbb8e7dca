"""`grader doctor`, and what grading does where nothing protects it."""

import json
from dataclasses import replace

import pytest
from typed import ROOT, run

from grader.cli.common import open_course
from grader.grading import Session, grade
from grader.grading.session import NotSafe
from grader.sandbox import Sandbox
from grader.submission import Submission

ANSWER = Submission(
    "own",
    {
        "a.py": b"import numpy as np\n"
        b"def subsequent_mask(n):\n"
        b"    return np.triu(np.full((n, n), -np.inf), 1)\n"
    },
)
PROBLEM = "language-model/subsequent-mask"


def test_doctor_tells_what_was_seen_to_hold() -> None:
    told = run("doctor", "--json")
    found = json.loads(told.stdout)
    assert told.returncode == (4 if found["level"] == "none" else 0)
    words = run("doctor")
    assert words.returncode == told.returncode
    assert words.stdout.startswith(f"protection is {found['level']}: ")
    assert words.stdout.count("✓") == sum(result["held"] for result in found["results"])
    assert ("how to get more:" in words.stdout) == (found["level"] != "full")


@pytest.mark.parametrize(
    ("secret", "unsafe", "refused"),
    [("", False, False), ("s3cret", False, True), ("s3cret", True, False)],
    ids=["own work", "strangers' work", "told so"],
)
def test_a_course_with_a_secret_is_not_graded_without_walls(
    secret: str, unsafe: bool, refused: bool
) -> None:
    course, checks = open_course(str(ROOT))
    session = Session(replace(course, secret=secret), checks, unsafe=unsafe)
    session.sandbox.__exit__(None, None, None)
    session.sandbox = Sandbox(sealed=False)
    with session:
        if refused:
            with pytest.raises(NotSafe) as caught:
                grade(session, ANSWER, [PROBLEM])
            assert caught.value.exit_code == 4
            assert str(caught.value) == (
                "student code cannot be sealed off here (switched off), and this course has a "
                "secret to keep; run `grader doctor` to see what is missing, or pass --unsafe if "
                "you trust the code"
            )
        else:
            report = grade(session, ANSWER, [PROBLEM])
            assert report.score.earned == 2
            assert report.environment.protection == (
                "not sealed: separate process with limits only, for code you trust (switched off)"
            )
