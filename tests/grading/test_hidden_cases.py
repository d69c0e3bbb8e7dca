"""A course with a secret: what hidden cases hold reaches no report, and shown ones are not all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_course import PROBLEM, REFERENCE, graded, open_session, part_of, write_course

from grader.grading import Session
from grader.grading.asking import prepare
from grader.report import PartReport

SETTINGS = 'secret = "of the staff"\n[limits]\nseconds = 2\n'


@pytest.fixture(scope="module")
def secretive(tmp_path_factory: pytest.TempPathFactory, truth_cache: Path) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("secretive") / "course"
    problem = PROBLEM.replace("equals: {cases: 3}", "equals: {cases: 3, public: 1}")
    write_course(root, {"rows": problem}, {"rows": REFERENCE}, SETTINGS)
    with open_session(root, truth_cache, ("numpy",)) as session:
        yield session


def softmax_part(session: Session, source: str) -> PartReport:
    return part_of(graded(session, {"homework.py": "import numpy as np\n" + source}), "softmax")


def test_an_answer_that_knows_the_shown_case_fails_on_a_hidden_one(secretive: Session) -> None:
    part = softmax_part(secretive, "def softmax(x):\n    return x\n")
    (shown,) = [finding for finding in part.checks[0].findings if finding.kind == "inputs"]
    number = re.search(r"-?\d+\.\d+", shown.inputs["x"])
    assert number is not None
    part = softmax_part(
        secretive,
        f"def softmax(x):\n    e = np.exp(x)\n    if abs(x[0, 0] - {number[0]}) < 1e-3:\n"
        "        return e / e.sum(-1, keepdims=True)\n    return e\n",
    )
    assert (part.verdict.value, part.score.earned) == ("wrong", 0.0)
    assert part.message.startswith("case 2: the result differs in ")


# Each is right once and then tries to carry the input out. Hidden cases have a process of their
# own, so that it is right in the first of them, too.
CALLS = "calls = 0\ndef softmax(x):\n    global calls\n    calls += 1\n    e = np.exp(x)\n"
RIGHT = "    if calls == 1:\n        return e / e.sum(-1, keepdims=True)\n"
LEAKS = [
    (
        "    raise ValueError(str(x.tolist()))\n",
        "crashed",
        "case 3: ValueError",
    ),
    (
        "    raise type(f'E{x[0, 0]}', (Exception,), {})\n",
        "crashed",
        "case 3: an error",
    ),
    (
        "    return type(f'T{x[0, 0]}', (), {})()\n",
        "wrong",
        "case 3: the result is an object of a class of its own, "
        "but an array of shape (N, M) is asked for",
    ),
    ("    print(x)\n    return x\n", "wrong", "case 3: the result differs in all of its N entries"),
]


@pytest.mark.parametrize(("line", "verdict", "words"), LEAKS)
def test_a_hidden_input_does_not_reach_the_report(
    secretive: Session, line: str, verdict: str, words: str
) -> None:
    part = softmax_part(secretive, CALLS + RIGHT + line)
    said = re.sub(r"\(\d, \d\)", "(N, M)", part.message)
    said = re.sub(r"its \d+", "its N", said)
    assert (part.verdict.value, said) == (verdict, words)
    checks = prepare(
        secretive.course, dict(secretive.checks), secretive.truth, "small/rows", "softmax"
    )
    hidden = [case.inputs["x"] for case in checks[0].ask.cases if not case.public]
    report = part.model_dump_json()
    assert len(hidden) == 2
    assert not any(f"{abs(number):.3f}" in report for one in hidden for number in one.flat)
