"""Checks that are asked ahead, all in one process: no report differs, but a right answer costs
few processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.checks import Judgement
from grader.checks.equals import Equals
from grader.cli.common import open_course
from grader.grading import Session, ahead, grade
from grader.sandbox import Cell
from grader.sandbox.branch import Branch
from grader.submission import Submission

REFERENCE = "def twice(x):\n    return 2 * x\n\n\ndef thrice(x):\n    return 3 * x\n"
PROBLEM = """
id: made/{name}
title: The {name}
prompt: Write `{name}(x)`.
parts:
  code:
    asks: function
    call: {name}(x)
    reference: made.{name}
    inputs: {{n: 3..6, x: "normal[n, n]"}}
    points: 2
    checks:
      - equals: {{cases: 4, public: 2}}
      - equals: {{name: large, cases: 2, public: 1, inputs: {{x: "1000 * normal[n, n]"}}}}
"""
PROBLEMS = ["made/twice", "made/thrice"]
ANSWERS = {
    "right": REFERENCE,
    "one wrong": REFERENCE.replace("3 * x", "4 * x"),
    "raises": REFERENCE.replace("return 3 * x", "raise ValueError('no')"),
    "raises at import": "import made_up\n" + REFERENCE,
    "prints": REFERENCE.replace("return 2 * x", "print('x' * 100_000)\n    return 2 * x"),
    "ends Python": REFERENCE.replace("return 2 * x", "import os\n    os._exit(0)"),
    "loops": REFERENCE.replace("return 2 * x", "while True:\n        pass"),
    "changes its input": REFERENCE.replace("return 2 * x", "x *= 2\n    return x"),
    # Right as long as nothing else has run in its process.
    "spoils the other": REFERENCE.replace(
        "return 2 * x", "globals()['thrice'] = len\n    return 2 * x"
    ),
    "keeps count": "calls = []\n" + REFERENCE.replace(
        "return 3 * x", "calls.append(1)\n    return (3 if len(calls) < 5 else 4) * x"
    ),
    "nothing": "",
}  # fmt: skip


def opened(root: Path, settings: str) -> Session:
    files = {
        "grader.toml": settings + "[limits]\nseconds = 1\n",
        "reference/made.py": REFERENCE,
        **{f"problems/{name}.yaml": PROBLEM.format(name=name) for name in ("twice", "thrice")},
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    course, checks = open_course(str(root))
    return Session(course, checks, cache=root / "cache")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with opened(tmp_path_factory.mktemp("ahead"), "") as one:
        yield one


def report(session: Session, answer: str) -> dict[str, Any]:
    """The report without its times."""
    found = grade(session, Submission("s", {"a.py": answer.encode()}), PROBLEMS).model_dump()
    for one in (found, *(part for problem in found["problems"] for part in problem["parts"])):
        one["seconds"] = 0
    return {**found, "created": ""}


@pytest.mark.parametrize("what", ANSWERS)
def test_no_report_differs(what: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SECONDS", 0.5)
    found = report(session, ANSWERS[what])
    monkeypatch.setattr(Cell, "try_out", lambda *given: None)
    assert found == report(session, ANSWERS[what])


def test_a_right_answer_needs_no_process_but_its_cell(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    forked = forks(monkeypatch)
    assert report(session, ANSWERS["right"])["score"]["earned"] == 4
    assert forked["branch"] == 0
    assert forked["leaf"] == 0


def test_who_returns_the_same_is_judged_once(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[tuple[object, ...]] = []
    judge = Equals.judge

    def counting(self: Equals, ask: Any, truth: Any, evidence: Any) -> Judgement:
        judged.append(evidence.observations)
        return judge(self, ask, truth, evidence)

    monkeypatch.setattr(Equals, "judge", counting)
    session.questions.clear()
    answers = [ANSWERS["right"] + f"# {number}\n" for number in range(3)]
    first, *others = [report(session, answer) for answer in answers]
    assert len(judged) == 4
    assert all(one["problems"] == first["problems"] for one in others)


def test_hidden_calls_have_a_process_for_each_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a course with a secret; and none finds there what another one was asked."""
    with opened(tmp_path, 'secret = "of the staff"\n') as secretive:
        report(secretive, ANSWERS["right"])
        forked = forks(monkeypatch)
        assert report(secretive, ANSWERS["right"])["score"]["earned"] == 4
    assert all(one.trial is None for one in secretive.questions.values())
    assert forked["leaf"] >= 4


def forks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the processes that are forked from now on, by their kind."""
    counted: Counter[str] = Counter()
    begin = Branch.begin

    def counting(self: Branch, kind: Any, *given: Any) -> Any:
        counted[kind] += 1
        return begin(self, kind, *given)

    monkeypatch.setattr(Branch, "begin", counting)
    return counted
