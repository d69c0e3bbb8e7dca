"""A report with one part of every verdict, and hostile text wherever a student could write."""

import pytest
from report_fields import part

from grader.checks.findings import ArrayMismatch, CodeError, Entry, Inputs, Place
from grader.checks.verdict import Verdict
from grader.report import (
    AnswerPlace,
    CheckReport,
    Environment,
    MistakeReport,
    ProblemReport,
    Report,
    Score,
)

HOSTILE = "\x1b[2J<script>alert(1)</script> | ]]> \u202e`*%0A::error::\x00"


@pytest.fixture
def report() -> Report:
    mismatch = ArrayMismatch(
        case="case 1",
        output="weights",
        shape=(2, 3),
        expected_shape=(2, 3),
        differing=2,
        entries=(Entry(index=(0, 1), yours="0.25", expected="0.5"), Entry(index=(1, 2))),
        worst_error=0.3,
        allowed_error=1e-6,
    )
    shown = Inputs(case="case 1", inputs={"x": "[1 2\n 3 4]"}, expected="7", printed="debug: 1")
    wrong = CheckReport(
        kind="equals",
        name="agrees with the reference",
        verdict=Verdict.WRONG,
        weight=1,
        message="case 1: weights differs in 2 of 6 entries",
        findings=(mismatch, shown),
        cases=8,
    )
    crash = CheckReport(
        kind="equals",
        name="agrees with the reference",
        verdict=Verdict.CRASHED,
        weight=1,
        message="case 1: ValueError at hw.py, line 7",
        findings=(
            CodeError(
                case="case 1", error="ValueError", message="bad", file="hw.py", line=7, code="f(x)"
            ),
        ),
    )
    rule = CheckReport(
        kind="rules",
        name="keeps to the rules",
        verdict=Verdict.BROKE_A_RULE,
        weight=0,
        message="hw.py, line 3: uses eval",
        findings=(Place(file="hw.py", line=3, what="uses eval"),),
    )
    parts = (
        part("right", Verdict.CORRECT, 2.0, message=""),
        part(
            "half",
            Verdict.PARTLY,
            0.5,
            checks=(wrong,),
            answer=AnswerPlace(file="hw.py", line=2),
            mistake=MistakeReport(name="the mask is applied after the softmax", hint="Add a row."),
            notes=("your function changes its input x in place",),
        ),
        part("wrong", Verdict.WRONG, message=HOSTILE),
        part("crash", Verdict.CRASHED, checks=(crash,), answer=AnswerPlace(file="hw.py", line=6)),
        part("slow", Verdict.TIMED_OUT, answer=AnswerPlace(file="hw.ipynb", line=1, cell=3)),
        part("large", Verdict.OUT_OF_MEMORY),
        part("rule", Verdict.BROKE_A_RULE, checks=(rule,)),
        part("missing", Verdict.NOT_ATTEMPTED),
        part("prose", Verdict.UNDECIDED),
        part("ours", Verdict.GRADER_FAULT),
    )
    total = Score()
    for one in parts:
        total += one.score
    problem = ProblemReport(
        id="topic/every-verdict", title="Every verdict", digest="0" * 64, score=total, parts=parts
    )
    return Report(
        course="A course",
        submission=HOSTILE,
        digest="1" * 64,
        created="2026-01-02T03:04:05+00:00",
        seconds=1.25,
        score=total,
        problems=(problem,),
        notes=(f"a file named {HOSTILE}",),
        environment=Environment(
            grader="0.1.0",
            python="3.11.7",
            libraries={"numpy": "2.0"},
            reference="2" * 64,
            seeds="abc",
            protection="a separate process",
        ),
    )
